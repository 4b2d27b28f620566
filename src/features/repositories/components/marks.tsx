import { Fragment, type ReactNode } from 'react'
import type { MarkedRow, RowTool } from '#feature/row-tool.ts'
import type { Column } from '#ui/list-head.tsx'
import type { MarksInUrl } from '../marks.ts'
import type { RepositoryRow } from '../repositories.schema.ts'

/** A mark that users can set on repositories, for example as favourites, and its rendering on a page. */
export interface PageMark extends Pick<RowTool, 'Head' | 'Filter'> {
  name: string
  render: (row: MarkedRow) => ReactNode
}

/** Returns a column of a list for each mark. */
export function markColumns(marks: PageMark[]): Column<RepositoryRow>[] {
  return marks.map(({ name, Head, render }) => ({ name, header: <Head />, width: '60px', cell: render }))
}

/** Returns the URL parameters of the filters by marks: `only` for those that are on, otherwise empty. */
export function markFilters(marks: PageMark[], search: MarksInUrl): Record<string, string> {
  return Object.fromEntries(marks.map(({ name }) => [name, isOn(search, name) ? 'only' : '']))
}

/** The filters of a list by marks, each a switch between all rows and rows with the mark. */
export function MarkFilters({ marks, search }: { marks: PageMark[]; search: MarksInUrl }) {
  return marks.map(({ name, Filter }) => <Filter key={name} isOn={isOn(search, name)} />)
}

/** The marks of one repository. */
export function Marks({ marks, row }: { marks: PageMark[]; row: MarkedRow }) {
  return marks.map(({ name, render }) => <Fragment key={name}>{render(row)}</Fragment>)
}

function isOn(search: MarksInUrl, mark: string): boolean {
  return Object.entries(search).some(([name, value]) => name === mark && value === 'only')
}
