import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { postgresOf, test, type Home } from '../support/local-home.ts'
import { LocalVisitor } from '../support/local-visitor.ts'
import { query, runScript } from '../support/script.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

// Whole servers start and stop here, several in each test.
test.describe.configure({ timeout: 240_000 })

test(
  'a copy of a running app starts with a new database, reports this, and never changes the original',
  ONLY_IN_FULL_RUN,
  async ({ home }) => {
    const original = await home.start()
    await new LocalVisitor(original.url).signIn('someone-new@example.com')
    const copy = await home.copy()
    const copied = await copy.start()
    expect(copied.output()).toMatch(/was copied while it was in use/)
    expect(await postgresOf(copy.dataDir)).not.toBe(await postgresOf(home.dataDir))
    expect(await usersIn(copy)).not.toContain('someone-new@example.com')
    // The copied database, which is unreliable, is moved aside instead of deleted.
    const aside = (await readdir(copy.dataDir)).find((name) => name.startsWith('postgres-copied-'))
    expect(await readFile(path.join(copy.dataDir, String(aside), 'cluster', 'PG_VERSION'), 'utf8')).toBe('18\n')

    await new LocalVisitor(copied.url).signIn('only-in-the-copy@example.com')
    expect(await usersIn(home)).not.toContain('only-in-the-copy@example.com')
    expect((await reset(copy)).code).toBe(0)
    expect(await usersIn(home)).toContain('someone-new@example.com')
    expect((await reset(home)).code).toBe(0)
    expect(await usersIn(home)).not.toContain('someone-new@example.com')

    expect(await copied.stop()).toBe(0)
    expect((await new LocalVisitor(original.url).page('/login')).status).toBe(200)
    expect(copied.output().match(/was copied/g)).toHaveLength(1)
  },
)

test('a copy of a running app can be reset before its first start', ONLY_IN_FULL_RUN, async ({ home }) => {
  const original = await home.start()
  await new LocalVisitor(original.url).signIn('someone-new@example.com')
  const copy = await home.copy()
  const { code, output } = await reset(copy)
  expect(output).toMatch(/was copied while it was in use.*\nDeleted all data and added new sample data\.\n$/)
  expect(code).toBe(0)
  expect(await usersIn(home)).toContain('someone-new@example.com')
})

test(
  'two simultaneous starts of a copy of a running app share one new database',
  ONLY_IN_FULL_RUN,
  async ({ home }) => {
    const original = await home.start()
    await new LocalVisitor(original.url).signIn('someone-new@example.com')
    const copy = await home.copy()
    const [one, other] = await Promise.all([copy.start(), copy.start()])
    const visitor = new LocalVisitor(one.url)
    expect(await visitor.signIn('user@example.com')).toBe(200)
    expect((await visitor.at(other.url).page('/app')).status).toBe(200)
    expect(await usersIn(home)).toContain('someone-new@example.com')
    expect(await usersIn(copy)).not.toContain('someone-new@example.com')
  },
)

test(
  'a copy of a stopped app has the same data, and changes do not affect the original',
  ONLY_IN_FULL_RUN,
  async ({ home }) => {
    const before = await home.start()
    await new LocalVisitor(before.url).signIn('someone-new@example.com')
    expect(await before.stop()).toBe(0)
    const copy = await home.copy()
    const [original, copied] = await Promise.all([home.start(), copy.start()])
    expect(copied.output()).not.toContain('copied')
    expect(await usersIn(copy)).toContain('someone-new@example.com')
    await new LocalVisitor(copied.url).signIn('only-in-the-copy@example.com')
    expect((await reset(home)).code).toBe(0)
    expect(await usersIn(copy)).toEqual(
      expect.arrayContaining(['someone-new@example.com', 'only-in-the-copy@example.com']),
    )
    expect(await original.stop()).toBe(0)
    expect((await new LocalVisitor(copied.url).page('/login')).status).toBe(200)
  },
)

test(
  'the database in a copy that was made while the original ran is not used, even after the original has stopped',
  ONLY_IN_FULL_RUN,
  async ({ home }) => {
    const original = await home.start()
    const copy = await home.copy()
    expect(await original.stop()).toBe(0)
    expect((await copy.start()).output()).toMatch(/was copied while it was in use/)
    expect((await home.start()).output()).not.toContain('copied')
  },
)

test('a moved app keeps its data, whether it was stopped or crashed before', ONLY_IN_FULL_RUN, async ({ home }) => {
  const first = await home.start()
  await new LocalVisitor(first.url).signIn('someone-new@example.com')
  expect(await first.stop()).toBe(0)
  const second = await home.move()
  const running = await second.start()
  expect(await usersIn(second)).toContain('someone-new@example.com')

  const postgres = Number(await postgresOf(second.dataDir))
  await running.stop('SIGKILL')
  process.kill(postgres, 'SIGKILL')
  const third = await second.move()
  expect((await third.start()).output()).not.toContain('copied')
  expect(await usersIn(third)).toContain('someone-new@example.com')
})

function reset(home: Home) {
  return runScript('reset.ts', { DATA_DIR: home.dataDir })
}

async function usersIn(home: Home): Promise<string[]> {
  const rows = await query<{ email: string }>(await home.databaseUrl(), 'select email from "user"')
  return rows.map(({ email }) => email)
}
