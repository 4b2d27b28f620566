import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pluralize from 'pluralize'
import { appConfig } from '#app.config'
import type { Feature } from '#feature/feature.ts'
import { foreignMentions, OPTIONAL_FEATURES } from '../../src/architecture/foreign-mentions.ts'
import { textsIn, type Text } from '../../src/architecture/locales.ts'
import type { Source } from '../../src/architecture/source.ts'
import { tableOf, unusedTerms } from '../../src/architecture/terms.ts'
import { unusedTexts } from '../../src/architecture/used-texts.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import { sqlOfFeature, sqlThatDrops } from '../support/feature-sql.ts'
import { withoutEntries, withoutImports, withoutKeys, withoutMentions, withoutStyles, withoutText } from './cut.ts'
import { withoutFaults } from './faults.ts'
import { filesBelow, optionalFeature, sourcesIn } from './list.ts'
import { manifestOf } from './manifest.ts'
import { unusedPackages, withoutPackages } from './packages.ts'
import { variablesOf, withoutVariables } from './settings.ts'
import { filesUsedOnlyBy } from './unused-files.ts'

const FOLDERS = ['src', 'e2e', 'locales', 'docs', 'deploy', 'scripts', 'bench', 'emails']
const AT_TOP = ['app.config.ts', 'README.md', 'CHANGELOG.md', '.env.example', 'docker-compose.yml']
/** Files whose text may name a feature. */
const TEXT = /\.(tsx?|css|json|md|ya?ml)$|^\.env\.example$/
const KEPT = /^(src\/db\/migrations|e2e\/fixtures|scripts)\/|\.gen\.ts$/
const MENTIONS = 'src/architecture/foreign-mentions.test.ts'
const TABLES = 'src/features.tables.server.ts'
const TERMS = 'docs/terms.md'
const FAULTS = 'docs/reliability.md'
const NO_TABLES = `// oxlint-disable-next-line unicorn/require-module-specifiers -- no feature has tables in its folder
export {}
`
const RELEASED = 'src/api/released-openapi.json'

/** The changes of files that taking a feature out means. */
export interface Removal {
  deleted: string[]
  /** The new texts of files by their paths from the root. */
  changed: Map<string, string>
  /** The tables that go, by their names in the code. */
  tables: string[]
  /** Packages that nothing else imports. */
  packages: string[]
  /** The statements that drop its triggers, constraints and functions, which drizzle knows nothing of. */
  drops: string[]
  /** Files that speak of it still, for somebody to read. */
  left: string[]
}

/**
 * The files that go with a feature, and those that name it. Writes nothing.
 * @throws {PlainFailure} where there is no such feature, or code outside of it names it
 */
