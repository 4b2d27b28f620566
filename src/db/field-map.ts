import { getTableColumns, type InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import { valueShapeOf } from '#lib/form-fields.ts'
import { emptyToNull } from '#lib/nullable-text.ts'

/** The columns of a table's row that store the fields of a form. */
type RowOf<Table extends PgTable, Fields> = Pick<InferSelectModel<Table>, keyof Fields & keyof InferSelectModel<Table>>

/** The type `unknown` if each field has a column of the same name that accepts its parsed value, otherwise `never`. */
type HasColumnsFor<Table extends PgTable, Fields> = Fields extends {
  [Name in keyof Fields]: Name extends keyof InferSelectModel<Table> ? InferSelectModel<Table>[Name] : never
}
  ? unknown
  : never

/** The fields of one form and the columns that store them (docs/decisions/0020-one-shape-of-services.md). */
export interface FieldMap<Table extends PgTable, Fields> {
  /** The columns for `select` and `returning`. */
  columns: Pick<Table['_']['columns'], keyof RowOf<Table, Fields> & string>
  /** Converts fields to a row for `values` and `set`. An empty text becomes null if the column accepts null. */
  toRow: (fields: Fields) => RowOf<Table, Fields>
  /** Converts a row to fields of the form. Null becomes an empty text if the field does not accept null. */
  toFields: (row: RowOf<Table, Fields>) => Fields
  /** Returns only the columns of the form. */
  pick: (row: RowOf<Table, Fields>) => RowOf<Table, Fields>
  isSame: (one: RowOf<Table, Fields>, other: RowOf<Table, Fields>) => boolean
}

/**
 * Maps the fields of a form to the columns of the same names, so that all reads and writes follow from the form's schema. A
 * field added to the form and the table is read, written, compared and recorded in the history. A field without a column is a
 * type error.
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
  // Use the schemas of the parsed values, because the schema of a field's text never accepts null.
  const values: Record<string, z.core.$ZodType> = valueShapeOf(schema.shape)
  const mayBeNull = new Set<string>(names.filter((name) => values[name] && z.safeParse(values[name], null).success))
  return {
    columns: take((name) => all[name]) as FieldMap<Table, Fields>['columns'],
    toRow: (fields) => take((name) => toColumnValue(fields[name], all[name])) as Row,
    toFields: (row) => take((name) => (row[name] === null && !mayBeNull.has(name) ? '' : row[name])) as Fields,
    pick,
    isSame: (one, other) => names.every((name) => one[name] === other[name]),
  }
}

function toColumnValue(value: unknown, column: { notNull: boolean } | undefined): unknown {
  return column?.notNull ? value : emptyToNull(value)
}
