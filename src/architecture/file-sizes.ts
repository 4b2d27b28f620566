import { isTest, type Source } from './source.ts'

/** Lines of a file: the middle one, the longest of nineteen in twenty, the longest of all. */
export const LIMITS = { median: 60, p95: 200, max: 300 }

/** Which limits of length the product's files break. */
export function tooLong(sources: Source[]): string[] {
  const files = sources
    .filter((source) => source.path.startsWith('src/') && !isTest(source))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .sort((one, other) => one.lines - other.lines)
  const at = (share: number) => files[Math.ceil(files.length * share) - 1]?.lines ?? 0
  return [
    ...files
      .filter(({ lines }) => lines > LIMITS.max)
      .map(({ path, lines }) => `${path}:${LIMITS.max} Has ${lines} lines, more than ${LIMITS.max}: split it by verb.`),
    ...(at(0.95) > LIMITS.p95
      ? [`One file in twenty has more than ${LIMITS.p95} lines: split ${listLongest(files.map(({ path }) => path))}.`]
      : []),
    ...(at(0.5) > LIMITS.median
      ? [
          `Half of the files have more than ${LIMITS.median} lines: split ${listLongest(files.map(({ path }) => path))}.`,
        ]
      : []),
  ]
}

function listLongest(paths: string[]): string {
  return paths.slice(-5).reverse().join(', ')
}
