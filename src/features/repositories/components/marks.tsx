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

/** Returns the columns of marks. */
export function markColumns(marks: PageMark[]): Column<RepositoryRow>[] {
  return marks.map(({ name, Head, render }) => ({ name, header: <Head />, width: '60px', cell: render }))
}

/** Returns the filters by marks, as in the URL of a list. */
export function markFilters(marks: PageMark[], search: MarksInUrl): Record<string, string> {
  return Object.fromEntries(marks.map(({ name }) => [name, isOn(search, name) ? 'only' : '']))
}

/** The switches of a list between all rows and marked rows. */
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
