import { existsSync } from 'node:fs'
import path from 'node:path'
import { appConfig } from '#app.config'
import { logLines, formatLogRow } from '../../src/architecture/log-lines.ts'
import { UNTRANSLATED } from '../../src/architecture/locales.ts'
import { updateMentionCounts, readAppFile, refuseTakenFiles, type Files } from '../generate/changes.ts'
import { insertBefore, insertImport, insertInto, insertSorted, expandEmptyBrackets } from '../generate/edit.ts'
import {
  FEATURE_LISTS,
  PAGES_OF_TESTS,
  START_LIST,
  TABLES_LIST,
  TEXTS_OF_TESTS,
  withFeature,
  withNamespace,
  withPages,
  withStartFeature,
  withTables,
} from '../generate/shared-files.ts'
import { withUntranslated } from '../generate/texts.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import type { Recipe } from './recipe.ts'
import { textsOf } from './texts.ts'

const EXAMPLE = '.env.example'
const SETTINGS = 'docs/settings.md'
const LOG = 'docs/log.md'
const FEATURES = 'docs/features.md'
const OPTIONAL = 'src/architecture/foreign-mentions.ts'
const MENTIONS = 'src/architecture/foreign-mentions.test.ts'
const REMOVAL_TEST = 'e2e/local/remove.e2e.ts'

/** The changes that add a recipe. */
export interface Addition extends Files {
  /** The keys of texts that are still English, by language. */
  untranslated: Record<string, string[]>
  /** Whether the feature has tables, so that it needs a migration. */
  hasTables: boolean
  /** The npm packages that package.json lacks, with their versions. */
  packages: Record<string, string>
}

type EditFile = (file: string, change: (text: string) => string) => void

/**
 * Plans the files and changes that add the feature of a recipe. Writes no file.
 * @throws {PlainFailure} if the feature, a file, a setting or another version of a package is already there, if the app lacks a
 * feature that this one needs, or if a shared file has an unknown format
 */
export function planAddition(
  root: string,
  recipe: Recipe,
  languages: readonly string[] = appConfig.languages,
): Addition {
  const { name, manifest } = recipe
  if (existsSync(path.join(root, 'src/features', name)))
    throw new PlainFailure(`The app already has the feature "${name}". Nothing was written.`)
  const missing = manifest.needs?.find((needed) => !existsSync(path.join(root, 'src/features', needed)))
  if (missing !== undefined)
    throw new PlainFailure(
      `"${name}" needs the feature "${missing}", which this app lacks. Add that feature first. Nothing was written.`,
    )
  const packages = missingPackages(root, recipe)
  const made = new Map(recipe.files)
  const changed = new Map<string, string>()
  const edit: EditFile = (file, change) => void changed.set(file, change(changed.get(file) ?? readAppFile(root, file)))
  const untranslated = addTexts(root, recipe, languages, { made, changed })
  refuseTakenFiles(root, name, made.keys())
  listFeature(recipe, edit)
  addSettings(recipe, edit)
  addLogLines(recipe, edit)
  for (const { file, import: statement, into, lines } of recipe.entries ?? [])
    edit(file, (text) => {
      const imported = statement === undefined ? text : insertImport(text, statement)
      const opening = new RegExp(into)
      return insertInto({ file, text: expandEmptyBrackets(imported, opening) }, opening, lines.join('\n'))
    })
  updateMentionCounts(root, { made, changed })
  describeFeature(recipe, edit)
  if (Object.keys(packages).length > 0) edit('package.json', (text) => withPackages(text, packages))
  return { made, changed, untranslated, hasTables: tablesIn(recipe).length > 0, packages }
}

function missingPackages(root: string, { packages = {} }: Recipe): Record<string, string> {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readAppFile(root, 'package.json')) as Manifest
  const given = { ...devDependencies, ...dependencies }
  const other = Object.entries(packages).find(([name, version]) => name in given && given[name] !== version)
  if (other !== undefined)
    throw new PlainFailure(
      `The recipe needs ${other.join(' ')}, but package.json has version ${given[other[0]]}. Nothing was written.`,
    )
  return Object.fromEntries(Object.entries(packages).filter(([name]) => !(name in dependencies)))
}

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

function withPackages(text: string, packages: Record<string, string>): string {
  const manifest = JSON.parse(text) as Manifest
  const all = Object.entries({ ...manifest.dependencies, ...packages })
  manifest.dependencies = Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return `${JSON.stringify(manifest, null, 2)}\n`
}

