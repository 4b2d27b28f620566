/** A row of the lists on the kit page. Names are short, Arabic, or too long. */
export interface SampleRow {
  id: string
  name: string
  email: string
  addedDaysAgo: number
}

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff'

export const ROWS: SampleRow[] = [
  { id: '1', name: 'Zoë Adams', email: 'zoe@example.com', addedDaysAgo: 0 },
  { id: '2', name: 'ليلى حداد', email: 'layla@example.com', addedDaysAgo: 3 },
  { id: '3', name: `${LONG_NAME} ${LONG_NAME}`, email: `${LONG_NAME}@example.com`.toLowerCase(), addedDaysAgo: 40 },
  { id: '4', name: 'Juma Mwangi', email: 'juma@example.com', addedDaysAgo: 800 },
]

export const LAST_PAGE_ROWS: SampleRow[] = ROWS.map((row) => ({ ...row, id: `${row.id}-more` }))

export const LONG_LINK = `https://example.com/${'workshop/'.repeat(20)}`

/** Returns the time a number of days of 24 hours before `now` (milliseconds), as ISO 8601; for 0, twelve hours before. */
export function daysBefore(now: number, days: number): string {
  return new Date(now - (days || 0.5) * 86_400_000).toISOString()
}
