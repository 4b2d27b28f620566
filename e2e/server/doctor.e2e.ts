import { mkdtemp, readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { hasPgBouncer, startPooler } from '../support/pooler.ts'
import { superuserUrl, freePort } from '../support/app.ts'
import { MailServer } from '../support/mail-server.ts'
import { createEmptyDatabase, query, PRODUCTION_SETTINGS, runScript } from '../support/script.ts'
import { textsOf } from '../support/texts.ts'

interface Report {
  isWell: boolean
  findings: { state: string; about: string; text: string; remedy?: string }[]
}

const mail = new MailServer()
test.beforeAll(() => mail.start())
test.afterAll(() => mail.stop())
test.describe.configure({ timeout: 120_000 })

test('the doctor reports each check of a valid environment as passed and sends a test email', async () => {
  const settings = await validSettings()
  expect((await runScript('migrate.ts', settings)).code).toBe(0)
  const { code, output } = await runScript('doctor.ts', settings, ['--mail', 'you@example.com', '--language', 'fr'])
  expect(output).toMatch(/^(✓ [^\n]+\n)+$/)
  expect(code).toBe(0)
  for (const about of ['settings', 'secret', 'node', 'clock', 'port', 'database', 'clocks', 'connections', 'rights'])
    expect(output).toContain(`✓ ${about}: `)
  expect(output).toContain('✓ migrations: the database is up to date\n')
  expect(output).toMatch(/✓ mail: 127\.0\.0\.1:\d+ accepted a test email to you@example\.com\n/)
  expect(mail.mailsTo('you@example.com').map(({ subject }) => subject)).toEqual([textsOf('fr').mail.test.heading])
  expect(output).not.toContain(settings.BETTER_AUTH_SECRET)
})

test('the doctor reports each fault with a remedy and shows no secret', async () => {
  const well = await validSettings()
  const url = new URL(well.DATABASE_URL)
  const role = `poor_${url.pathname.slice(1)}`
  await query(superuserUrl(well.DATABASE_URL), `create role ${role} login password 'hunter2'`)
  const as = (user: string, password: string) => Object.assign(new URL(url), { username: user, password }).href
  const takenPort = String(await freePort())
  const taken = createServer().listen(Number(takenPort), '127.0.0.1')

  expect(await faultsIn(well)).toEqual(['migrations: the database is empty'])
  expect(await faultsIn({ ...well, DATABASE_URL: as(role, 'hunter3') })).toEqual([
    "database: Can't use the database in DATABASE_URL: the password is wrong (28P01)",
  ])
  expect(await faultsIn({ ...well, DATABASE_URL: as(role, 'hunter2') })).toEqual([
    `rights: the role ${role} can't create tables, so migrations can't run`,
    'migrations: the database is empty',
  ])
  expect(await faultsIn({ ...well, DATABASE_OWNER_URL: as(role, 'hunter3') })).toEqual([
    "database: Can't use the database in DATABASE_OWNER_URL: the password is wrong (28P01)",
  ])
  expect(await faultsIn({ ...well, DATABASE_URL: Object.assign(new URL(url), { port: takenPort }).href })).toEqual([
    "database: the database in DATABASE_URL didn't respond in time",
  ])
  await query(well.DATABASE_URL, 'create table of_somebody_else ()')
  expect(await faultsIn(well)).toEqual([
    "migrations: the database contains another program's tables (1) and none of this app's",
  ])
  await query(well.DATABASE_URL, 'drop table of_somebody_else')
  await runScript('migrate.ts', well)
  await query(well.DATABASE_URL, 'update drizzle.__drizzle_migrations set created_at = created_at + 1e12')
  expect((await examine(well)).findings.filter(({ state }) => state === 'doubtful')).toEqual([
    expect.objectContaining({ about: 'migrations', text: 'the database was migrated by a newer build than this one' }),
  ])

  expect(
    await faultsIn({ ...well, PORT: takenPort, SMTP_URL: 'smtp://mailer:hunter4@127.0.0.1:9', WEB_CONCURRENCY: '64' }),
  ).toEqual([
    `port: PORT ${takenPort} is already in use on 127.0.0.1`,
    expect.stringMatching(/^connections: 64 processes need up to 1536 of the \d+ connections$/),
    "mail: 127.0.0.1:9 can't send email: no server responds there",
  ])
  taken.close()
  const starttls = await faultsIn({ ...well, SMTP_URL: `${well.SMTP_URL}?requireTLS=true` })
  expect(starttls).toEqual([expect.stringContaining("the server doesn't support STARTTLS")])
  expect(await faultsIn({ ...well, APP_URL: 'nonsense', DATABASE_URL: 'mysql://db/app' })).toEqual([
    'settings: APP_URL must be an http(s) URL without a path, like https://app.example.com',
    'settings: DATABASE_URL must be a postgres:// URL, like postgres://user:password@host:5432/database',
  ])
})

test('the doctor reports a pooler without DATABASE_DIRECT_URL', async () => {
  test.skip(!hasPgBouncer, 'PgBouncer is not installed')
  const well = await validSettings()
  await using pooler = await startPooler(well.DATABASE_URL)
  expect(await faultsIn({ ...well, DATABASE_URL: pooler.urlOf(well.DATABASE_URL) })).toEqual([
    expect.stringContaining('DATABASE_URL points to a pooler such as PgBouncer'),
  ])
})

test('in local mode the doctor creates no files and exits with code 0', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-doctor-'))
  const settings = { DATA_DIR: path.join(folder, 'data'), PORT: String(await freePort()) }
  const { isWell, findings } = await examine(settings)
  expect(isWell).toBe(true)
  expect(findings.find(({ about }) => about === 'database')).toMatchObject({ state: 'doubtful' })
  expect(findings.find(({ about }) => about === 'data')?.state).toBe('fine')
  expect(await readdir(folder)).toEqual([])
})

test('the doctor rejects an unknown option and lists its options, as with --help', async () => {
  const { code, output } = await runScript('doctor.ts', {}, ['--fix'])
  expect(code).toBe(1)
  expect(output).toMatch(/^Unknown option '--fix'.*\nUsage: npm run doctor\n[^]*--json/)
  const help = await runScript('doctor.ts', {}, ['--help'])
  expect(help).toMatchObject({ code: 0, output: output.slice(output.indexOf('Usage:')) })
})

async function validSettings() {
  return {
    ...PRODUCTION_SETTINGS,
    PORT: String(await freePort()),
    DATABASE_URL: await createEmptyDatabase(),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  }
}

async function examine(settings: Record<string, string>): Promise<Report> {
  const { code, output } = await runScript('doctor.ts', settings, ['--json'])
  const report = JSON.parse(output) as Report
  expect(code).toBe(report.isWell ? 0 : 1)
  expect(output).not.toMatch(/hunter\d|0123456789-abcdefghij/)
  return report
}

/** Returns the faults of these settings, and checks that each has a remedy. */
async function faultsIn(settings: Record<string, string>): Promise<string[]> {
  const { findings } = await examine(settings)
  const found = findings.filter(({ state }) => state === 'wrong')
  for (const { remedy } of found) expect(remedy).toBeTruthy()
  return found.map(({ about, text }) => `${about}: ${text}`)
}
