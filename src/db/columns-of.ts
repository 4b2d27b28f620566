import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** Returns some columns of a table by their names, for `select` and `returning`. */
export function columnsOf<Table extends PgTable, Name extends keyof Table['_']['columns'] & string>(
  table: Table,
  ...names: Name[]
): Pick<Table['_']['columns'], Name> {
  const all = getTableColumns(table)
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<Table['_']['columns'], Name>
}
