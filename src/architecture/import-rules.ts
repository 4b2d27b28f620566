import { ownImports } from './imports.ts'
import { finding, isTest, type Source } from './source.ts'

const ALL_BELOW_FEATURES = [
  'api',
  'app.config',
  'auth',
  'bulk',
  'db',
  'emails',
  'env',
  'feature',
  'audit',
  'i18n',
  'instrumentation',
  'queue',
  'lib',
  'locales',
  'mail',
  'middleware',
  'numbers',
  'one-time-code',
  'user',
  'request',
  'service',
  // The lists of parts that features add to pages of other features, so that features need not import each other.
  'slots.importable',
  'start',
  'tables',
  'ui',
]

/** The table of docs/architecture.md. Folders can also import from themselves, but never from a higher layer. */
export const ALLOWED_IMPORTS: Record<string, string[]> = {
  'app.config': [],
  emails: [],
  lib: ['app.config'],
  // `env` reads the settings of features together with the settings of core.
  env: ['app.config', 'start'],
  request: ['app.config', 'lib'],
  i18n: ['app.config', 'lib', 'request'],
  // `ui` reads from `app.config`, for example, the number of rows of a page.
  ui: ['app.config', 'i18n', 'lib'],
  // `instrumentation` uses only OpenTelemetry's API. A feature decides where the measurements go.
  instrumentation: ['app.config'],
  // The schema of `db` contains the tables of features, which define only columns.
  db: ['app.config', 'env', 'instrumentation', 'lib', 'request', 'tables'],
  // `service` defines the context that every service function gets.
  service: ['db', 'lib'],
  // `mail` needs the database, because the emails of a sandbox demo stay in the visitor's own database.
  mail: ['app.config', 'db', 'emails', 'env', 'i18n', 'lib'],
  // `one-time-code` is below `queue` and `auth`, because jobs send the emails with codes, and codes are also used to sign in.
  'one-time-code': ['app.config', 'db', 'env', 'instrumentation', 'lib', 'locales', 'request', 'ui'],
  queue: ['app.config', 'db', 'env', 'instrumentation', 'lib', 'mail', 'one-time-code'],
  middleware: ['db', 'env', 'instrumentation', 'lib', 'request'],
  // `audit` is below `auth`, because sign-ins are audited. The page with the audit entries belongs to a feature.
  audit: ['app.config', 'db', 'lib', 'request', 'service', 'ui'],
  // `user` has the identity of a user, and the rules for its fields.
  user: ['app.config', 'db', 'i18n', 'lib'],
  auth: [
    'app.config',
    'audit',
    'db',
    'env',
    'instrumentation',
    'queue',
    'lib',
    'one-time-code',
    'user',
    'request',
    'service',
  ],
  // `bulk` performs actions on many rows. The wiring passes it the functions of features that act on one row.
  bulk: ['app.config', 'audit', 'auth', 'db', 'i18n', 'queue', 'lib', 'user', 'service', 'ui'],
  // `api` has the types of the API's operations. Features define operations, and the feature `api-keys` serves them.
  api: ['app.config', 'auth', 'lib', 'user', 'service'],
  // `feature` has the types of the parts that a feature can add to the product. The wiring passes these parts on.
  feature: ['auth', 'bulk', 'db', 'env', 'queue', 'request'],
  // `manifest` means `feature.ts` and `feature.ui.ts` of a feature. They import only types and numbers (see `IMPORTABLE_BY_ALL`).
  manifest: ['app.config', 'feature', 'locales', 'numbers'],
  // `numbers` means `x.config.ts` of a feature.
  numbers: [],
  // `tables` means `x.tables.server.ts` of a feature.
  tables: ['db', 'features'],
  // `start` means `feature.start.server.ts`, which loads the rest of its feature when it is called.
  start: ['env', 'feature', 'features'],
  features: ALL_BELOW_FEATURES,
  http: [
    'app.config',
    'auth',
    'db',
    'env',
    'i18n',
    'instrumentation',
    'queue',
    'lib',
    'middleware',
    'one-time-code',
    'request',
  ],
  shell: ['app.config', 'auth', 'env', 'i18n', 'lib', 'middleware', 'request', 'ui'],
  // Routes place parts of features on the pages of other features.
  routes: ['app.config', 'auth', 'bulk', 'feature', 'features', 'i18n', 'lib', 'user', 'shell', 'slots', 'ui'],
}

