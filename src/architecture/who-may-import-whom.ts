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
  'jobs',
  'lib',
  'locales',
  'mail',
  'middleware',
  'numbers',
  'one-time-code',
  'person',
  'request',
  'service',
  // Lists of what features add to the queries of others, so that no feature names another.
  'slots.server',
  'start',
  'tables',
  'ui',
]

/** The table of the README, "Who may import whom". Each folder may also import from itself; lower never sees higher. */
export const MAY_IMPORT: Record<string, string[]> = {
  'app.config': [],
  emails: [],
  lib: [],
  // Reads the settings of features with its own.
  env: ['app.config', 'start'],
  request: ['app.config', 'lib'],
  i18n: ['app.config', 'lib', 'request'],
  // Where a dialog turns into a drawer and how many rows a page has are facts of the product.
  ui: ['app.config', 'i18n', 'lib'],
  // By the interface of OpenTelemetry. What becomes of it is no matter of those who measure.
  instrumentation: [],
  // Its schema has the tables of features as well, which know nothing but columns.
  db: ['app.config', 'env', 'instrumentation', 'lib', 'request', 'tables'],
  // What every rule of the product is given.
  service: ['db', 'lib'],
  // A demo's mails stay in the visitor's own database.
  mail: ['app.config', 'db', 'emails', 'env', 'i18n', 'lib'],
  // Below jobs and auth: jobs send its mails, and signing in is one of the things that a code is for.
  'one-time-code': ['app.config', 'db', 'env', 'instrumentation', 'lib', 'locales', 'request', 'ui'],
  jobs: ['app.config', 'db', 'env', 'instrumentation', 'lib', 'mail', 'one-time-code'],
  middleware: ['db', 'env', 'instrumentation', 'lib', 'request'],
  // Below auth, for signing in is written down too; its list is shown by features.
  audit: ['app.config', 'db', 'lib', 'request', 'service', 'ui'],
  // Who somebody is, and the rules for their fields.
  person: ['app.config', 'db', 'i18n', 'lib'],
  auth: [
    'app.config',
    'audit',
    'db',
    'env',
    'instrumentation',
    'jobs',
    'lib',
    'one-time-code',
    'person',
    'request',
    'service',
  ],
  // Work over many rows: what it does to one is a rule of a feature, which the wiring hands in.
  bulk: ['app.config', 'audit', 'auth', 'db', 'i18n', 'jobs', 'lib', 'person', 'service', 'ui'],
  // What programs may ask for: said by features, answered by http.
  api: ['app.config', 'auth', 'db', 'lib', 'request', 'service'],
  // What a feature may bring to the product: said by features, handed to the rooms by the wiring.
  feature: ['api', 'auth', 'bulk', 'db', 'env', 'jobs', 'request'],
  // `feature.ts` and `feature.ui.ts` of a feature: types and numbers alone, so that every folder may read the list of all.
  manifest: ['app.config', 'feature', 'locales', 'numbers'],
  // `x.config.ts` of a feature.
  numbers: [],
  // `x.tables.server.ts` of a feature.
  tables: ['db', 'features'],
  // `feature.start.server.ts` of a feature, which loads the rest of it when it is called.
  start: ['env', 'feature', 'features'],
  features: ALL_BELOW_FEATURES,
  http: [
    'api',
    'app.config',
    'auth',
    'db',
    'env',
    'i18n',
    'instrumentation',
    'jobs',
    'lib',
    'middleware',
    'one-time-code',
    'request',
  ],
  shell: ['app.config', 'auth', 'env', 'i18n', 'lib', 'middleware', 'request', 'ui'],
  // Routes place what features add to the pages of others.
  routes: ['app.config', 'auth', 'bulk', 'feature', 'features', 'i18n', 'lib', 'person', 'shell', 'slots', 'ui'],
}

