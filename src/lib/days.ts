/** Whether a text is a day that a calendar has, as 2026-11-23. */
export function isDay(text: string): boolean {
  // A day that no month has, 30 February say, comes out as another one; the last of all days ends in another year.
  return (
    /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) && text < '9999-12-31'
  )
}

/** The moment at which a day is over where this runs: in the browser that is where the person is. @returns ISO 8601 */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString()
}
