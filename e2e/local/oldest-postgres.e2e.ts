import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { MIN_POSTGRES_VERSION } from '../../scripts/database/server-version.ts'
import { startApp } from '../support/app.ts'
import { hasDebianPostgres, startDebianPostgres, type DebianPostgres } from '../support/debian-postgres.ts'
import { addVisitor } from '../support/users.ts'
import { createEmptyDatabase, query, PRODUCTION_SETTINGS, runScript } from '../support/script.ts'
import { callFunction } from '../support/server-function.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

test.describe.configure({ mode: 'default', timeout: 120_000 })
test.skip(!hasDebianPostgres, 'Debian’s package postgresql-15 is not installed')

let postgres: DebianPostgres
let folder = ''
test.beforeAll(async () => {
  postgres = await startDebianPostgres()
  folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-backup-'))
})
test.afterAll(async () => {
  await postgres.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the settings of a script, with a database of its own. */
async function settingsOf(name: string) {
  return { DATABASE_URL: await postgres.makeDatabase(name) }
}

test('the app works on PostgreSQL 15', async () => {
  const { DATABASE_URL: databaseUrl } = await settingsOf('carried')
  await runScript('migrate.ts', { DATABASE_URL: databaseUrl })
  const app = await startApp({}, { databaseUrl })
  try {
    const { visitor } = await addVisitor(app, { role: 'admin', name: 'Ada' })
    const fields = { name: 'Pumpkin', link: 'example.com/pumpkin', description: '', language: '', topics: '' }
    const made = await callFunction(visitor, 'repositories.createRepository', fields, 'POST')
    expect(made.error).toBeUndefined()
    const asked = { searchTerm: 'pumpk', sort: 'newest', cursor: null }
    const found = await callFunction(visitor, 'repositories.listRepositories', asked)
    expect(found.result).toMatchObject({ rows: [{ name: 'Pumpkin' }] })
    for (const page of ['/app', '/manager/dashboard', '/manager/users?searchTerm=ada', '/manager/repositories'])
      expect((await visitor.get(page)).status, page).toBe(200)
  } finally {
    await app.stop()
  }
})

test('migrating and starting on PostgreSQL 14 fail, and the error names both versions', async () => {
  const settings = await settingsOf('old')
  // Makes every statement of the product see this old version. The rest of the database is real.
  await query(settings.DATABASE_URL, 'create schema disguise')
  await query(
    settings.DATABASE_URL,
    `create function disguise.current_setting(name text) returns text language sql as
     $$ select case name when 'server_version_num' then '140013' when 'server_version' then '14.13'
     else pg_catalog.current_setting(name) end $$`,
  )
  await query(settings.DATABASE_URL, 'alter database old set search_path = disguise, pg_catalog, public')
  const sentence = `The database is PostgreSQL 14.13, but the app needs PostgreSQL ${MIN_POSTGRES_VERSION} or later.\n`
  for (const script of ['migrate.ts', 'start.ts', 'serve.ts']) {
    const { code, output } = await runScript(script, { ...PRODUCTION_SETTINGS, ...settings, LOG_LEVEL: 'silent' })
    expect([code, output], script).toEqual([1, sentence])
  }
})

test(
  'a backup that is made during writes is restored completely, and the restore verifies it',
  ONLY_IN_FULL_RUN,
  async () => {
    const from = await settingsOf('saved')
    const amounts = ['--users', '300', '--repositories', '300', '--yes']
    expect((await runScript('seed.ts', from, amounts)).code).toBe(0)
    const file = path.join(folder, 'latchkey.dump')

    await writeFile(`${file}.unfinished`, 'an earlier run was killed', { mode: 0o644 })
    let isSaved = false
    const writing = (async () => {
      for (let count = 0; !isSaved; count += 1)
        await query(
          from.DATABASE_URL,
          `with made as (insert into repository (name, link) values ('Made meanwhile ${count}', 'https://x.y') returning id)
         select graphile_worker.add_job('none', json_build_object('id', id)) from made`,
        )
    })()
    const saved = await runScript('backup.ts', from, [file])
    isSaved = true
    await writing
    expect([saved.code, saved.output]).toEqual([0, expect.stringContaining('Saved the whole database')])
    expect((await readdir(folder)).sort()).toEqual(['latchkey.dump', 'latchkey.dump.fingerprint.json'])
    for (const name of await readdir(folder))
      expect((await stat(path.join(folder, name))).mode & 0o777, name).toBe(0o600)

    const to = await settingsOf('restored')
    const restored = await runScript('restore.ts', to, [file])
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Restored the database')])
    expect(await query(to.DATABASE_URL, 'select count(*)::int as people from "user"')).toEqual([{ people: 302 }])
    await expect(query(to.DATABASE_URL, 'truncate history_event')).rejects.toThrow('history cannot be changed')

    // The restored database needs no migration, and a server can use it.
    expect((await runScript('migrate.ts', to)).output).toBe('The database is up to date.\n')
    const app = await startApp({}, { databaseUrl: to.DATABASE_URL })
    const { visitor } = await addVisitor(app)
    expect((await visitor.get('/app')).status).toBe(200)
    await app.stop()

    // A restore needs an empty database and an existing file, and a backup never overwrites a file.
    expect(await refusal('restore.ts', to, [file])).toContain("isn't empty")
    expect(await refusal('restore.ts', to, [path.join(folder, 'no.dump')])).toContain("doesn't exist")
    expect(await refusal('backup.ts', to, [file])).toContain('already exists')
    expect(await refusal('backup.ts', to, [])).toBe(
      'Name exactly one backup file, for example: npm run db:backup -- latchkey.dump\n',
    )
  },
)

test('a backup of the oldest supported PostgreSQL is restored completely in the newest', ONLY_IN_FULL_RUN, async () => {
  const from = await settingsOf('aged')
  await runScript('seed.ts', from, ['--users', '3', '--repositories', '3', '--yes'])
  const file = path.join(folder, 'aged.dump')
  expect((await runScript('backup.ts', from, [file])).code).toBe(0)
  const to = { DATABASE_URL: await createEmptyDatabase() }
  expect(await query(to.DATABASE_URL, `select current_setting('server_version_num')::int > 180000 as new`)).toEqual([
    { new: true },
  ])
  const restored = await runScript('restore.ts', to, [file])
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Restored the database')])
})

test('a database that is reachable only by its Unix socket is backed up and restored', ONLY_IN_FULL_RUN, async () => {
  const [from, to] = await Promise.all(['plugged', 'replugged'].map(settingsOf))
  await runScript('migrate.ts', { DATABASE_URL: from?.DATABASE_URL ?? '' })
  const file = path.join(folder, 'plugged.dump')
  // The other variables that can name a database point to databases that do not exist.
  const env = { PGHOSTADDR: '127.0.0.9', PGSERVICE: 'none' }
  const saved = await runScript('backup.ts', { ...env, DATABASE_URL: bySocket(from) }, [file])
  expect([saved.code, saved.output]).toEqual([0, expect.stringContaining('Saved the whole database')])
  const restored = await runScript('restore.ts', { ...env, DATABASE_URL: bySocket(to) }, [file])
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Restored the database')])
})

test('a restore lists the differences between the database and its backup', async () => {
  const from = await settingsOf('guarded')
  await runScript('seed.ts', from, ['--users', '3', '--repositories', '3', '--yes'])
  const file = path.join(folder, 'guarded.dump')
  await runScript('backup.ts', from, [file])
  // Replaces the dump with a later one, where a trigger is disabled and a row missing. The fingerprint remains the earlier one.
  await query(from.DATABASE_URL, 'alter table history_event disable trigger history_stays')
  await query(from.DATABASE_URL, 'delete from repository where name = (select min(name) from repository)')
  const later = path.join(folder, 'later.dump')
  await runScript('backup.ts', from, [later])
  await rename(later, file)
  const { code, output } = await runScript('restore.ts', await settingsOf('lacking'), [file])
  expect(code).toBe(1)
  expect(output).toContain('The restored database differs from the backup:')
  expect(output).toContain('  - rows public.repository\n')
  expect(output).toContain('  - trigger public.history_event.history_stays\n')
})

test('without PostgreSQL’s client programs, a backup fails with an error that names the missing program', async () => {
  const settings = { ...(await settingsOf('toolless')), PATH: '/nowhere' }
  const file = path.join(folder, 'toolless.dump')
  expect(await refusal('backup.ts', settings, [file])).toContain("pg_dump wasn't found. Install")
  expect((await readdir(folder)).filter((name) => name.startsWith('toolless'))).toEqual([])
})

async function refusal(...script: Parameters<typeof runScript>): Promise<string> {
  const { code, output } = await runScript(...script)
  expect(code).toBe(1)
  return output
}

function bySocket(settings?: { DATABASE_URL: string }): string {
  const { username, pathname, port } = new URL(settings?.DATABASE_URL ?? '')
  return `postgres://${username}@${pathname}?host=${postgres.socketFolder}&port=${port}`
}
