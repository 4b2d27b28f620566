import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'

/** Rows that say who added them. */
type AddedRows = PgTable & Record<'createdById' | 'createdAt' | 'id', PgColumn>

/**
 * Lists what a person has added to a table, newest first, for them to take away: without what is made from the other columns, and
 * who added it. @param isOpen which of these rows they may see
 */
export function listAddedBy(db: Database, personId: string, table: AddedRows, isOpen?: SQL) {
  const { sortName: _sortName, searchText: _searchText, createdById: _by, ...told } = getTableColumns(table)
  return db
    .select(told)
    .from(table)
    .where(and(eq(table.createdById, personId), isOpen))
    .orderBy(desc(table.createdAt), desc(table.id))
}
