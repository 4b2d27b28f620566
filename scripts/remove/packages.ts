import type { Source } from '../../src/architecture/source.ts'

/** The dependencies that only code imports which goes, by name. */
export function unusedPackages(manifest: string, gone: readonly Source[], kept: readonly Source[]): string[] {
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> }
  const [before, after] = [gone, kept].map((sources) => new Set(sources.flatMap(({ text }) => packagesIn(text))))
  return Object.keys(dependencies).filter((name) => before?.has(name) && !after?.has(name))
}

/** The text of package.json without some dependencies. */
export function withoutPackages(manifest: string, names: readonly string[]): string {
  const parsed = JSON.parse(manifest) as { dependencies: Record<string, string> }
  const dependencies = Object.entries(parsed.dependencies).filter(([name]) => !names.includes(name))
  return `${JSON.stringify({ ...parsed, dependencies: Object.fromEntries(dependencies) }, undefined, 2)}\n`
}

function packagesIn(text: string): string[] {
  const imported = text.matchAll(/(?:\bfrom |\bimport |\bimport\()'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/g)
  return [...imported].map(([, name = '']) => name)
}
