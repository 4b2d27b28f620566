import { ownImports } from '../../src/architecture/imports.ts'
import type { Source } from '../../src/architecture/source.ts'

const TEST = /\.test(?=\.tsx?$)/

/**
 * Returns files of `src`, and their tests, that are only imported by the given files or by other files in the result.
 * @param sources all code, including tests and scripts
 */
export function filesUsedOnlyBy(gone: ReadonlySet<string>, sources: Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, ownImports(source).map(({ to }) => to)]))
  const importers = new Map<string, string[]>()
  for (const [from, files] of imports) for (const to of files) importers.set(to, [...(importers.get(to) ?? []), from])
  const going = new Set(gone)
  // The loop also visits the files that it adds to the set, so indirect imports are found.
  for (const file of going)
    for (const used of imports.get(file) ?? []) {
      const isItsTest = (one: string) => one !== used && one.replace(TEST, '') === used
      const isLeft = (importers.get(used) ?? []).some((one) => !going.has(one) && !isItsTest(one))
      if (isLeft || !used.startsWith('src/')) continue
      going.add(used)
      for (const one of importers.get(used) ?? []) going.add(one)
    }
  return [...going].filter((file) => !gone.has(file))
}
