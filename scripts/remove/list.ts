import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { foreignMentions, OPTIONAL_FEATURES } from '../../src/architecture/foreign-mentions.ts'
import type { Source } from '../../src/architecture/source.ts'
import { manifestOf } from './manifest.ts'

/** A feature of the product, as its folder says. */
export interface ListedFeature {
  name: string
  /** One sentence. */
  purpose: string
  /** Of its folder and its routes, without tests. */
  lines: number
  /** The tables that it declares, by their names in the code. */
  tables: string[]
  /** Whether it comes out by command: not yet, where an app should be able to do without it and cannot. */
  comesOut: 'yes' | 'not yet' | 'no'
  /** For a feature that an app may do without, the files outside of it that name it. */
  foreignFiles: string[]
}

/** The features of an app, by name; all that have a manifest. */
export async function listFeatures(root: string): Promise<ListedFeature[]> {
  const sources = sourcesIn(root)
  const names = sources.flatMap(({ path: file }) => /^src\/features\/([\w-]+)\/feature\.ts$/.exec(file)?.[1] ?? [])
  return Promise.all(
    names.toSorted().map(async (name) => {
      const file = `src/features/${name}/feature.ts`
      const text = sources.find((source) => source.path === file)?.text ?? ''
      const optional = optionalFeature(name)?.feature
      const manifest = await manifestOf(path.join(root, file))
      const own = optional?.own ?? new RegExp(`^src/features/${name}/`)
      return {
        name,
        purpose: /^\/\*\* (.+) \*\/\nexport const/m.exec(text)?.[1] ?? '',
        lines: linesOf(sources.filter((source) => own.test(source.path) && !/\.test\.tsx?$/.test(source.path))),
        tables: Object.keys(manifest.tables ?? {}),
        comesOut: manifest.isOptional ? 'yes' : optional ? 'not yet' : 'no',
        foreignFiles: optional ? foreignMentions(optional, sources) : [],
      }
    }),
  )
}

/** Finds a feature among those that an app may do without, by its folder. */
export function optionalFeature(name: string) {
  const [key, feature] =
    Object.entries(OPTIONAL_FEATURES).find(([, { own }]) => own.test(`src/features/${name}/feature.ts`)) ?? []
  return key === undefined || feature === undefined ? undefined : { key, feature }
}

/** Reads the code of an app that is written by hand. */
export function sourcesIn(root: string): Source[] {
  const files = ['src', 'emails'].flatMap((folder) => filesBelow(root, folder))
  return [...files, 'app.config.ts']
    .filter((file) => /(?<!\.gen)\.tsx?$/.test(file))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }))
}

/** The files below a folder, by their paths from the root, with slashes. */
export function filesBelow(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
}

function linesOf(sources: Source[]): number {
  return sources.reduce((lines, { text }) => lines + text.split('\n').length - 1, 0)
}
