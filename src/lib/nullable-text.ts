/** A row as fields of a form: null texts are empty. */
export type WithoutNulls<Row> = {
  [Name in keyof Row]: null extends Row[Name] ? NonNullable<Row[Name]> | '' : Row[Name]
}

/** Converts a row to form fields: null texts become empty. */
export function nullsToEmpty<Row extends object>(row: Row): WithoutNulls<Row> {
  const filled = Object.entries(row).map(([name, value]) => [name, value === null ? '' : (value as unknown)])
  return Object.fromEntries(filled) as WithoutNulls<Row>
}

/** Converts an empty text to null; returns other values unchanged. */
export function emptyToNull<Value>(value: Value): Value | null {
  return value === '' ? null : value
}
