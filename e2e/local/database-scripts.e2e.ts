import { expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { createEmptyDatabase, query, PRODUCTION_SETTINGS, runScript } from '../support/script.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

/** Creates an empty database. @returns its URL, and production settings with this URL */
async function productionDatabase() {
  const databaseUrl = await createEmptyDatabase()
  return { databaseUrl, settings: { ...PRODUCTION_SETTINGS, DATABASE_URL: databaseUrl } }
}

async function count(databaseUrl: string, table: string): Promise<number> {
  const [row] = await query<{ count: number }>(databaseUrl, `select count(*)::int from ${table}`)
  return row?.count ?? 0
}

async function outcomeOf(...script: Parameters<typeof runScript>) {
  const { code, output } = await runScript(...script)
  return [code, output]
}

test.describe.configure({ timeout: 180_000 })

test('five nodes that migrate an empty database at the same time all succeed, and each migration runs once', async () => {
  const { databaseUrl, settings } = await productionDatabase()
  const nodes = await Promise.all(Array.from({ length: 5 }, () => runScript('migrate.ts', settings)))
  expect(nodes.map(({ code, output }) => [code, output])).toEqual(
    Array.from({ length: 5 }, () => [0, 'The database is up to date.\n']),
  )
  const journal = JSON.parse(
    await readFile(new URL('../../src/db/migrations/meta/_journal.json', import.meta.url), 'utf8'),
  ) as { entries: { when: number }[] }
  const done = await query<{ when: string }>(
    databaseUrl,
    'select created_at as when from drizzle.__drizzle_migrations order by id',
  )
  expect(done.map(({ when }) => Number(when))).toEqual(journal.entries.map(({ when }) => when))
  const queue = await query<{ id: number }>(databaseUrl, 'select id from graphile_worker.migrations order by id')
  expect(queue.map(({ id }) => id)).toEqual(Array.from(queue, (_, index) => index + 1))
})

test('the database scripts need only DATABASE_URL, even if other settings are invalid', async () => {
  const settings = { DATABASE_URL: await createEmptyDatabase() }
  const invalid = { ...settings, PORT: 'http', SMTP_URL: 'nonsense', BETTER_AUTH_SECRET: 'short' }
  for (const given of [settings, invalid]) {
    const amounts = ['--users', '1', '--repositories', '1']
    expect(await outcomeOf('migrate.ts', given)).toEqual([0, 'The database is up to date.\n'])
    expect(await outcomeOf('seed.ts', given, [...amounts, '--yes'])).toEqual([
      0,
      expect.stringContaining('Added sample data to the database.'),
    ])
    expect(await outcomeOf('reset.ts', given, ['--yes'])).toEqual([0, 'Deleted all data. The tables are empty.\n'])
  }
  expect(await outcomeOf('migrate.ts', { DATABASE_URL: 'mysql://db/app' })).toEqual([
    1,
    'Some settings are missing or invalid:\n  - DATABASE_URL must be a postgres:// URL, like postgres://user:password@host:5432/database\n',
  ])
})

test('migrating again changes nothing', ONLY_IN_FULL_RUN, async () => {
  const { databaseUrl, settings } = await productionDatabase()
  await runScript('migrate.ts', settings)
  const before = await query(databaseUrl, 'select * from drizzle.__drizzle_migrations')
  expect((await runScript('migrate.ts', settings)).code).toBe(0)
  expect(await query(databaseUrl, 'select * from drizzle.__drizzle_migrations')).toEqual(before)
})

test(
  'seeding adds the requested numbers of users and repositories, and a second run adds only what is missing',
  ONLY_IN_FULL_RUN,
  async () => {
    const { databaseUrl, settings } = await productionDatabase()
    const first = await runScript('seed.ts', settings, ['--users', '30', '--repositories', '12', '--yes'])
    expect(first.output).toContain('Added sample data to the database.')
    // The number includes the two sample users that everyone can sign in as.
    expect(await count(databaseUrl, '"user"')).toBe(32)
    expect(await count(databaseUrl, 'repository')).toBe(12)
    expect(await query(databaseUrl, `select role from "user" where email = 'admin@example.com'`)).toEqual([
      { role: 'admin' },
    ])
    await runScript('seed.ts', settings, ['--users', '40', '--repositories', '0', '--yes'])
    expect(await count(databaseUrl, '"user"')).toBe(42)
    expect(await count(databaseUrl, 'repository')).toBe(12)
  },
)

for (const [args, told] of [
  [['--users', 'many'], '--users must be a whole number up to 99999999, not "many".'],
  [['--users=-5'], '--users must be a whole number up to 99999999, not "-5".'],
  [['--repositories', '1.5'], '--repositories must be a whole number up to 99999999, not "1.5".'],
  [['--repositories', '1e9'], '--repositories must be a whole number up to 99999999, not "1e9".'],
  [['--users', ''], '--users must be a whole number up to 99999999, not "".'],
  [['--users'], "Option '--users <value>' argument missing"],
  [['--people', '5'], "Unknown option '--people'"],
  [['--world', 'small'], 'npm run db:seed -- --world large [--scale 0.01]'],
  [['--scale', '0.01'], 'npm run db:seed -- --world large [--scale 0.01]'],
  [['--world', 'large', '--users', '5'], 'npm run db:seed -- --world large [--scale 0.01]'],
  [['--world', 'large', '--scale', '0'], '--scale must be a number above 0 and up to 10, not "0".'],
] as const)
  test(`seeding with ${args.join(' ')} is refused`, async () => {
    const { code, output } = await runScript('seed.ts', PRODUCTION_SETTINGS, ['--yes', ...args])
    expect(code).toBe(1)
    expect(output).toContain(told)
    expect(output).not.toMatch(/^\s+at /m)
  })

test('a large world is added to an empty database only', async () => {
  const { databaseUrl, settings } = await productionDatabase()
  const large = ['--world', 'large', '--scale', '0.0001']
  const unconfirmed = await runScript('seed.ts', settings, large)
  expect([unconfirmed.code, unconfirmed.output]).toEqual([1, expect.stringContaining('To continue: npm run db:seed')])
  const first = await runScript('seed.ts', settings, [...large, '--yes'])
  expect(first.output).toContain('history: 200 of 200\n')
  expect(await count(databaseUrl, '"user"')).toBe(100)
  const second = await runScript('seed.ts', settings, [...large, '--yes'])
  expect([second.code, second.output]).toEqual([1, expect.stringContaining('needs an empty database')])
  expect(await count(databaseUrl, '"user"')).toBe(100)
})

test('a production database is neither seeded nor reset without --yes', async () => {
  const { databaseUrl, settings } = await productionDatabase()
  await runScript('seed.ts', settings, ['--users', '3', '--repositories', '3', '--yes'])

  const seed = await runScript('seed.ts', settings, ['--users', '9'])
  expect([seed.code, seed.output]).toEqual([1, expect.stringContaining('To continue: npm run db:seed -- --yes')])
  const reset = await runScript('reset.ts', settings)
  expect([reset.code, reset.output]).toEqual([1, expect.stringContaining('To continue: npm run db:reset -- --yes')])
  expect(await count(databaseUrl, '"user"')).toBe(5)

  const really = await runScript('reset.ts', settings, ['--yes'])
  expect([really.code, really.output]).toEqual([0, 'Deleted all data. The tables are empty.\n'])
  expect(await count(databaseUrl, '"user"')).toBe(0)
  expect((await runScript('migrate.ts', settings)).code).toBe(0)
})

test('a database that other migrations created stays unchanged, and the error names the command to start over', async () => {
  const { databaseUrl, settings } = await productionDatabase()
  await query(databaseUrl, 'create table session (precious text)')
  const { code, output } = await runScript('migrate.ts', settings)
  expect(code).toBe(1)
  expect(output).toBe(
    "The database wasn't created by these migrations (42P07). To delete all of its data and start over: npm run db:reset\n",
  )
  expect(await query(databaseUrl, 'select * from session')).toEqual([])
})
