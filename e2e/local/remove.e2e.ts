import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { foreignMentions } from '../../src/architecture/foreign-mentions.ts'
import { optionalFeature, sourcesIn } from '../../scripts/remove/list.ts'
import { loadManifest } from '../../scripts/remove/manifest.ts'
import { copyCheckout, type CopyOfCheckout } from '../support/copy-of-checkout.ts'
import { FEATURE_REMOVED_IN_QUICK_RUN, OPTIONAL_FEATURES } from '../support/optional-features.ts'
import { createEmptyDatabase, query } from '../support/script.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

/** The patterns that match the names of a feature's tables, columns, functions and triggers, by feature. */
const IN_DATABASE: Record<string, string> = {
  'api-keys': 'api_key|idempotency',
  favourites: 'favourite|opened_repository',
  'link-checks': 'repository_link|queue_added_links|queue_changed_link',
  notifications: 'notification',
  'saved-views': 'saved_view',
  system: 'server_process',
  webhooks: 'webhook|sign_up_deliver',
}
const REMOVE = ['node', 'scripts/remove.ts'] as const

let copy: CopyOfCheckout

test.describe.configure({ timeout: 1_800_000 })
test.beforeEach(() => {
  copy = copyCheckout('remove')
})
test.afterEach(() => copy.remove())

test('a refused or previewed removal writes nothing', async () => {
  test.skip(FEATURE_REMOVED_IN_QUICK_RUN === '', 'all optional features are already removed')
  for (const [args, told] of [
    [[], 'Usage: npm run remove'],
    [['page', FEATURE_REMOVED_IN_QUICK_RUN], 'Usage: npm run remove'],
    [['feature', 'bookmarks'], "There's no feature"],
    [['feature', '../features'], "There's no feature"],
    [['feature', 'users'], 'the product depends on it'],
    [['feature', 'organizations'], "can't be removed yet"],
    [['feature', FEATURE_REMOVED_IN_QUICK_RUN], `npm run remove -- feature ${FEATURE_REMOVED_IN_QUICK_RUN} --yes`],
  ] as const)
    await expect(copy.run(...REMOVE, ...args), args.join(' ')).rejects.toThrow(told)
  const { output } = await copy.run(...REMOVE, 'feature', FEATURE_REMOVED_IN_QUICK_RUN, '--dry-run')
  expect(output).toContain(`  src/features/${FEATURE_REMOVED_IN_QUICK_RUN}/feature.ts`)
  expect(copy.git('diff', '--name-only')).toBe('')
  expect(copy.git('ls-files', '--others', '--exclude-standard')).toBe('')

  writeFileSync(path.join(copy.folder, 'README.md'), 'changed')
  const removal = [...REMOVE, 'feature', FEATURE_REMOVED_IN_QUICK_RUN] as const
  await expect(copy.run(...removal, '--yes')).rejects.toThrow('uncommitted changes: README.md')
  await expect(copy.run(...removal, '--with-changes')).rejects.toThrow(`feature ${FEATURE_REMOVED_IN_QUICK_RUN} --yes`)
  rmSync(path.join(copy.folder, '.git'), { recursive: true })
  await expect(copy.run(...removal)).rejects.toThrow("Without a Git repository, this can't be undone. To continue:")
  expect(existsSync(path.join(copy.folder, 'src/features', FEATURE_REMOVED_IN_QUICK_RUN))).toBe(true)
})

for (const feature of OPTIONAL_FEATURES) {
  test(
    `after removing ${feature}, all checks pass and neither code nor database contains the feature`,
    ONLY_IN_FULL_RUN,
    async () => {
      await removeFeature(feature)
      await runChecks()
      await expectNoMentions(feature)
    },
  )

  test(`the app without ${feature} passes its own unit and integration tests`, ONLY_IN_FULL_RUN, async () => {
    await removeFeature(feature)
    await copy.run('vitest', 'run', '--reporter=dot')
  })
}

test(
  'after removing all optional features one by one, the app passes its checks and tests',
  ONLY_IN_FULL_RUN,
  async () => {
    // Some features are already gone: they were removed together with a feature that they need.
    for (const feature of OPTIONAL_FEATURES)
      if (existsSync(`${copy.folder}/src/features/${feature}`)) await removeFeature(feature)
    await runChecks()
    for (const feature of OPTIONAL_FEATURES) await expectNoMentions(feature)
    await copy.run('vitest', 'run', '--reporter=dot')
    await copy.run('vite', 'build', '--logLevel', 'error')
  },
)

async function removeFeature(feature: string) {
  const { tables = {} } = await loadManifest(path.join(copy.folder, 'src/features', feature, 'feature.ts'))
  const hasTables = Object.keys(tables).length > 0
  const { output } = await copy.run(...REMOVE, 'feature', feature, '--yes')
  expect(output).toContain(`Removed ${feature}.`)
  expect(output.includes('Tables to drop')).toBe(hasTables)
  expect(output.includes('Nodes of the previous release')).toBe(hasTables)
  copy.git('add', '--all')
}

async function runChecks() {
  await Promise.all([
    copy.run('oxfmt', '--check', '.'),
    copy.run('oxlint', '--type-aware', '--type-check', '.'),
    copy.run('knip'),
  ])
  // Fails if a document mentions a deleted file.
  await copy.run('vitest', 'run', '--reporter=dot', 'src/architecture/documents.test.ts')
}

/** Checks that neither the product's code nor the database names a feature. */
async function expectNoMentions(name: string) {
  const manifest = readFileSync(path.resolve(import.meta.dirname, '../../src/features', name, 'feature.ts'), 'utf8')
  const optional = optionalFeature(name, manifest)
  expect(optional && foreignMentions({ ...optional.feature, own: /^$/ }, sourcesIn(copy.folder))).toEqual([])
  const words = IN_DATABASE[name]
  if (words === undefined) return
  const databaseUrl = await createMigratedDatabase()
  expect(await namedIn(databaseUrl, 'repository')).not.toEqual([])
  expect(await namedIn(databaseUrl, words)).toEqual([])
}

/** Creates a database with the copy's migrations. @returns its URL */
async function createMigratedDatabase(): Promise<string> {
  const databaseUrl = await createEmptyDatabase()
  await copy.run(
    'node',
    `--import=data:text/javascript,process.env.DATABASE_URL=${JSON.stringify(databaseUrl)}`,
    'scripts/migrate.ts',
  )
  return databaseUrl
}

/** Returns the tables, columns, functions and triggers that mention the feature in their names or bodies. */
async function namedIn(databaseUrl: string, words: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    databaseUrl,
    `select name from (
       select relname::text as name, '' as body from pg_class where relnamespace = 'public'::regnamespace
       union all select attname::text, '' from pg_attribute join pg_class on pg_class.oid = attrelid
         where relnamespace = 'public'::regnamespace and not attisdropped
       union all select proname::text, prosrc from pg_proc where pronamespace = 'public'::regnamespace
       union all select tgname::text, '' from pg_trigger) as object
     where name ~ '${words}' or body ~ '${words}'`,
  )
  return rows.map(({ name }) => name)
}
