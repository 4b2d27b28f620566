import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'

/** A table with a column for the user who added the row. */
type TableWithCreator = PgTable & Record<'createdById' | 'createdAt' | 'id', PgColumn>

/**
 * Lists the rows that a user has added to a table, newest first, without derived columns and the author, to export the user's
 * data. @param isOpen the condition for the rows that the user is allowed to see
 */
export function listAddedBy(db: Database, userId: string, table: TableWithCreator, isOpen?: SQL) {
  const { sortName: _sortName, searchText: _searchText, createdById: _by, ...told } = getTableColumns(table)
  return db
    .select(told)
    .from(table)
    .where(and(eq(table.createdById, userId), isOpen))
    .orderBy(desc(table.createdAt), desc(table.id))
}
