import { finderFunctionIds } from './write-choices.ts'
import { insertImport, insertInto, insertSorted } from './edit.ts'
import type { NewFeature } from './feature.ts'
import type { Target } from './changes.ts'
import { PlainFailure } from '../support/plain-failure.ts'

/** A file of the app with entries for features. */
export interface SharedFile {
  file: string
  /** Returns the file's text with the lines of a new feature. */
  edit: (text: string, feature: NewFeature) => string
}

interface List {
  file: string
  /** The file name of the imported modules, for example `feature.ui.ts`. */
  part: string
  /** Matches the first line of the array. */
  list: RegExp
  /** The element before which to insert, if it exists. */
  before?: string
}

const SERVER_LIST: List = {
  file: 'src/features.server.ts',
  part: 'feature.server.ts',
  list: /^export const serverFeatures: ServerFeature\[\] = \[$/,
}

const DATA_LIST: List = { file: 'src/features.ts', part: 'feature.ts', list: /^export const features = \[$/ }

// The array in this file has the order of the navigation's links, so a new feature is inserted before `users`.
const UI_LIST: List = {
  file: 'src/features.ui.ts',
  part: 'feature.ui.ts',
  list: /^const features = \[$/,
  before: 'users',
}

/** The lists of the features' parts, except the list of the parts that run when a process starts. */
export const FEATURE_LISTS = [DATA_LIST, SERVER_LIST, UI_LIST]

/** Returns the text of a file with an array of imported features, with another feature. */
export function withFeature({ file, part, list, before }: List, text: string, { folder, constant }: Target): string {
  const imported = withImportOf(file, text, part, { folder, constant })
  return insertInto(
    { file, text: imported },
    list,
    `  ${constant},`,
    before === undefined ? undefined : new RegExp(`^ {2}${before},$`),
  )
}

function withImportOf(file: string, text: string, part: string, { folder, constant }: Target): string {
  const path = `#features/${folder}/${part}`
  const others = /^import .* from '(#features\/[^']+)'$/
  const line = `import { ${constant} } from '${path}'`
  // If no feature of the app has such a part, the file has no such import yet.
  return text.split('\n').some((one) => others.test(one))
    ? insertSorted({ file, text }, others, path, line)
    : insertImport(text, line)
}

/** Returns `src/features.server.ts` with the server part of another feature. */
export function withServerFeature(text: string, target: Target): string {
  return withFeature(SERVER_LIST, text, target)
}

/** Returns `src/features.start.server.ts` with the part of another feature that is loaded at the start of a process. */
export function withStartFeature(text: string, target: Target): string {
  const list = /^(export const startFeatures: .* = \[)([^\]]*)\]/m
  if (!list.test(text))
    throw new PlainFailure(`The generator can't find the list of features in ${START_LIST}. Nothing was written.`)
  const imported = withImportOf(START_LIST, text, 'feature.start.server.ts', target)
  return imported.replace(list, (_found, start: string, features: string) => {
    const others = features.replace(/,?\s*$/, '')
    return `${start}${others === '' ? '' : `${others}, `}${target.constant}]`
  })
}

/** The list of the features' parts that run when a process starts. */
export const START_LIST = 'src/features.start.server.ts'

/** The list of the features' tables. */
export const TABLES_LIST = 'src/features.tables.server.ts'

/** Returns `src/features.tables.server.ts` with the tables of another feature. */
export function withTables(text: string, folder: string): string {
  const path = `./features/${folder}/${folder}.tables.server.ts`
  const line = `export * from '${path}'`
  // The placeholder that replaces the exports when the last feature with tables is removed.
  const none = /^\/\/ oxlint-disable-next-line unicorn\/require-module-specifiers.*\nexport \{\}$/m
  if (none.test(text)) return text.replace(none, line)
  return insertSorted({ file: TABLES_LIST, text }, /^export \* from '(\.\/features\/[^']+)'$/, path, line)
}

/** The file with the texts of all namespaces for end-to-end tests. */
export const TEXTS_OF_TESTS = 'e2e/support/texts.ts'

/** Returns `e2e/support/texts.ts` with another namespace. */
export function withNamespace(text: string, namespace: string): string {
  const file = TEXTS_OF_TESTS
  const path = `../../locales/en/${namespace}.json`
  const statement = `import type ${namespace} from '${path}'`
  const imported = insertSorted({ file, text }, /^import type .* from '([^']+\.json)'$/, path, statement)
  return insertInto({ file, text: imported }, /^export interface Texts \{$/, `  ${namespace}: typeof ${namespace}`)
}

/** The list of all pages for end-to-end tests. */
export const PAGES_OF_TESTS = 'e2e/support/all-pages.ts'

/** Returns `e2e/support/all-pages.ts` with the pages of another file, `<name>-pages.ts`, which exports `<constant>Pages`. */
export function withPages(text: string, name: string, constant: string): string {
  const file = PAGES_OF_TESTS
  const path = `./pages/${name}-pages.ts`
  const statement = `import { ${constant}Pages } from '${path}'`
  const imported = insertSorted({ file, text }, /^import .* from '(\.\/pages\/[^']+)'$/, path, statement)
  return insertInto({ file, text: imported }, /^export const ALL_PAGES: .*= \[$/, `  ...${constant}Pages,`)
}

