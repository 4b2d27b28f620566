import { ownImports } from './imports.ts'
import type { Source } from './source.ts'

/** Circles of files that import each other, types included, each as the way around. */
export function importCycles(sources: Source[]): string[] {
  const files = new Set(sources.map((source) => source.path))
  const imports = new Map(
    sources.map((source) => [
      source.path,
      ownImports(source)
        .map(({ to }) => to)
        .filter((to) => files.has(to)),
    ]),
  )
  const cycles: string[] = []
  const done = new Set<string>()

  function follow(file: string, way: string[]) {
    const start = way.indexOf(file)
    if (start >= 0) {
      cycles.push(`${[...way.slice(start), file].join(' → ')}: move what both need to a file of its own.`)
      return
    }
    if (done.has(file)) return
    for (const next of imports.get(file) ?? []) follow(next, [...way, file])
    done.add(file)
  }

  for (const file of files) follow(file, [])
  return cycles
}
