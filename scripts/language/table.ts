/** A Markdown table in a document. */
export interface Table {
  /** The cells of each row. The first row is the heading. */
  rows: string[][]
  /** Returns the document with these rows in the table. */
  withRows: (rows: string[][]) => string
}

/** Finds the table with this heading row. @param fail returns the error for a document without such a table */
export function tableRows(document: string, heading: string, fail: () => Error): Table {
  const lines = document.split('\n')
  const start = lines.indexOf(heading)
  if (start === -1) throw fail()
  const after = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  const end = after === -1 ? lines.length : after
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
  return {
    rows: [lines[start] ?? '', ...lines.slice(start + 2, end)].map(cells),
    withRows: ([head = [], ...rows]) => {
      const written = [head, ...rows].map((row) => `| ${row.join(' | ')} |`)
      const table = [written[0] ?? '', `|${'---|'.repeat(head.length)}`, ...written.slice(1)]
      return lines.toSpliced(start, end - start, ...table).join('\n')
    },
  }
}
