import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startApp } from '../support/app.ts'
import { createEmptyDatabase, PRODUCTION_SETTINGS, runScript } from '../support/script.ts'
import { expect, test } from '../support/test.ts'

/** Settings that prevent a start, each with its message. */
const BAD_SETTINGS: [settings: Record<string, string>, told: string][] = [
  [{ PORT: 'http' }, 'PORT must be a port number'],
  [{ PORT: '70000' }, 'PORT must be a port number'],
  [{ HOST: 'my host' }, 'HOST must be a host name or an IP address'],
  [{ HOST: '192.0.2.1' }, "HOST 192.0.2.1 isn't an address of this computer"],
  ...['0', '-1', '1.5', 'abc', '65', '1000'].map((count): [Record<string, string>, string] => [
    { WEB_CONCURRENCY: count },
    'WEB_CONCURRENCY must be a number of processes, 1 to 64',
  ]),
  [{ APP_URL: '' }, 'APP_URL is missing'],
  [{ APP_URL: 'app.example.com' }, 'APP_URL must be an http(s) URL without a path'],
  [{ DATABASE_URL: 'mysql://localhost/latchkey' }, 'DATABASE_URL must be a postgres:// URL'],
  [{ BETTER_AUTH_SECRET: '' }, 'BETTER_AUTH_SECRET is missing'],
  [{ BETTER_AUTH_SECRET: 'short' }, 'BETTER_AUTH_SECRET must have at least 32 characters'],
  [{ BETTER_AUTH_SECRET: 'a'.repeat(64) }, 'BETTER_AUTH_SECRET must be random'],
  [
    { BETTER_AUTH_SECRET: 'replace-me-with-openssl-rand-base64-32' },
    'BETTER_AUTH_SECRET must not be the example from .env.example',
  ],
  [{ SMTP_URL: '' }, 'SMTP_URL or RESEND_API_KEY is missing'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an smtp:// or smtps:// URL'],
  [{ SMTP_URL: '', RESEND_API_KEY: 'abc' }, 'RESEND_API_KEY must be a Resend API key'],
  [{ RESEND_API_KEY: 're_abc' }, 'SMTP_URL and RESEND_API_KEY are both set'],
  [{ EMAIL_FROM: '' }, 'EMAIL_FROM is missing'],
  [{ EMAIL_FROM: 'Latchkey' }, 'EMAIL_FROM must be an email address'],
  [{ ADMIN_EMAILS: 'chief@example.com, chief' }, 'ADMIN_EMAILS must be email addresses'],
  [{ SIGNUP_ENABLED: 'no' }, 'SIGNUP_ENABLED must be true or false'],
  [{ TRUSTED_PROXIES: 'proxy.example.com' }, 'TRUSTED_PROXIES must be IP addresses or networks'],
  [{ DEMO_MODE: 'on' }, 'DEMO_MODE must be true, false or sandbox'],
  [{ DEMO_MODE: 'true' }, 'DEMO_MODE sends no email'],
  [{ ENV_NAME: 'x'.repeat(41) }, 'ENV_NAME must have at most 40 characters'],
  [{ ENV_EMOJI: 'staging' }, 'ENV_EMOJI must be one emoji'],
  [{ ENV_COLOR: 'plumm' }, 'ENV_COLOR must be a CSS color name'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
  [{ DATABASE_URL: '', HOST: '0.0.0.0' }, 'HOST must be 127.0.0.1 without DATABASE_URL'],
]

for (const [settings, told] of BAD_SETTINGS)
  test(`the setting ${JSON.stringify(settings)} stops the start: ${told}`, async () => {
    const { code, output } = await runScript('serve.ts', { ...PRODUCTION_SETTINGS, ...settings })
    expect(code).toBe(1)
    expect(output).toContain(told)
    expect(output).not.toMatch(/^\s+at /m)
  })

test('all invalid settings are reported at once, in less time than a start takes', async ({ app }) => {
  const startedAt = performance.now()
  const twin = await app.startNode()
  const goodStart = performance.now() - startedAt
  await twin.stop()
  const badStart = () => runScript('serve.ts', { ...PRODUCTION_SETTINGS, PORT: 'x', LOG_LEVEL: 'y' })
  // Uses the quickest of three starts, because other work on the machine slows starts down.
  const starts = [await badStart(), await badStart(), await badStart()]
  expect(starts[0]?.output).toBe(
    'Some settings are missing or invalid:\n' +
      '  - PORT must be a port number, 1 to 65535\n' +
      '  - LOG_LEVEL must be one of trace, debug, info, warn, error, silent\n',
  )
  expect(Math.min(...starts.map(({ ms }) => ms))).toBeLessThan(goodStart)
})

test('a DATA_DIR that cannot be created stops the start', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-start-'))
  const file = path.join(folder, 'file')
  await writeFile(file, 'a file, not a folder')
  for (const script of ['serve.ts', 'start.ts', 'migrate.ts', 'seed.ts', 'reset.ts']) {
    const { code, output } = await runScript(script, { DATA_DIR: path.join(file, 'data') })
    expect(code, script).toBe(1)
    expect(output, script).toBe(`DATA_DIR must be a writable folder, but ${path.join(file, 'data')} isn't (ENOTDIR).\n`)
  }
  await rm(folder, { recursive: true })
})

test('a port in use stops the start, and the error names it', async ({ app }) => {
  const { port } = new URL(app.url)
  const { code, output } = await runScript('serve.ts', { ...PRODUCTION_SETTINGS, PORT: port, LOG_LEVEL: 'silent' })
  expect(code).toBe(1)
  expect(output).toBe(
    `PORT ${port} is already in use on 127.0.0.1: stop the program that uses it, or set PORT to another port.\n`,
  )
})

test('serving a database without the migrations of this build fails, and the error names npm run db:migrate', async () => {
  const settings = { ...PRODUCTION_SETTINGS, DATABASE_URL: await createEmptyDatabase(), LOG_LEVEL: 'silent' }
  const { code, output } = await runScript('serve.ts', settings)
  expect(code).toBe(1)
  expect(output).toMatch(
    /^The database is missing migrations that this build needs \(\d+\)\. Run npm run db:migrate first\.\n$/,
  )
})

test('migrating and starting with an unusable database stop immediately with one sentence', async ({ app }) => {
  const missing = new URL(app.databaseUrl)
  missing.pathname = '/no_such_database'
  const stranger = new URL(app.databaseUrl)
  stranger.password = 'wrong'
  const databases = [
    [PRODUCTION_SETTINGS.DATABASE_URL, 'no server is listening there (ECONNREFUSED)'],
    [missing.href, "the database doesn't exist (3D000)"],
    [stranger.href, 'the password is wrong (28P01)'],
  ]
  for (const [url = '', reason] of databases)
    for (const script of ['migrate.ts', 'start.ts']) {
      const { code, output } = await runScript(script, { ...PRODUCTION_SETTINGS, DATABASE_URL: url })
      expect(code).toBe(1)
      expect(output).toBe(`Can't use the database in DATABASE_URL: ${reason}.\n`)
    }
})

test('settings are read when the app starts, and are not part of the build', async ({ app }) => {
  const [plain, staging] = await Promise.all([
    app.startNode(),
    app.startNode({
      ENV_NAME: 'Staging',
      ENV_EMOJI: '🚧',
      ENV_COLOR: 'teal',
      SIGNUP_ENABLED: 'false',
      GITHUB_CLIENT_ID: 'me',
      GITHUB_CLIENT_SECRET: 'hush',
      LOG_LEVEL: 'error',
    }),
  ])
  const plainPage = await (await fetch(`${plain.url}/login`)).text()
  const stagingPage = await (await fetch(`${staging.url}/login`)).text()
  expect(plainPage).toContain('<title>Sign in · Latchkey</title>')
  expect(plainPage).toContain('Sign in or sign up</h1>')
  expect(plainPage).not.toContain('Continue with GitHub')
  expect(stagingPage).toContain('<title>🚧 Sign in · Latchkey</title>')
  expect(stagingPage).toContain('Staging</bdi>')
  expect(stagingPage).toContain('style="--environment:teal"')
  expect(stagingPage).toContain('Sign in</h1>')
  expect(stagingPage).toContain('Continue with GitHub')
  expect(stagingPage).not.toContain('hush')
  expect(plain.log()).toContain('"event":"request"')
  expect(staging.log()).not.toContain('"event":"request"')
  await Promise.all([plain.stop(), staging.stop()])
})

test('settings can be in a file .env in the working folder; variables of the process override them', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-start-'))
  await writeFile(path.join(folder, '.env'), 'LOG_LEVEL=loud\nENV_NAME=\n')
  const fromFile = await runScript('serve.ts', PRODUCTION_SETTINGS, [], folder)
  expect(fromFile.output).toContain('LOG_LEVEL must be one of')
  const fromProcess = await runScript(
    'serve.ts',
    { ...PRODUCTION_SETTINGS, LOG_LEVEL: 'louder', PORT: 'x' },
    [],
    folder,
  )
  expect(fromProcess.output).toContain('PORT must be')
  const good = await runScript('serve.ts', { ...PRODUCTION_SETTINGS, LOG_LEVEL: 'info', PORT: 'x' }, [], folder)
  expect(good.output).not.toContain('LOG_LEVEL')
  await rm(folder, { recursive: true })
})

test('with DEMO_MODE, changes are refused but signing in is possible', async () => {
  const demo = await startApp({ DEMO_MODE: 'true', SMTP_URL: '', EMAIL_FROM: '', DATA_DIR: os.tmpdir() })
  const post = (call: string, body: object) =>
    fetch(`${demo.url}/api/auth${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: demo.url },
      body: JSON.stringify(body),
    })
  const refused = await post('/revoke-sessions', {})
  expect(refused.status).toBe(403)
  expect(await refused.json()).toEqual({ code: 'DEMO_MODE_ENABLED', message: expect.any(String) })
  expect((await post('/email-otp/send-verification-otp', { email: 'user@example.com', type: 'sign-in' })).status).toBe(
    200,
  )
  await demo.stop()
})
