import { expect, test } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { copyCheckout, type CopyOfCheckout } from '../support/copy-of-checkout.ts'
import { emptyDatabase, query } from '../support/script.ts'
import { ONLY_IN_ALL } from '../support/speed.ts'

/** The feature that is taken out, and what its tables, functions and triggers are called. */
const FEATURE = 'webhooks'
const NAMED = 'webhook|sign_up_deliver'
const IN_CODE = /webhook/i
const REMOVE = ['node', 'scripts/remove.ts'] as const

let copy: CopyOfCheckout

test.describe.configure({ timeout: 900_000 })
test.skip(!existsSync(path.resolve(import.meta.dirname, '../../src/features', FEATURE)), 'it is out already')
test.beforeEach(() => {
  copy = copyCheckout('remove')
})
test.afterEach(() => copy.remove())

test('what is refused, or only told, writes nothing', async () => {
  for (const [args, told] of [
    [[], 'Say what to take out'],
    [['page', FEATURE], 'Say what to take out'],
    [['feature', 'bookmarks'], 'There is no feature'],
    [['feature', '../features'], 'There is no feature'],
    [['feature', 'users'], 'the product stands on'],
    [['feature', 'organizations'], 'does not come out yet'],
    [['feature', FEATURE], `npm run remove -- feature ${FEATURE} --yes`],
  ] as const)
    await expect(copy.run(...REMOVE, ...args), args.join(' ')).rejects.toThrow(told)
  const { output } = await copy.run(...REMOVE, 'feature', FEATURE, '--dry-run')
  expect(output).toContain(`  src/features/${FEATURE}/feature.ts`)
  expect(output).toContain('  webhookDelivery')
  expect(copy.git('diff', '--name-only')).toBe('')
  expect(copy.git('ls-files', '--others', '--exclude-standard')).toBe('')
})

test('a feature is taken out by a command: all checks pass, and the database has nothing of it', async () => {
  await takeOut()
  await Promise.all([
    copy.run('oxfmt', '--check', '.'),
    copy.run('oxlint', '--type-aware', '--type-check', '.'),
    copy.run('knip'),
  ])
  const left = copy.git('ls-files', 'src', 'locales').split('\n').filter(isProduct)
  expect(
    left.filter((file) => IN_CODE.test(withoutComments(readFileSync(path.join(copy.folder, file), 'utf8')))),
  ).toEqual([])
  const databaseUrl = await migrated()
  expect(await namedIn(databaseUrl, 'repository_link')).not.toEqual([])
  expect(await namedIn(databaseUrl, NAMED)).toEqual([])
})

test('what is left passes its own unit and integration tests', ONLY_IN_ALL, async () => {
  await takeOut()
  await copy.run('vitest', 'run', '--reporter=dot')
  await copy.run('vite', 'build', '--logLevel', 'error')
})

const isProduct = (file: string) => !/^src\/(db\/migrations|architecture)\/|\.test\.tsx?$/.test(file)
const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|\/\/ .*/g, '')

async function takeOut() {
  const { output } = await copy.run(...REMOVE, 'feature', FEATURE, '--yes')
  expect(output).toContain(`${FEATURE} is out.`)
  copy.git('add', '--all')
}

/** The URL of a database that the migrations of the copy have made. */
async function migrated(): Promise<string> {
  const databaseUrl = await emptyDatabase()
  await copy.run(
    'node',
    `--import=data:text/javascript,process.env.DATABASE_URL=${JSON.stringify(databaseUrl)}`,
    'scripts/migrate.ts',
  )
  return databaseUrl
}

/** The tables, columns, functions and triggers that speak of the feature, by their names or in their bodies. */
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
