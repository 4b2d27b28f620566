import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { appConfig } from '#app.config'
import type { Feature } from '#feature/feature.ts'
import { foreignMentions, OPTIONAL_FEATURES } from '../../src/architecture/foreign-mentions.ts'
import { CHECKED_TEXTS } from '../../src/architecture/checked-texts.ts'
import { SAME_TEXTS, textsIn, UNTRANSLATED, type Text } from '../../src/architecture/locales.ts'
import type { Source } from '../../src/architecture/source.ts'
import { readMarkdownTable, unusedTerms } from '../../src/architecture/terms.ts'
import { unusedTexts } from '../../src/architecture/used-texts.ts'
import { readFeatureSql, dropStatements } from '../support/feature-sql.ts'
import { withoutEntries, withoutImports, withoutKeys, withoutMentions, withoutStyles, withoutText } from './cut.ts'
import { actionsOnlyRecordedBy, withoutActions } from './actions.ts'
import { authEndpointEntries } from './auth-paths.ts'
import { withoutFaults } from './faults.ts'
import { emptiedFolders, withoutFolders } from './folders.ts'
import { filesBelow, sourcesIn } from './list.ts'
import { unusedPackages, withoutPackages } from './packages.ts'
import { withoutCheckedTexts, withoutStaleKeys, withoutStaleSameTexts } from './listed-texts.ts'
import { isFileOfFeature, findFeaturesToRemove, type FeatureToRemove } from './parts.ts'
import { RELEASED_DESCRIPTION, withoutReleasedOperations } from './released-description.ts'
import { withoutVariables } from './settings.ts'
import { withFeatureLeftOut } from './starter.ts'
import { filesUsedOnlyBy } from './unused-files.ts'

const FOLDERS = ['src', 'e2e', 'locales', 'docs', 'deploy', 'scripts', 'bench', 'emails']
const FILES_AT_TOP = [
  'app.config.ts',
  'drizzle.config.ts',
  'vite.config.ts',
  'vitest.config.ts',
  'README.md',
  'CHANGELOG.md',
  '.env.example',
  'docker-compose.yml',
]
/** Files whose text can name a feature. */
const TEXT = /\.(tsx?|css|json|md|ya?ml)$|^\.env\.example$/
const UNTOUCHED_FILES = /^(src\/db\/migrations|e2e\/fixtures|scripts)\/|\.gen\.ts$/
const MENTIONS = 'src/architecture/foreign-mentions.test.ts'
const TABLES = 'src/features.tables.server.ts'
const TERMS = 'docs/terms.md'
const REMOVAL_TEST = 'e2e/local/remove.e2e.ts'
const FAULTS = 'docs/reliability.md'
const NO_TABLES = `// oxlint-disable-next-line unicorn/require-module-specifiers -- no feature has tables in its folder
export {}
`
const MANIFEST = /^src\/(features\/[\w-]+\/feature|feature\/\w*-?feature)(\.\w+)*\.ts$/

/** The sections with the texts of notices, by namespace. */
const NOTICE_SECTIONS: Record<string, string> = { mail: 'notices', notifications: 'kinds' }

/** All changes that removing a feature makes. */
export interface Removal {
  deleted: string[]
  /** The new contents of files, by path from the root. */
  changed: Map<string, string>
  /** Names, as in the code, of the tables that are dropped. */
  tables: string[]
  /** Packages that only deleted code imports. */
  packages: string[]
  /** Statements that drop the feature's triggers, constraints and functions, which drizzle does not manage. */
  drops: string[]
  /** Files that still mention the feature, to be checked by hand. */
  left: string[]
}

/**
 * Plans the removal of a feature without writing any file.
 * @throws {PlainFailure} if the feature does not exist, or code outside of it names it
 */
