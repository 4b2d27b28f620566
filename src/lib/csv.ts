/** What spreadsheets take for a formula at the beginning of a cell, its full-width forms too. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * One line of a CSV file (RFC 4180), all cells in quotes. A cell that a spreadsheet would work out begins with an
 * apostrophe, and is text then.
 */
export function csvLine(cells: (string | null | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string | null | undefined): string {
  if (!text) return ''
  const inert = FORMULA.test(text) ? `'${text}` : text
  return `"${inert.replaceAll('"', '""')}"`
}

/** A cell as it was before `csvLine` made it inert. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
}
