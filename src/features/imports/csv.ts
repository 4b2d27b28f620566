/** The beginning of a cell that spreadsheets treat as a formula, including full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Returns one line of a CSV file (RFC 4180), with quotes around all cells that are not empty. Adds an apostrophe to cells that
 * a spreadsheet would evaluate, so that it treats them as text.
 */
export function csvLine(cells: (string | null | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string | null | undefined): string {
  if (!text) return ''
  const inert = FORMULA.test(text) ? `'${text}` : text
  return `"${inert.replaceAll('"', '""')}"`
}

/** Removes the apostrophe that `csvLine` has added to a cell. */
export function withoutFormulaGuard(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
}
