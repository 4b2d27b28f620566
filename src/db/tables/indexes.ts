import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { index } from 'drizzle-orm/pg-core'

type IndexedColumns = Parameters<ReturnType<typeof index>['on']>

/** Defines an index of some rows of a table. @param rows the condition for these rows */
export function partialIndex(name: string, rows: SQL, ...columns: IndexedColumns) {
  return index(name)
    .on(...columns)
    .where(rows)
}

/** Defines an index for searches anywhere in a text. @param rows the condition for the searched rows; all if omitted */
export function trigramIndex(name: string, text: SQLWrapper, rows?: SQL) {
  const searched = index(name).using('gin', sql`${text} gin_trgm_ops`)
  return rows ? searched.where(rows) : searched
}
