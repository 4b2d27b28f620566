import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { appConfig } from '#app.config'
import { UNTRANSLATED } from '../../src/architecture/locales.ts'
import { filesBelow } from '../remove/list.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import { updateMentionCounts, readAppFile, type Changes } from './changes.ts'
import type { NewFeature, Owner, Switch } from './feature.ts'
import type { Field } from './fields.ts'
import type { Names } from './names.ts'
import { stepsAfterFeature } from './next-steps.ts'
import { rename, TEMPLATE_NAMES } from './rename.ts'
import { SHARED_FILES } from './shared-files.ts'
import { refuseSwitches, sharedFilesOf } from './switches.ts'
import { codeFiles } from './template.ts'
import { textsOf, withUntranslated } from './texts.ts'

/** A requested feature. By default, an organization owns the rows, or a user if the app has no organizations. */
export interface FeatureRequest {
  names: Names
  owner?: Owner | undefined
  fields: Field[]
  switches?: readonly Switch[]
}

/** The changes for a new feature. */
export interface Plan extends Changes {
  feature: NewFeature
}

/**
 * Plans the files of a new feature, and the changes of shared files. Writes no file.
 * @throws {PlainFailure} for a name already in use, a feature that the app lacks, or a shared file in an unknown format
 */
export function planFeature(
  root: string,
  wish: FeatureRequest,
  languages: readonly string[] = appConfig.languages,
): Plan {
  const feature = resolveFeature(root, wish)
  const { names } = feature
  const code = codeFiles(root, feature)
  const there = Object.keys(code).find((file) => existsSync(path.join(root, file)))
  if (there)
    throw new PlainFailure(`"${names.many.kebab}" is taken, because ${there} already exists. Nothing was written.`)
  refuseTakenIdentifiers(root, feature)
  const made = new Map(Object.entries(code))
  const ui = `src/features/${names.many.kebab}/feature.ui.ts`
  made.set(ui, withUniqueShortcut(code[ui] ?? '', names, joinManifests(root, 'feature.ui.ts')))
  const changed = new Map<string, string>()
  for (const { file, edit } of [...SHARED_FILES, ...sharedFilesOf(feature)])
    changed.set(file, edit(changed.get(file) ?? readAppFile(root, file), feature))
  updateMentionCounts(root, { made, changed })
  const untranslated: Record<string, string[]> = {}
  for (const language of languages) {
    const texts = textsOf(root, language, feature)
    for (const [file, text] of texts.files) (existsSync(path.join(root, file)) ? changed : made).set(file, text)
    if (texts.untranslated.length > 0) untranslated[language] = texts.untranslated
  }
  if (Object.keys(untranslated).length > 0) changed.set(UNTRANSLATED, withUntranslated(root, untranslated))
  return { feature, made, changed, untranslated, next: stepsAfterFeature(names, untranslated) }
}

function resolveFeature(root: string, { names, owner, fields, switches = [] }: FeatureRequest): NewFeature {
  const files = filesBelow(root, 'src').filter((file) => /tables\/[\w-]+\.ts$|\.tables\.server\.ts$/.test(file))
  const declaring = (table: string) =>
    files.find((file) => new RegExp(`^export const ${table} = pgTable\\(`, 'm').test(readAppFile(root, file)))
  const [user, organization] = [declaring('user'), declaring('organization')]
  if (user === undefined) throw new PlainFailure('No file declares the table "user". Nothing was written.')
  if (organization === undefined && (owner === 'organization' || fields.some(({ kind }) => kind === 'organization')))
    throw new PlainFailure(
      'This app has no organizations. Use --owner user or --owner everybody, and no fields of the type organization. Nothing was written.',
    )
  if (/^(user|api-key)-/.test(names.one.kebab))
    throw new PlainFailure(
      `"${names.many.kebab}" isn't a valid name, because names that begin with user- or api-key- belong to accounts in the history. Choose another name. Nothing was written.`,
    )
  const own = new Set([names.one.camel, names.many.camel])
  const called = fields.find(({ name, column }) => own.has(name) || own.has(column))
  if (called)
    throw new PlainFailure(
      `The field "${called.name}" has the same name as the rows. Choose another name. Nothing was written.`,
    )
  const feature: NewFeature = {
    names,
    owner: owner ?? (organization ? 'organization' : 'user'),
    fields,
    switches,
    tableFiles: { user, organization },
  }
  refuseSwitches(root, feature)
  return feature
}

/** Returns the joined manifests of all features, in which names and keys of a new feature must not occur. */
function joinManifests(root: string, name: 'feature.ts' | 'feature.ui.ts'): string {
  const folder = path.join(root, 'src/features')
  return readdirSync(folder)
    .map((feature) => path.join(folder, feature, name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
}

/** Sets a keyboard shortcut: the first unused letter of the name, otherwise any unused letter. */
function withUniqueShortcut(manifest: string, { many }: Names, others: string): string {
  const taken = new Set([...others.matchAll(/key: '(\w)'/g)].map(([, key]) => key))
  const free = [...many.camel.toLowerCase(), ...'abcdefghijklmnopqrstuvwxyz'].find((letter) => !taken.has(letter))
  return manifest.replace(/key: '\w'/, `key: '${free}'`)
}

/** Throws if the new code would declare a name that the surrounding code already uses for something else. */
function refuseTakenIdentifiers(root: string, feature: NewFeature) {
  const { names } = feature
  const around = SHARED_FILES.filter(({ file }) => file.endsWith('.ts')).map(({ file }) => [
    file,
    readAppFile(root, file),
  ])
  const tables = filesBelow(root, 'src')
    .filter((file) => /tables\/[\w-]+\.ts$|\.tables\.server\.ts$/.test(file))
    .map((file) => readAppFile(root, file).replaceAll(/^(?!export const).*$/gm, ''))
  const places = [
    ...around,
    ['the tables', tables.join('\n')],
    ['the manifests of features', joinManifests(root, 'feature.ts')],
  ]
  const code = Object.entries(codeFiles(root, { ...feature, names: TEMPLATE_NAMES }))
  const own = new Set(
    code.flatMap(([, text]) => [...identifiersIn(text)]).filter((word) => rename(word, names) !== word),
  )
  for (const [file, text] of code.filter(([file]) => /\.tsx?$/.test(file))) {
    const words = identifiersIn(text)
    refuseTakenIdentifiersIn(
      file,
      [...words].filter((word) => own.has(word)),
      words,
      names,
    )
  }
  for (const [file = '', text = ''] of places) refuseTakenIdentifiersIn(file, [...own], identifiersIn(text), names)
}

function refuseTakenIdentifiersIn(file: string, own: string[], words: Set<string>, names: Names) {
  const taken = own.map((word) => rename(word, names)).find((word) => words.has(word))
  if (taken)
    throw new PlainFailure(
      `"${names.many.kebab}" isn't a valid name, because "${taken}" is already used in ${file}. Choose another name, for example customer-${names.many.kebab}. Nothing was written.`,
    )
}

/** Returns the identifiers in code, except in comments, strings and template literals, and except properties after a dot. */
export function identifiersIn(text: string): Set<string> {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|`[^`]*`|\/\/.*/g, ' ')
  return new Set(code.match(/(?<![\w$.])[A-Za-z_$][\w$]*/g))
}