/** Folders that tests can import in addition to the folders that their own folder can import. */
const ALSO_ALLOWED_IN_TESTS = new Set([
  'app.config',
  'bulk',
  'db',
  'e2e',
  'features.server.ts',
  'http',
  'scripts/database',
])

/** The lists of features, which every file can import: manifests import only types and numbers, so no feature is loaded. */
const IMPORTABLE_BY_ALL = new Set(['src/features.ts', 'src/features.ui.ts'])
const MANIFEST_FILE = /^src\/features\/[\w-]+\/feature(\.ui)?\.ts$/

/** Files that belong to another row of the table than the rest of their folder. The first match counts. */
const FILES_WITH_OWN_ROW: [RegExp, string][] = [
  [/^app\.config\.ts$/, 'app.config'],
  [MANIFEST_FILE, 'manifest'],
  [/^src\/features\/[\w-]+\/[\w-]+\.config\.ts$/, 'numbers'],
  [/^src\/(features\/[\w-]+\/[\w-]+|features)\.tables\.server\.ts$/, 'tables'],
  [/^src\/(features\/[\w-]+\/feature|features)\.start\.server\.ts$/, 'start'],
  [/^src\/slots\/(.+\.server|history-text)\.ts$/, 'slots.importable'],
  [/^scripts\/database\//, 'scripts/database'],
]

/** The wiring, which can import anything: router, start, server, client and the lists of features. */
const WIRING_FILE = /^src\/(slots\/)?[\w.-]+\.tsx?$/

/**
 * Finds imports that the table does not allow. oxlint's `no-restricted-imports` compares only the written path, so each folder
 * would need a list of all others, as alias and as relative path. oxlint also cannot detect rows that allow too much.
 */
export function forbiddenImports(sources: Source[]): string[] {
  return sources.flatMap((source) => {
    if (WIRING_FILE.test(source.path) || source.path.startsWith('src/architecture/')) return []
    const from = moduleOf(source.path)
    const allowed = ALLOWED_IMPORTS[from.folder]
    if (!allowed)
      return [finding(source, 0, `The folder "${from.folder}" has no row in the table: give it one, or move the file.`)]
    return ownImports(source).flatMap(({ to, offset }) => {
      const target = moduleOf(to)
      const isOwnModule = target.folder === from.folder && target.feature === from.feature
      if (IMPORTABLE_BY_ALL.has(to) || isOwnModule || allowed.includes(target.folder)) return []
      if (isTest(source) && ALSO_ALLOWED_IN_TESTS.has(target.folder)) return []
      return [finding(source, offset, violationMessage(from, target, to))]
    })
  })
}

/** Folders of features. Their rows of the table can contain unused permissions, because features can be removed. */
const FEATURE_FOLDERS = new Set(['features', 'manifest', 'start', 'tables'])

/** Finds permissions of the table that no file uses, because a row that allows too much does not protect anything. */
export function unusedPermissions(sources: Source[]): string[] {
  const made = new Set(
    sources
      .filter((source) => !isTest(source))
      .flatMap((source) =>
        ownImports(source).map(({ to }) => `${moduleOf(source.path).folder} → ${moduleOf(to).folder}`),
      ),
  )
  return Object.entries(ALLOWED_IMPORTS)
    .filter(([folder]) => !FEATURE_FOLDERS.has(folder))
    .flatMap(([folder, allowed]) => allowed.map((other) => `${folder} → ${other}`))
    .filter((pair) => !made.has(pair))
}

interface Module {
  folder: string
  /** Name of the feature if the folder is `features`. */
  feature?: string
}

function moduleOf(file: string): Module {
  const [, own] = FILES_WITH_OWN_ROW.find(([files]) => files.test(file)) ?? []
  if (own !== undefined) return { folder: own }
  const [top = '', folder = '', feature = ''] = file.split('/')
  if (top !== 'src') return { folder: top }
  return folder === 'features' ? { folder, feature } : { folder }
}

function violationMessage(from: Module, target: Module, to: string): string {
  if (from.feature !== undefined && target.feature !== undefined)
    return `The feature "${from.feature}" imports the feature "${target.feature}" (${to}): move the shared code to a folder below the features, or let the route pass it on.`
  return `"${from.folder}" must not import "${target.folder}" (${to}): move the code to a folder that both can import, or pass it in from above.`
}
