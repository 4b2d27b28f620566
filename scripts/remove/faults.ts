/** Returns the table of faults without the rows that a deleted file defines. Number and title identify a row. */
export function withoutFaults(document: string, goneFaults: string): string {
  const rows = [...goneFaults.matchAll(/^ +row: (\d+),\n +title: '(.+)',$/gm)].map(
    ([, row, title]) => `| ${row} | ${title} |`,
  )
  return document
    .split('\n')
    .filter((line) => !rows.some((row) => line.startsWith(row)))
    .join('\n')
}
