import type { ReactNode } from 'react'
import { ListLink } from './list-link.tsx'

/** A column of a list. */
export interface Column<Row> {
  /** Names the column; also its React key. */
  name: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** A CSS length or a percentage; what is left over is for the columns without. */
  width?: string
  /** How wide the list has to be, in pixels, for the column to be shown. Below 640 rows are cards. */
  shownFrom?: keyof typeof HIDDEN_BELOW
  /** The order that its head stands for, as the URL names it. */
  order?: { sort: string; direction: 'ascending' | 'descending' }
  /** Its cells are a face beside a name over an address. */
  isPerson?: boolean
}

const HIDDEN_BELOW = {
  640: 'from-640',
  720: 'from-720',
  820: 'from-820',
} as const

/** The class of a column that is shown from a width of the list on; none for a column that always is. */
export function widthClass(shownFrom: Column<never>['shownFrom']) {
  return shownFrom && HIDDEN_BELOW[shownFrom]
}

interface ListHeadProps<Row> {
  columns: Column<Row>[]
  sort?: string | undefined
  /** Stands before the first. */
  lead?: ReactNode
}

/** The heads of a list's columns: those that an order belongs to are links to it. */
export function ListHead<Row>({ columns, sort, lead }: ListHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ name, header, width, shownFrom, order }, column) => (
          <th
            key={name}
            scope="col"
            aria-sort={order && order.sort === sort ? order.direction : undefined}
            style={{ width }}
            className={widthClass(shownFrom)}
          >
            {column === 0 && lead}
            {order ? <ListLink changed={{ sort: order.sort }}>{header}</ListLink> : header}
          </th>
        ))}
      </tr>
    </thead>
  )
}
