import { ownImports } from '../../src/architecture/imports.ts'
import type { Source } from '../../src/architecture/source.ts'

const TEST = /\.test(?=\.tsx?$)/

/**
 * Lists the files of `src` that go along with others, since nothing else imports them: those that the others use, and their tests.
 * @param sources all code, of tests and scripts too
 */
export function filesUsedOnlyBy(gone: ReadonlySet<string>, sources: Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, ownImports(source).map(({ to }) => to)]))
  const importers = new Map<string, string[]>()
  for (const [from, files] of imports) for (const to of files) importers.set(to, [...(importers.get(to) ?? []), from])
  const going = new Set(gone)
  // The set grows while it is walked: what only a file of it uses goes, too.
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
