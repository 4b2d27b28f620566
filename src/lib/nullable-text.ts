/** The row as a form has it: a text that is not there is empty. */
export type WithoutNulls<Row> = {
  [Name in keyof Row]: null extends Row[Name] ? NonNullable<Row[Name]> | '' : Row[Name]
}

/** Makes the fields of a form from a row: a text that is not there (null in the database) is empty. */
export function nullsToEmpty<Row extends object>(row: Row): WithoutNulls<Row> {
  const filled = Object.entries(row).map(([name, value]) => [name, value === null ? '' : (value as unknown)])
  return Object.fromEntries(filled) as WithoutNulls<Row>
}

/** Makes null, as the database keeps it, of an empty text; any other value stays. */
export function emptyToNull<Value>(value: Value): Value | null {
  return value === '' ? null : value
}