export async function planRemoval(root: string, name: string): Promise<Removal> {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const sources = sourcesIn(root)
  const parts = await findFeaturesToRemove(root, name, sources)
  const files = [...FOLDERS.flatMap((top) => filesBelow(root, top)), ...FILES_AT_TOP]
  const isCode = (file: string) => /\.tsx?$/.test(file)
  const own = files.filter((file) => parts.some((part) => isFileOfFeature(file, part)))
  const code = files.filter(isCode).map((file) => ({ path: file, text: read(file) }))
  const deleted = [...own, ...filesUsedOnlyBy(new Set(own), code)]
  const gone = new Set(deleted)
  const has = (file: string) => existsSync(path.join(root, file))
  const isGone = (file: string) =>
    gone.has(file) || parts.some(({ folder }) => file === folder) || isEmptied(file, files, gone)
  const emptied = emptiedFolders(files, (file) => gone.has(file))
  const actions = actionsOnlyRecordedBy(gone, sources)
  const functionFiles = deleted.flatMap((file) => /([\w-]+)\.functions\.ts$/.exec(file)?.[1] ?? [])
  const authEndpoints = authEndpointEntries(code.filter(({ path: file }) => gone.has(file)))
  const changed = new Map<string, string>()
  for (const file of files.filter((one) => !gone.has(one) && !UNTOUCHED_FILES.test(one) && TEXT.test(one))) {
    const text = read(file)
    const cut = parts.reduce(
      (rest, part) =>
        withoutFeature(
          { path: file, text: rest },
          {
            ...part,
            read,
            has,
            isGone,
            functionFiles,
            authEndpoints,
            actions: [...actions, ...(part.manifest.audit ?? [])],
          },
        ),
      text,
    )
    const rest = withoutFolders(file, cut, emptied)
    if (rest !== text) changed.set(file, rest)
  }
  const now = (file: string) => changed.get(file) ?? read(file)
  const kept = (all: Source[]) =>
    all.filter(({ path: file }) => !gone.has(file)).map(({ path: file }) => ({ path: file, text: now(file) }))
  const locales = files.filter((file) => file.startsWith('locales/')).map((file) => ({ path: file, text: read(file) }))
  changed.set(MENTIONS, withUpdatedMentionCounts(now(MENTIONS), kept(sources)))
  const shown = usedTextChecker(sources, locales)
  for (const { source, key } of unusedTexts(kept(sources), textsIn(kept(locales))).filter(shown))
    changed.set(source.path, withoutText(now(source.path), key))
  const textsLeft = textsIn(kept(locales))
  changed.set(TERMS, withoutUnusedTerms(now(TERMS), textsLeft))
  for (const [list, withoutStale] of [
    [SAME_TEXTS, withoutStaleSameTexts],
    [UNTRANSLATED, withoutStaleKeys],
    [CHECKED_TEXTS, (json: string, left: Text[]) => withoutCheckedTexts(json, textsIn(locales), left)],
  ] as const) {
    const rest = withoutStale(now(list), textsLeft)
    // The lists are formatted in another way than by JSON.stringify, so compare their contents.
    if (JSON.stringify(JSON.parse(rest)) !== JSON.stringify(JSON.parse(now(list)))) changed.set(list, rest)
  }
  const packages = unusedPackages(
    read('package.json'),
    code.filter(({ path: file }) => gone.has(file)),
    kept(code),
  )
  const npm = read('package.json')
  const leaner = withFeatureLeftOut(packages.length > 0 ? withoutPackages(npm, packages) : npm, name)
  if (leaner !== npm) changed.set('package.json', leaner)
  const left = files
    .filter((file) => !gone.has(file) && !UNTOUCHED_FILES.test(file) && TEXT.test(file))
    .filter((file) => parts.some(({ named }) => named.test(now(file))))
  return {
    deleted,
    changed,
    tables: parts.flatMap(({ manifest }) => Object.keys(manifest.tables ?? {})),
    packages,
    drops: parts.flatMap(({ name }) => readFeatureSql(root, name).flatMap(dropStatements)),
    left,
  }
}

interface RemovedFeature extends FeatureToRemove {
  read: (file: string) => string
  has: (file: string) => boolean
  isGone: (file: string) => boolean
  /** The names of deleted files with server functions, which are the first part of the functions' IDs. */
  functionFiles: string[]
  authEndpoints: RegExp | undefined
  /** Audit actions that are removed: those of the feature and those that only removed code records. */
  actions: string[]
}

function withoutFeature({ path: file, text }: Source, going: RemovedFeature): string {
  const { variables, name, read, has, isGone } = going
  const [, namespace] = /^locales\/[a-z]+\/([\w-]+)\.json$/.exec(file) ?? []
  if (namespace !== undefined) return withoutTexts(namespace, text, going)
  if (file === RELEASED_DESCRIPTION) return withoutReleasedOperations(text, going)
  if (file.endsWith('.md')) {
    const faults = `e2e/${name}/faults.ts`
    const told = file === FAULTS && has(faults) ? withoutFaults(text, read(faults)) : text
    const shorter = withoutMentions(told, isGone).replace(new RegExp(`^\\| \`${name}\` \\|.*\n`, 'm'), '')
    return withoutVariables(shorter, variables)
  }
  if (file.endsWith('.css')) return withoutStyles(file, text, isGone)
  if (!/\.(tsx?|json)$/.test(file)) return withoutVariables(text, variables)
  return withoutLines({ path: file, text }, going)
}

function withoutLines({ path: file, text }: Source, going: RemovedFeature): string {
  const rest = withoutImports(file, text, going.isGone)
  if (file === TABLES && !/^export /m.test(rest)) return `${rest}${NO_TABLES}`
  const known = MANIFEST.test(file) ? withoutActions(rest, going.actions) : rest
  return entryPatterns(file, going).reduce((shorter, entry) => withoutEntries(shorter, entry), known)
}

