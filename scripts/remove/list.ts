import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { foreignMentions, OPTIONAL_FEATURES } from '../../src/architecture/foreign-mentions.ts'
import type { Source } from '../../src/architecture/source.ts'
import { loadManifest } from './manifest.ts'

/** A feature of the product, described by the files of its folder. */
export interface ListedFeature {
  name: string
  /** The docstring of the feature's manifest, one sentence. */
  purpose: string
  /** Number of lines in the feature's own files (`own` in `OPTIONAL_FEATURES`, otherwise its folder), without tests. */
  lines: number
  /** Names, as in the code, of the tables that the feature declares. */
  tables: string[]
  /** Names of the features that this feature depends on; undefined if there are no such features. */
  needs: readonly string[] | undefined
  /** Whether `npm run remove` can remove the feature. `not yet`: removal is intended, but other code still names it. */
  removable: 'yes' | 'not yet' | 'no'
  /** Files outside of an optional feature that name it; empty for other features. */
  foreignFiles: string[]
}

/** Returns all features of an app that have a manifest, sorted by name. */
export async function listFeatures(root: string): Promise<ListedFeature[]> {
  const sources = sourcesIn(root)
  const names = sources.flatMap(({ path: file }) => /^src\/features\/([\w-]+)\/feature\.ts$/.exec(file)?.[1] ?? [])
  return Promise.all(
    names.toSorted().map(async (name) => {
      const file = `src/features/${name}/feature.ts`
      const text = sources.find((source) => source.path === file)?.text ?? ''
      const optional = optionalFeature(name, text)?.feature
      const manifest = await loadManifest(path.join(root, file))
      const own = optional?.own ?? new RegExp(`^src/features/${name}/`)
      return {
        name,
        purpose: /^\/\*\* (.+) \*\/\nexport const/m.exec(text)?.[1] ?? '',
        lines: linesOf(sources.filter((source) => own.test(source.path) && !/\.test\.tsx?$/.test(source.path))),
        tables: Object.keys(manifest.tables ?? {}),
        needs: manifest.needs,
        removable: manifest.isOptional ? 'yes' : optional ? 'not yet' : 'no',
        foreignFiles: optional ? foreignMentions(optional, sources) : [],
      }
    }),
  )
}

/**
 * Finds an optional feature by the name of its folder. A generated feature is optional without an entry in
 * `OPTIONAL_FEATURES`, because only lists and its own files name it.
 * @param manifest the text of the manifest
 */
export function optionalFeature(name: string, manifest = '') {
  const [key, feature] =
    Object.entries(OPTIONAL_FEATURES).find(([, { own }]) => own.test(`src/features/${name}/feature.ts`)) ?? []
  if (key !== undefined && feature !== undefined) return { key, feature }
  if (!/^ {2}isOptional: true,$/m.test(manifest)) return undefined
  const own = new RegExp(`^src/(?:features/|routes/(?:.*/)?)${name}/`)
  return { key: name, feature: { own, named: new RegExp(`features/${name}/|/app/${name}\\b`) } }
}

/** Reads the sources of an app, without generated files. */
export function sourcesIn(root: string): Source[] {
  const files = ['src', 'emails'].flatMap((folder) => filesBelow(root, folder))
  return [...files, 'app.config.ts']
    .filter((file) => /(?<!\.gen)\.tsx?$/.test(file))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }))
}

/** Returns the paths from the root of all files below a folder, with slashes. */
export function filesBelow(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
}

function linesOf(sources: Source[]): number {
  return sources.reduce((lines, { text }) => lines + text.split('\n').length - 1, 0)
}