/** Describes a file with an array of imported features. */
function featureListFile(list: List): SharedFile {
  return {
    file: list.file,
    edit: (text, { names: { many } }) => withFeature(list, text, { folder: many.kebab, constant: many.camel }),
  }
}

/** The shared files with an entry for each feature. No other code of the generator names these files. */
export const SHARED_FILES: SharedFile[] = [
  ...FEATURE_LISTS.map(featureListFile),
  { file: TABLES_LIST, edit: (text, { names: { many } }) => withTables(text, many.kebab) },
  {
    file: 'src/auth/permissions.test.ts',
    edit: (text, feature) => {
      const file = 'src/auth/permissions.test.ts'
      const {
        names: { one },
        owner,
      } = feature
      const line = (act: string, roles: string[]) =>
        `  '${one.camel}:${act}': [${roles.map((role) => `'${role}'`).join(', ')}],`
      const acts = ['create', 'update', 'delete']
      const readers = ['admin', 'user']
      const changers = owner === 'user' ? readers : ['admin']
      const lines = [line('read', readers), ...acts.map((act) => line(act, changers))]
      const longer = insertInto({ file, text }, /^const WHO_MAY: .*= \{$/, lines.join('\n'))
      if (owner !== 'organization') return longer
      const inOne = [line('read', ['owner', 'admin', 'member']), ...acts.map((act) => line(act, ['owner', 'admin']))]
      return insertInto({ file, text: longer }, /^const WHO_MAY_IN_ONE: .*= \{$/, inOne.join('\n'))
    },
  },
  {
    file: 'e2e/support/endpoints.ts',
    edit: (text, feature) => {
      const {
        names: { one, many },
        owner,
      } = feature
      const changers = owner === 'user' ? 'USERS' : 'ADMINS'
      const rows: [id: string, method: string, allowed: string][] = [
        ...finderFunctionIds(feature).map((id): [string, string, string] => [id, 'GET', 'USERS']),
        [`${many.kebab}.create${one.pascal}`, 'POST', changers],
        [`${many.kebab}.delete${one.pascal}`, 'POST', changers],
        [`${many.kebab}.get${one.pascal}`, 'GET', 'USERS'],
        [`${many.kebab}.get${one.pascal}Count`, 'GET', 'USERS'],
        [`${many.kebab}.list${many.pascal}`, 'GET', 'USERS'],
        [`${many.kebab}.restore${one.pascal}`, 'POST', changers],
        [`${many.kebab}.update${one.pascal}`, 'POST', changers],
      ]
      const file = 'e2e/support/endpoints.ts'
      return rows.reduce(
        (longer, [id, method, allowed]) =>
          insertSorted(
            { file, text: longer },
            /^ {2}'([\w-]+\.\w+)': \{.*allowed.*\},$/,
            id,
            `  '${id}': { method: '${method}', allowed: ${allowed} },`,
          ),
        text,
      )
    },
  },
  { file: TEXTS_OF_TESTS, edit: (text, { names: { many } }) => withNamespace(text, many.camel) },
  { file: PAGES_OF_TESTS, edit: (text, { names: { one } }) => withPages(text, one.kebab, one.camel) },
  {
    file: 'e2e/support/world.ts',
    edit: (text, { names: { one, many } }) => {
      const file = 'e2e/support/world.ts'
      const declared = insertInto(
        { file, text: withHelper(file, text, one.pascal, many.kebab) },
        /^export interface World \{$/,
        `  ${one.camel}: Awaited<ReturnType<typeof addLongest${one.pascal}>>`,
      )
      return insertInto(
        { file, text: declared },
        /^ {2}return \{$/,
        `    ${one.camel}: await addLongest${one.pascal}(app, admin.id),`,
      )
    },
  },
  {
    file: 'e2e/support/screenshot-world.ts',
    edit: (text, { names: { one, many } }) => {
      const file = 'e2e/support/screenshot-world.ts'
      return insertInto(
        { file, text: withHelper(file, text, one.pascal, many.kebab) },
        /^ {2}return \{$/,
        `    ${one.camel}: await addLongest${one.pascal}(app, admin.id),`,
      )
    },
  },
  {
    file: 'docs/features.md',
    edit: (text, { names: { one, many } }) =>
      insertSorted(
        { file: 'docs/features.md', text },
        /^\| `([\w-]+)` \|/,
        many.kebab,
        `| \`${many.kebab}\` | ${many.sentence}: a list that users search, add to and change, with undo. | ${one.camel} | – | yes |`,
      ),
  },
]

function withHelper(file: string, text: string, pascal: string, kebab: string): string {
  const path = `./${kebab}.ts`
  return insertSorted(
    { file, text },
    /^import .* from '(\.\/[^']+)'$/,
    path,
    `import { addLongest${pascal} } from '${path}'`,
  )
}
