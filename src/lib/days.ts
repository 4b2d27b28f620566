/** Whether a text is an existing calendar day, such as 2026-11-23. */
export function isDay(text: string): boolean {
  // Compare with the parsed day, because JavaScript parses 30 February as 2 March. 9999-12-31 could end in the year 10000.
  return (
    /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) && text < '9999-12-31'
  )
}

/** Returns the end of a day in the local time zone, which in the browser is the user's. @returns ISO 8601 */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString()
}