export async function planRemoval(root: string, name: string): Promise<Removal> {
  const folder = `src/features/${name}`
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  if (!/^[a-z][a-z-]*$/.test(name) || !existsSync(path.join(root, folder, 'feature.ts')))
    throw new PlainFailure(`There is no feature "${name}": npm run features lists them. Nothing was written.`)
  const files = [...FOLDERS.flatMap((top) => filesBelow(root, top)), ...AT_TOP]
  const optional = optionalFeature(name)
  if (!optional) throw new PlainFailure(`"${name}" is a part that the product stands on. Nothing was written.`)
  const { key, feature } = optional
  const sources = sourcesIn(root)
  const manifest = await manifestOf(path.join(root, folder, 'feature.ts'))
  const foreign = foreignMentions(feature, sources)
  if (!manifest.isOptional || foreign.length > 0)
    throw new PlainFailure(
      `"${name}" does not come out yet. ${foreign.length} files outside of it name it. ${foreign.join(', ')}\nNothing was written.`,
    )
  const variables = await variablesOf(path.join(root, folder, 'feature.start.server.ts'))
  const isCode = (file: string) => /\.tsx?$/.test(file)
  const own = files.filter((file) => isOwn(file, name, Object.keys(manifest.texts ?? {})))
  const code = files.filter(isCode).map((file) => ({ path: file, text: read(file) }))
  const deleted = [...own, ...filesUsedOnlyBy(new Set(own), code)]
  const gone = new Set(deleted)
  const changed = new Map<string, string>()
  for (const file of files.filter((one) => !gone.has(one) && !KEPT.test(one) && TEXT.test(one))) {
    const text = read(file)
    const cut = withoutFeature(
      { path: file, text },
      {
        name,
        key,
        manifest,
        variables,
        folder,
        read,
        has: (one) => existsSync(path.join(root, one)),
        isGone: (one) => gone.has(one) || one === folder || isEmptied(one, files, gone),
      },
    )
    if (cut !== text) changed.set(file, cut)
  }
  const now = (file: string) => changed.get(file) ?? read(file)
  const kept = (all: Source[]) =>
    all.filter(({ path: file }) => !gone.has(file)).map(({ path: file }) => ({ path: file, text: now(file) }))
  const locales = files.filter((file) => file.startsWith('locales/')).map((file) => ({ path: file, text: read(file) }))
  changed.set(MENTIONS, withCounts(now(MENTIONS), kept(sources)))
  const shown = isShown(sources, locales)
  for (const { source, key } of unusedTexts(kept(sources), textsIn(kept(locales))).filter(shown))
    changed.set(source.path, withoutText(now(source.path), key))
  changed.set(TERMS, withTermsOf(now(TERMS), textsIn(kept(locales))))
  const packages = unusedPackages(
    read('package.json'),
    code.filter(({ path: file }) => gone.has(file)),
    kept(code),
  )
  if (packages.length > 0) changed.set('package.json', withoutPackages(read('package.json'), packages))
  const left = files
    .filter((file) => !gone.has(file) && !KEPT.test(file) && TEXT.test(file))
    .filter((file) => feature.named.test(now(file)))
  return {
    deleted,
    changed,
    tables: Object.keys(manifest.tables ?? {}),
    packages,
    drops: sqlOfFeature(root, name).flatMap(sqlThatDrops),
    left,
  }
}

interface Going {
  name: string
  /** Its name among the optional features. */
  key: string
  manifest: Feature
  variables: string[]
  folder: string
  read: (file: string) => string
  has: (file: string) => boolean
  isGone: (file: string) => boolean
}

function withoutFeature({ path: file, text }: Source, going: Going): string {
  const { manifest, variables, name, read, has, isGone } = going
  const [, namespace] = /^locales\/[a-z]+\/(\w+)\.json$/.exec(file) ?? []
  if (namespace !== undefined) return withoutTexts(namespace, text, going)
  if (file === RELEASED) return withoutPromises(text, manifest)
  if (file.endsWith('.md')) {
    const faults = `e2e/${name}/faults.ts`
    const told = file === FAULTS && has(faults) ? withoutFaults(text, read(faults)) : text
    const shorter = withoutMentions(told, isGone).replace(new RegExp(`^\\| \`${name}\` \\|.*\n`, 'm'), '')
    return withoutVariables(file === 'README.md' ? shorter.replace(`, ${name}.md`, '') : shorter, variables)
  }
  if (file.endsWith('.css')) return withoutStyles(file, text, isGone)
  if (!/\.(tsx?|json)$/.test(file)) return withoutVariables(text, variables)
  const rest = withoutImports(file, text, isGone)
  if (file === TABLES && !/^export /m.test(rest)) return `${rest}${NO_TABLES}`
  const entries = entriesIn(file, going)
  return entries.reduce((shorter, entry) => withoutEntries(shorter, entry), rest)
}

/** The lines of lists that name a feature without an import. */
function entriesIn(file: string, { name, key, folder, manifest }: Going): RegExp[] {
  if (file.startsWith('src/architecture/foreign-mentions')) return [new RegExp(`^ {2}'?${key}'?: `)]
  if (file.startsWith('src/architecture/')) return [new RegExp(`^ +'${folder}/`), ...selectsFrom(manifest)]
  if (file.endsWith('/test-upgrade.ts')) return selectsFrom(manifest)
  if (file.startsWith('e2e/')) return [new RegExp(String.raw`^ +'${name}\.\w+'(?:: |,$)`)]
  if (file !== 'src/auth/permissions.test.ts') return []
  return Object.keys(manifest.permissions ?? {}).map((one) => new RegExp(String.raw`^ +'${one}:[\w-]+': `))
}