/** Tests stand outside of the product: on top of what their folder may import, they use these. */
const TESTS_MAY_ALSO_IMPORT = new Set(['app.config', 'bulk', 'db', 'e2e', 'features.server.ts'])

/** The lists of features as data, and as links with icons: they show no feature's code, for manifests import types and numbers alone. */
const LISTS = new Set(['src/features.ts', 'src/features.ui.ts'])
const MANIFEST = /^src\/features\/[\w-]+\/feature(\.ui)?\.ts$/

const NUMBERS = /^src\/features\/[\w-]+\/[\w-]+\.config\.ts$/
const START = /^src\/(features\/[\w-]+\/feature|features)\.start\.server\.ts$/
const TABLES = /^src\/(features\/[\w-]+\/[\w-]+|features)\.tables\.server\.ts$/

/** router, start, server, client and the lists of features are the wiring: they may import anything. */
const WIRING = /^src\/(slots\/)?[\w.-]+\.tsx?$/

/**
 * Imports that the table does not allow. Not oxlint's `no-restricted-imports`: it compares what is written, so each folder
 * would need a list of all the others in every spelling (alias and relative), and it would not see a row that is too wide.
 */
export function forbiddenImports(sources: Source[]): string[] {
  return sources.flatMap((source) => {
    if (WIRING.test(source.path) || source.path.startsWith('src/architecture/')) return []
    const from = moduleOf(source.path)
    const allowed = MAY_IMPORT[from.folder]
    if (!allowed)
      return [finding(source, 0, `The folder "${from.folder}" has no row in the table: give it one, or move the file.`)]
    return ownImports(source).flatMap(({ to, offset }) => {
      const target = moduleOf(to)
      const isOwnModule = target.folder === from.folder && target.feature === from.feature
      if (LISTS.has(to) || isOwnModule || allowed.includes(target.folder)) return []
      if (isTest(source) && TESTS_MAY_ALSO_IMPORT.has(target.folder)) return []
      return [finding(source, offset, refusal(from, target, to))]
    })
  })
}

/** What features may, whichever there are: each comes out without a change of the table. */
const OF_FEATURES = new Set(['features', 'manifest', 'start', 'tables'])

/** Permissions of the table that no file uses: a row that is wider than the product holds nothing. */
export function unusedPermissions(sources: Source[]): string[] {
  const made = new Set(
    sources
      .filter((source) => !isTest(source))
      .flatMap((source) =>
        ownImports(source).map(({ to }) => `${moduleOf(source.path).folder} → ${moduleOf(to).folder}`),
      ),
  )
  return Object.entries(MAY_IMPORT)
    .filter(([folder]) => !OF_FEATURES.has(folder))
    .flatMap(([folder, allowed]) => allowed.map((other) => `${folder} → ${other}`))
    .filter((pair) => !made.has(pair))
}

interface Module {
  folder: string
  /** Within `features`, the one. */
  feature?: string
}

function moduleOf(file: string): Module {
  if (file === 'app.config.ts') return { folder: 'app.config' }
  if (MANIFEST.test(file)) return { folder: 'manifest' }
  if (NUMBERS.test(file)) return { folder: 'numbers' }
  if (TABLES.test(file)) return { folder: 'tables' }
  if (START.test(file)) return { folder: 'start' }
  if (/^src\/slots\/.+\.server\.ts$/.test(file)) return { folder: 'slots.server' }
  const [top = '', folder = '', feature = ''] = file.split('/')
  if (top !== 'src') return { folder: top }
  return folder === 'features' ? { folder, feature } : { folder }
}

function refusal(from: Module, target: Module, to: string): string {
  if (from.feature !== undefined && target.feature !== undefined)
    return `The feature "${from.feature}" imports the feature "${target.feature}" (${to}): move what both need to a folder below the features, or let the route hand it over.`
  return `"${from.folder}" may not import "${target.folder}" (${to}): move what is needed to a folder that both may import, or hand it over from above.`
}
