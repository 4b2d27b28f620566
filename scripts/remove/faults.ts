/** The table of faults without the rows that a file which goes brings: each is known by its number and its title. */
export function withoutFaults(document: string, goneFaults: string): string {
  const rows = [...goneFaults.matchAll(/^ +row: (\d+),\n +title: '(.+)',$/gm)].map(
    ([, row, title]) => `| ${row} | ${title} |`,
  )
  return document
    .split('\n')
    .filter((line) => !rows.some((row) => line.startsWith(row)))
    .join('\n')
}