/** The lines of tests that are a SELECT of a feature's rows, among others. */
function selectsFrom({ tables = {} }: Feature): RegExp[] {
  return Object.keys(tables)
    .map((table) => table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .map((table) => new RegExp(String.raw`^ +(?:'[^']+': \`|\()select .*\bfrom ${table}\b`))
}

function withoutTexts(namespace: string, text: string, { manifest, folder, read, has }: Going): string {
  const programs = manifest.forPrograms ?? {}
  if (namespace === 'history')
    return withoutKeys(withoutKeys(text, 'actions', manifest.audit ?? []), 'scopes', Object.values(programs).flat())
  if (namespace === 'keys') return withoutKeys(text, 'groups', Object.keys(programs))
  if (namespace === 'mail') return withoutKeys(text, 'notices', Object.keys(manifest.notices ?? {}))
  if (namespace !== 'audit' && namespace !== 'common') return text
  const file = `${folder}/feature.ui.ts`
  const shown = has(file) ? read(file) : ''
  const found = (pattern: RegExp) => [...shown.matchAll(pattern)].map(([, name = '']) => name)
  return namespace === 'audit'
    ? withoutKeys(text, 'groups', found(/auditGroup: \{ name: '(\w+)'/g))
    : withoutKeys(text, 'nav', found(/label: '(\w+)'/g))
}

/** Whether code asks for a text. */
function isShown(sources: Source[], locales: Source[]): (text: Text) => boolean {
  const nameOf = ({ namespace, key }: Text) => `${namespace}:${key}`
  const unused = new Set(unusedTexts(sources, textsIn(locales)).map(nameOf))
  return (text) => !unused.has(nameOf(text))
}

/** The counts of files that name the other optional features, without the files that went. */
function withCounts(text: string, sources: Source[]): string {
  return Object.entries(OPTIONAL_FEATURES).reduce(
    (counted, [key, feature]) =>
      counted.replace(
        new RegExp(`(^ {2}'?${key}'?: )\\d+`, 'm'),
        (_, start: string) => `${start}${foreignMentions(feature, sources).length}`,
      ),
    text,
  )
}

/** The table of terms without the rows that no text says any more. */
function withTermsOf(document: string, texts: Text[]): string {
  const isOver = new Set(
    tableOf(document, appConfig.defaultLanguage)
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

/** A description of the API that does not promise a feature's operations and actions any more. */
function withoutPromises(text: string, { audit = [], forPrograms = {} }: Feature): string {
  const tags = Object.keys(forPrograms)
  if (tags.length === 0 && audit.length === 0) return text
  const described = JSON.parse(text) as { tags: { name: string }[]; paths: Record<string, Record<string, Operation>> }
  described.tags = described.tags.filter(({ name }) => !tags.includes(name))
  for (const [path, operations] of Object.entries(described.paths))
    if (Object.values(operations).every((one) => one.tags.some((tag) => tags.includes(tag))))
      delete described.paths[path]
  return JSON.stringify(
    described,
    (_, value: unknown) => (Array.isArray(value) ? value.filter((one) => !audit.includes(one)) : value),
    2,
  )
}

interface Operation {
  tags: string[]
}

/** Whether a folder loses all of its files. */
function isEmptied(folder: string, files: string[], gone: ReadonlySet<string>): boolean {
  const inside = files.filter((file) => file.startsWith(`${folder}/`))
  return inside.length > 0 && inside.every((file) => gone.has(file))
}

/** Whether a file belongs to a feature by its place or by its name. */
function isOwn(file: string, name: string, namespaces: string[]): boolean {
  const names = `(?:${name}|${pluralize.singular(name)})`
  if (new RegExp(`^locales/(?:${appConfig.languages.join('|')})/(?:${namespaces.join('|')})\\.json$`).test(file))
    return namespaces.length > 0
  return new RegExp(
    `^src/features/${name}/|^src/routes/(?:.*/)?-?${name}(?:/|\\.tsx$)|^(?:e2e|bench)/${name}(?:/|\\.ts$)|^e2e/support/(?:${name}\\.ts|pages/${names}-pages\\.ts)$|^e2e/screenshots/(?:.*[/-])?${names}-[^/]*\\.png$|^docs/${name}\\.md$|^deploy/${name}/`,
  ).test(file)
}