/** Returns patterns for list entries that name a feature without an import. */
function entryPatterns(file: string, { name, key, folder, manifest, functionFiles, authEndpoints }: RemovedFeature) {
  if (MANIFEST.test(file)) return manifestFieldPatterns(manifest)
  if (file.startsWith('src/architecture/foreign-mentions')) return [new RegExp(`^ {2}'?${key}'?: `)]
  if (file.startsWith('src/architecture/')) return [new RegExp(`^ +'${folder}/`), ...selectPatterns(manifest)]
  if (file.endsWith('/test-upgrade.ts')) return selectPatterns(manifest)
  if (file === REMOVAL_TEST) return [new RegExp(`^ {2}'?${name}'?: '`)]
  if (file.startsWith('e2e/'))
    return [
      new RegExp(String.raw`^ +'(?:${[name, ...functionFiles].join('|')})\.\w+'(?:: |,$)`),
      ...(authEndpoints ? [authEndpoints] : []),
    ]
  if (file !== 'src/auth/permissions.test.ts') return []
  return Object.keys(manifest.permissions ?? {}).map((one) => new RegExp(String.raw`^ +'${one}:[\w-]+': `))
}

/** Returns patterns for lines of manifests, and of their types, that exist only for a feature. */
function manifestFieldPatterns({ extensions }: Feature): RegExp[] {
  return (extensions?.fields ?? []).map((field) => new RegExp(String.raw`^  ${field}\??: `))
}

/** Returns patterns for entries of tests that SELECT from a table of a feature. */
function selectPatterns({ tables = {} }: Feature): RegExp[] {
  return Object.keys(tables)
    .map((table) => table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .map((table) => new RegExp(String.raw`^ +(?:'[^']+': \`|\()select .*\bfrom ${table}\b`))
}

function withoutTexts(
  namespace: string,
  text: string,
  { actions, manifest, folder, read, has }: RemovedFeature,
): string {
  if (namespace === 'history')
    return ['actions', 'events'].reduce(
      (rest, section) => withoutKeys(rest, section, actions),
      withoutKeys(text, 'scopes', permissionsOf(manifest)),
    )
  if (namespace === 'account')
    return ['byYou', 'happened'].reduce(
      (rest, section) => withoutKeys(rest, section, actions),
      withoutKeys(text, 'optional', Object.keys(manifest.notices ?? {})),
    )
  const section = NOTICE_SECTIONS[namespace]
  if (section !== undefined) return withoutKeys(text, section, Object.keys(manifest.notices ?? {}))
  if (namespace !== 'audit' && namespace !== 'common') return text
  const file = `${folder}/feature.ui.ts`
  const shown = has(file) ? read(file) : ''
  const found = (pattern: RegExp) => [...shown.matchAll(pattern)].map(([, name = '']) => name)
  return namespace === 'audit'
    ? withoutKeys(withoutKeys(text, 'groups', found(/auditGroup: \{ name: '([\w-]+)'/g)), 'actions', actions)
    : withoutKeys(text, 'nav', found(/label: '(\w+)'/g))
}

/** Returns the names of a feature's permissions, for example `user:list`. */
function permissionsOf({ permissions = {} }: Feature): string[] {
  return Object.entries(permissions).flatMap(([resource, actions]) =>
    Object.keys(actions).map((action) => `${resource}:${action}`),
  )
}

/** Returns a function that checks whether code uses a text. */
function usedTextChecker(sources: Source[], locales: Source[]): (text: Text) => boolean {
  const nameOf = ({ namespace, key }: Text) => `${namespace}:${key}`
  const unused = new Set(unusedTexts(sources, textsIn(locales)).map(nameOf))
  return (text) => !unused.has(nameOf(text))
}

/** Updates the counts of files that name each remaining optional feature. */
function withUpdatedMentionCounts(text: string, sources: Source[]): string {
  return Object.entries(OPTIONAL_FEATURES).reduce(
    (counted, [key, feature]) =>
      counted.replace(
        new RegExp(`(^ {2}'?${key}'?: )\\d+`, 'm'),
        (_, start: string) => `${start}${foreignMentions(feature, sources).length}`,
      ),
    text,
  )
}

/** Removes the terms that no remaining text uses from the table of terms. */
function withoutUnusedTerms(document: string, texts: Text[]): string {
  const isOver = new Set(
    readMarkdownTable(document, appConfig.defaultLanguage)
      .filter((row) => unusedTerms(texts, appConfig.languages, [row]).length > 0)
      .map((row) => row.join('|')),
  )
  return document
    .split('\n')
    .filter(
      (line) =>
        !isOver.has(
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim())
            .join('|'),
        ),
    )
    .join('\n')
}

/** Whether a folder loses all of its files. */
function isEmptied(folder: string, files: string[], gone: ReadonlySet<string>): boolean {
  const inside = files.filter((file) => file.startsWith(`${folder}/`))
  return inside.length > 0 && inside.every((file) => gone.has(file))
}
