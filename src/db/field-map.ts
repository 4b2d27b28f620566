import { getTableColumns, type InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import { valuesOf } from '#lib/form-fields.ts'
import { emptyToNull } from '#lib/nullable-text.ts'

/** The part of a table's row that the fields of a form are kept in. */
type RowOf<Table extends PgTable, Fields> = Pick<InferSelectModel<Table>, keyof Fields & keyof InferSelectModel<Table>>

/** Nothing but `unknown` where each field has a column of its name that takes what the schema makes of it. */
type HasColumnsFor<Table extends PgTable, Fields> = Fields extends {
  [Name in keyof Fields]: Name extends keyof InferSelectModel<Table> ? InferSelectModel<Table>[Name] : never
}
  ? unknown
  : never

/** The fields of one form and the columns they are kept in; see docs/decisions/0020-one-shape-of-services.md. */
export interface FieldMap<Table extends PgTable, Fields> {
  /** For `select` and `returning`. */
  columns: Pick<Table['_']['columns'], keyof RowOf<Table, Fields> & string>
  /** For `values` and `set`: an empty text is null where the column takes null. */
  toRow: (fields: Fields) => RowOf<Table, Fields>
  /** The values of the form: null is an empty text where the form has no null. */
  toFields: (row: RowOf<Table, Fields>) => Fields
  /** The columns of the form among all that a row has. */
  pick: (row: RowOf<Table, Fields>) => RowOf<Table, Fields>
  isSame: (one: RowOf<Table, Fields>, other: RowOf<Table, Fields>) => boolean
}

/**
 * Maps the fields of a form to the columns of the same names, so that whatever reads or writes them follows from the
 * schema: a field that is added to both is selected, written, compared and kept in the history, and one that has no
 * column does not compile.
 */
export function fieldMap<Table extends PgTable, Schema extends z.ZodMiniObject>(
  table: Table,
  schema: Schema & HasColumnsFor<Table, z.output<Schema>>,
): FieldMap<Table, z.output<Schema>> {
  type Fields = z.output<Schema>
  type Row = RowOf<Table, Fields>
  const names = Object.keys(schema.shape) as (keyof Row & string)[]
  const all = getTableColumns(table)
  const take = <Value>(valueOf: (name: keyof Row & string) => Value) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name)]))
  const pick = (row: Row) => take((name) => row[name]) as Row
  // Its text stands for null itself.
  const values: Record<string, z.core.$ZodType> = valuesOf(schema.shape)
  const mayBeNull = new Set<string>(names.filter((name) => values[name] && z.safeParse(values[name], null).success))
  return {
    columns: take((name) => all[name]) as FieldMap<Table, Fields>['columns'],
    toRow: (fields) => take((name) => keptAs(fields[name], all[name])) as Row,
    toFields: (row) => take((name) => (row[name] === null && !mayBeNull.has(name) ? '' : row[name])) as Fields,
    pick,
    isSame: (one, other) => names.every((name) => one[name] === other[name]),
  }
}

function keptAs(value: unknown, column: { notNull: boolean } | undefined): unknown {
  return column?.notNull ? value : emptyToNull(value)
}