function addTexts(root: string, recipe: Recipe, languages: readonly string[], { made, changed }: Files) {
  const untranslated: Record<string, string[]> = {}
  for (const language of languages) {
    const texts = textsOf(root, recipe, language)
    const namespaces = Object.keys(recipe.manifest.texts ?? {})
    const isOwn = (file: string) => namespaces.some((namespace) => file.endsWith(`/${namespace}.json`))
    for (const [file, text] of texts.files) (isOwn(file) ? made : changed).set(file, text)
    if (texts.untranslated.length > 0) untranslated[language] = texts.untranslated
  }
  if (Object.keys(untranslated).length > 0) changed.set(UNTRANSLATED, withUntranslated(root, untranslated))
  return untranslated
}

/** Adds the feature to the lists of features, and its texts and pages to the end-to-end tests. */
function listFeature({ name, constant, files, manifest }: Recipe, edit: EditFile): void {
  const target = { folder: name, constant }
  const has = (file: string) => files.has(`src/features/${name}/${file}`)
  for (const list of FEATURE_LISTS) if (has(list.part)) edit(list.file, (text) => withFeature(list, text, target))
  if (has('feature.start.server.ts')) edit(START_LIST, (text) => withStartFeature(text, target))
  if (has(`${name}.tables.server.ts`)) edit(TABLES_LIST, (text) => withTables(text, name))
  for (const namespace of Object.keys(manifest.texts ?? {}))
    edit(TEXTS_OF_TESTS, (text) => withNamespace(text, namespace))
  if (files.has(`e2e/support/pages/${name}-pages.ts`)) edit(PAGES_OF_TESTS, (text) => withPages(text, name, constant))
}

/** Adds the environment variables, each with its example and its row in the table of settings. */
function addSettings({ settings = {} }: Recipe, edit: EditFile): void {
  for (const [variable, { example, default: value, meaning }] of Object.entries(settings)) {
    edit(EXAMPLE, (text) => {
      if (new RegExp(`^(# )?${variable}=`, 'm').test(text))
        throw new PlainFailure(
          `The setting ${variable} is taken, because ${EXAMPLE} already has it. Rename that one first. Nothing was written.`,
        )
      const line = example === undefined ? `${variable}=` : `# ${variable}=${example}`
      return insertBefore({ file: EXAMPLE, text }, /^# true: a read-only demo /, `# ${meaning}\n${line}`)
    })
    edit(SETTINGS, (text) =>
      insertBefore({ file: SETTINGS, text }, /^\| `DEMO_MODE` \|/, `| \`${variable}\` | ${value} | ${meaning} |`),
    )
  }
}

/** Adds the lines that the feature logs to the table of the log. */
function addLogLines({ files }: Recipe, edit: EditFile): void {
  const sources = [...files].map(([file, text]) => ({ path: file, text }))
  for (const line of logLines(sources.filter(({ path }) => /(?<!\.test)\.tsx?$/.test(path))))
    edit(LOG, (text) => insertSorted({ file: LOG, text }, /^\| `([^`]+)` \|/, line.event, formatLogRow(line)))
}

/** Adds the feature to the lists by which it is found, documented and removed again. */
function describeFeature(recipe: Recipe, edit: EditFile): void {
  const { name, words, purpose, manifest } = recipe
  const key = /^\w+$/.test(name) ? name : `'${name}'`
  const own = String.raw`/features\/${name}\/|routes\/.*\b${name}/`
  edit(OPTIONAL, (text) =>
    insertInto(
      { file: OPTIONAL, text },
      /^export const OPTIONAL_FEATURES = \{$/,
      `  ${key}: { own: ${own}, named: /${words}/i },`,
    ),
  )
  edit(MENTIONS, (text) => insertInto({ file: MENTIONS, text }, /^const FOREIGN_FILES: .* = \{$/, `  ${key}: 0,`))
  const tables = tablesIn(recipe)
  const row = [`\`${name}\``, purpose, tables.join(', ') || '–', manifest.needs?.join(', ') ?? '–', 'yes']
  edit(FEATURES, (text) => insertSorted({ file: FEATURES, text }, /^\| `([\w-]+)` \|/, name, `| ${row.join(' | ')} |`))
  const inDatabase = tables.map((table) => table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  if (tables.length === 0) return
  const opening = /^const IN_DATABASE: .* = \{$/
  edit(REMOVAL_TEST, (text) =>
    insertInto(
      { file: REMOVAL_TEST, text: expandEmptyBrackets(text, opening) },
      opening,
      `  ${key}: '${inDatabase.join('|')}',`,
    ),
  )
}

function tablesIn({ manifest }: Recipe): string[] {
  return Object.keys(manifest.tables ?? {})
}
