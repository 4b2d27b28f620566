import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as schema from '#db/schema.ts'
import { DECLARED_TABLES, type TableOwner } from '#db/table-owners.ts'

const DECLARATION_PLACE = '`tables` in the manifest of its feature'

const OWNERS: Record<string, TableOwner> = Object.fromEntries(
  Object.entries(DECLARED_TABLES).map(([name, { owner }]) => [name, owner]),
)

/** All tables by their name in the code. */
export const TABLES: Record<string, PgTable> = Object.fromEntries(
  Object.entries(schema).flatMap(([name, table]) => (is(table, PgTable) ? [[name, table]] : [])),
)

/** Returns the names of the tables whose rows belong to this kind of owner. */
export function tablesOf(owner: TableOwner): string[] {
  return Object.entries(OWNERS).flatMap(([name, one]) => (one === owner ? [name] : []))
}

/** Finds tables without a declared owner, and tables whose rows are not deleted with their declared owner. */
export function ownerFaults(
  tables: Record<string, PgTable> = TABLES,
  owners: Record<string, TableOwner> = OWNERS,
): string[] {
  return Object.entries(tables).flatMap(([name, table]) => {
    const owner = owners[name]
    if (owner === undefined)
      return [`The table "${name}" has no owner: say whose rows it holds in ${DECLARATION_PLACE}.`]
    return ownerFaultsOf(name, table, owner).map((fault) => `The table "${name}" ${fault}: see ${DECLARATION_PLACE}.`)
  })
}

function ownerFaultsOf(name: string, table: PgTable, owner: TableOwner): string[] {
  if (name === owner) return []
  if (owner === 'organization')
    return isDeletedWith(table, 'organization', 'organizationId')
      ? []
      : ['is owned by organizations, and has no organizationId that refers to one with onDelete cascade']
  if (owner === 'user')
    return isDeletedWith(table, 'user') ? [] : ['is owned by users, and no column refers to one with onDelete cascade']
  if (owner === 'everybody')
    return 'organizationId' in getTableColumns(table) ? ['is everybody’s, and has an organizationId'] : []
  if ('with' in owner && !isDeletedWith(table, owner.with))
    return [`goes with "${owner.with}", and no column refers to it with onDelete cascade`]
  return []
}

/** Whether deleting a row of the other table also deletes the rows of this table that refer to it. */
function isDeletedWith(table: PgTable, other: string, column?: string): boolean {
  return getTableConfig(table).foreignKeys.some((key) => {
    const { columns, foreignTable } = key.reference()
    const isColumn = column === undefined || columns.some((one) => one === columnsOf(table)[column])
    return key.onDelete === 'cascade' && foreignTable === TABLES[other] && isColumn
  })
}

function columnsOf(table: PgTable): Record<string, unknown> {
  return getTableColumns(table)
}
