import { PlainFailure } from '../support/plain-failure.ts'

/** A place in a file that all features share. */
export interface Anchor {
  /** Matches one line, as often as `times` says. */
  line: RegExp
  /** Matches the last line of what begins there; left out where that is the same line. */
  to?: RegExp
  /** How often the file has it; once where left out. */
  times?: number
}

interface Group {
  start: number
  end: number
}

/**
 * A text in which more stands beside each place that an anchor names; lines that match and follow each other are one place.
 * @param side where the new lines go
 * @param more the new lines, from those that were found; empty for none
 * @throws {PlainFailure} when the file has more such lines than the anchor says, or fewer
 */
export function insertBeside(
  { file, text }: { file: string; text: string },
  { line, to, times = 1 }: Anchor,
  side: 'above' | 'below',
  more: (found: string) => string,
): string {
  const lines = text.split('\n')
  const starts = lines.flatMap((one, at) => (line.test(one) ? [at] : []))
  const ends = starts.map((start) => (to ? lines.findIndex((one, at) => at >= start && to.test(one)) : start))
  if (starts.length !== times || ends.includes(-1)) throw lost(file, line, times, starts.length)
  const groups: Group[] = []
  starts.forEach((start, nr) => {
    const [end = start, last] = [ends[nr], groups.at(-1)]
    if (last?.end === start - 1) last.end = end
    else groups.push({ start, end })
  })
  for (const { start, end } of groups.reverse()) {
    const added = more(lines.slice(start, end + 1).join('\n'))
    if (added !== '') lines.splice(side === 'above' ? start : end + 1, 0, added)
  }
  return lines.join('\n')
}

/**
 * A text in which the one line that a pattern matches is changed.
 * @throws {PlainFailure} when it matches no line, or several
 */
export function changeLine(
  { file, text }: { file: string; text: string },
  line: RegExp,
  change: (found: string) => string,
): string {
  const lines = text.split('\n')
  const found = lines.filter((one) => line.test(one)).length
  if (found !== 1) throw lost(file, line, 1, found)
  return lines.map((one) => (line.test(one) ? change(one) : one)).join('\n')
}

function lost(file: string, pattern: RegExp, times: number, found: number): PlainFailure {
  return new PlainFailure(
    `${file} is not as the generator knows it: ${String(pattern)} was expected ${times} time(s) and is there ${found} time(s). Bring scripts/generate up to date. Nothing was written.`,
  )
}
