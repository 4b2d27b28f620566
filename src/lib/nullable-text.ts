/** Fields as a form has them: a text that is not there is empty. */
export type WithoutNulls<Row> = {
  [Name in keyof Row]: null extends Row[Name] ? NonNullable<Row[Name]> | '' : Row[Name]
}

/** What forms start from: a text that is not there (null in the database) is an empty field. */
export function nullsToEmpty<Row extends object>(row: Row): WithoutNulls<Row> {
  const filled = Object.entries(row).map(([name, value]) => [name, value === null ? '' : (value as unknown)])
  return Object.fromEntries(filled) as WithoutNulls<Row>
}

/** What the database keeps of a field that may be left empty: null for an empty text. */
export function emptyToNull<Value>(value: Value): Value | null {
  return value === '' ? null : value
}
