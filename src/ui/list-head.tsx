import type { ReactNode } from 'react'
import { ListLink } from './list-link.tsx'
import { RelativeTime } from './relative-time.tsx'

/** A column of a list. */
export interface Column<Row> {
  /** The name of the column, which is also its React key. */
  name: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** A CSS length or a percentage; columns without a width share the remaining space. */
  width?: string
  /** The minimum width of the list in pixels at which the column is shown. Below 640, rows are cards. */
  shownFrom?: keyof typeof HIDDEN_BELOW
  /** The sort order that the column's header selects, as in the URL. */
  order?: { sort: string; direction: 'ascending' | 'descending' }
  /** Whether each cell shows a user: an avatar beside a name above an address. */
  isUser?: boolean
}

const HIDDEN_BELOW = {
  640: 'from-640',
  720: 'from-720',
  880: 'from-880',
} as const

/** Returns the class of a column that is shown from a list width on; undefined for a column that is always shown. */
export function columnVisibilityClass(shownFrom: Column<never>['shownFrom']) {
  return shownFrom && HIDDEN_BELOW[shownFrom]
}

interface TimeColumn<Row> extends Pick<Column<Row>, 'name' | 'header' | 'shownFrom' | 'order'> {
  /** Returns the time in ISO 8601; null without one. */
  at: (row: Row) => string | null
  /** The text to show if the row has no time. */
  never?: string
}

/** Returns a column with a time in words. */
export function timeColumn<Row>({ at, never, ...column }: TimeColumn<Row>): Column<Row> {
  const timeOf = (row: Row) => {
    const time = at(row)
    return time === null ? never : <RelativeTime at={time} />
  }
  return { ...column, width: 'var(--time-column)', cell: timeOf }
}

interface ListHeadProps<Row> {
  columns: Column<Row>[]
  sort?: string | undefined
  /** The content before the first header. */
  lead?: ReactNode
}

/** The headers of a list's columns; the headers of sortable columns are links. */
export function ListHead<Row>({ columns, sort, lead }: ListHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ name, header, width, shownFrom, order }, column) => (
          <th
            key={name}
            scope="col"
            // Without this label, screen readers add the name of the checkbox to each cell of the column.
            aria-label={column === 0 && lead && typeof header === 'string' ? header : undefined}
            aria-sort={order && order.sort === sort ? order.direction : undefined}
            style={{ width }}
            className={columnVisibilityClass(shownFrom)}
          >
            {column === 0 && lead}
            {order ? <ListLink changed={{ sort: order.sort }}>{header}</ListLink> : header}
          </th>
        ))}
      </tr>
    </thead>
  )
}
