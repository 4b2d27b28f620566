import type { Source } from '../../src/architecture/source.ts'

/** Returns the names of the dependencies that only deleted code imports. */
export function unusedPackages(manifest: string, gone: readonly Source[], kept: readonly Source[]): string[] {
  const { dependencies, devDependencies } = JSON.parse(manifest) as Manifest
  const [before, after] = [gone, kept].map((sources) => new Set(sources.flatMap(({ text }) => packagesIn(text))))
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => before?.has(name) && !after?.has(name))
}

/** Returns the text of package.json without these dependencies. */
export function withoutPackages(manifest: string, names: readonly string[]): string {
  const parsed = JSON.parse(manifest) as Manifest
  for (const dependencies of [parsed.dependencies, parsed.devDependencies])
    for (const name of names) delete dependencies?.[name]
  return `${JSON.stringify(parsed, undefined, 2)}\n`
}

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

function packagesIn(text: string): string[] {
  const imported = text.matchAll(
    /(?:\bfrom |\bimport |\bimport\(|\bimport\.meta\.resolve\()'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/g,
  )
  return [...imported].map(([, name = '']) => name)
}
