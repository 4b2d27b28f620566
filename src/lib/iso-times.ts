/** A row whose times are texts in ISO 8601. */
export type WithIsoTimes<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name]
}

/** Converts the times of a row to ISO 8601, as pages and API clients get them. */
export function withIsoTimes<Row extends object>(row: Row): WithIsoTimes<Row> {
  const texts = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(texts) as WithIsoTimes<Row>
}
