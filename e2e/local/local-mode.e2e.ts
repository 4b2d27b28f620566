import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { appConfig } from '#app.config'
import { freePort } from '../support/app.ts'
import { postgresOf, test } from '../support/local-home.ts'
import { LocalVisitor } from '../support/local-visitor.ts'
import { rawRequest } from '../support/raw-request.ts'
import { runScript, startScript } from '../support/script.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'
import { setInTestTypeface } from '../support/typeface.ts'
import { fitFaults } from '../support/widths.ts'

// Whole servers start and stop here, several in some tests.
test.describe.configure({ timeout: 180_000 })

test('the first start in local mode prints the next steps, and both sample users sign in with codes from the inbox', async ({
  home,
  page,
}) => {
  const app = await home.start()
  expect(app.output()).toContain(`Latchkey is running at ${app.url}`)
  expect(app.output()).toContain(`Open ${app.url}/login and enter admin@example.com or user@example.com`)
  expect(app.output()).toContain(`Read the code at ${app.url}/dev/inbox`)
  expect(app.output()).toContain(path.relative(os.tmpdir(), home.dataDir))
  expect(app.output()).not.toContain('"level"')

  const admin = new LocalVisitor(app.url)
  expect(await admin.signIn('admin@example.com')).toBe(200)
  const dashboard = await admin.page('/manager/dashboard')
  expect(dashboard.status).toBe(200)
  // The link has no `aria-label`, so that its accessible name is its text, without the local mode badge beside it.
  expect(/<a [^>]*class="home-link[^>]*>/.exec(dashboard.html)?.[0]).not.toMatch(/^$|aria-label/)
  await admin.shareCookies(page.context())
  for (const value of appConfig.languages) {
    await page.context().addCookies([{ name: appConfig.languageCookie.name, value, url: app.url }])
    await page.goto(`${app.url}/manager/dashboard`)
    await setInTestTypeface(page, 'wide')
    for (const width of [320, 420, 480, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await fitFaults(page), `${value} at ${width} px`).toEqual([])
    }
  }
  const user = new LocalVisitor(app.url)
  expect(await user.signIn('user@example.com')).toBe(200)
  expect((await user.page('/app')).html).toContain('Uma User')
  expect((await user.page('/manager/dashboard')).status).toBe(403)
})

test('local mode refuses requests for a foreign hostname, which another site could resolve to this computer', async ({
  home,
}) => {
  const app = await home.start()
  const { port } = new URL(app.url)
  const statusFor = async (host: string) =>
    (await rawRequest(app, `GET /dev/inbox HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).status
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'my.localhost'])
    expect(await statusFor(host), host).toBe(200)
  for (const host of [`evil.example:${port}`, 'localhost.evil.example', '192.168.1.7', 'evil.example'])
    expect(await statusFor(host), host).toBe(400)
})

test(
  'stopping the app also stops PostgreSQL; the next start keeps data and sessions and is faster',
  ONLY_IN_FULL_RUN,
  async ({ home }) => {
    const startedAt = performance.now()
    const first = await home.start()
    const firstTook = performance.now() - startedAt
    const user = new LocalVisitor(first.url)
    await user.signIn('someone-new@example.com')
    expect(await postgresOf(home.dataDir)).toBeGreaterThan(0)
    expect(await first.stop()).toBe(0)
    expect(await postgresOf(home.dataDir)).toBeUndefined()

    const startedAgainAt = performance.now()
    const second = await home.start()
    expect(performance.now() - startedAgainAt).toBeLessThan(firstTook)
    const { status, html } = await user.at(second.url).page('/app')
    expect(status).toBe(200)
    expect(html).toContain('someone-new@example.com')
  },
)

test("stopping the app also stops PostgreSQL in time if a telemetry collector doesn't respond", async ({ home }) => {
  const collector = createServer(() => {})
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const app = await home.start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  expect((await new LocalVisitor(app.url).page('/login')).status).toBe(200)
  const stoppedAt = performance.now()
  expect(await app.stop()).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(9_500)
  expect(await postgresOf(home.dataDir)).toBeUndefined()
  collector.closeAllConnections()
  collector.close()
})

test('after Ctrl+C during a start, the next start works', ONLY_IN_FULL_RUN, async ({ home }) => {
  const script = startScript('start.ts', { DATA_DIR: home.dataDir, PORT: String(await freePort()) })
  while ((await postgresOf(home.dataDir)) === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
  script.process.kill('SIGINT')
  await script.ended
  const app = await home.start()
  expect((await new LocalVisitor(app.url).page('/login')).status).toBe(200)
  expect(await app.stop()).toBe(0)
  expect(await postgresOf(home.dataDir)).toBeUndefined()
})

test(
  'after kill -9 of the app, the next start uses the PostgreSQL that is still running',
  ONLY_IN_FULL_RUN,
  async ({ home }) => {
    const first = await home.start()
    const postgres = await postgresOf(home.dataDir)
    expect(await first.stop('SIGKILL')).toBe('SIGKILL')
    expect(await postgresOf(home.dataDir)).toBe(postgres)
    const second = await home.start()
    expect(await postgresOf(home.dataDir)).toBe(postgres)
    const admin = new LocalVisitor(second.url)
    expect(await admin.signIn('admin@example.com')).toBe(200)
    expect(await second.stop()).toBe(0)
    expect(await postgresOf(home.dataDir)).toBeUndefined()
  },
)

test(
  'after kill -9 of the app and PostgreSQL, the next start recovers the data',
  ONLY_IN_FULL_RUN,
  async ({ home }) => {
    const first = await home.start()
    const user = new LocalVisitor(first.url)
    await user.signIn('someone-new@example.com')
    const postgres = await postgresOf(home.dataDir)
    await first.stop('SIGKILL')
    if (!postgres) throw new Error('PostgreSQL does not run without the app')
    process.kill(postgres, 'SIGKILL')
    const second = await home.start()
    expect((await user.at(second.url).page('/app')).status).toBe(200)
  },
)

test(
  'a stale postmaster.pid with the process id of another program does not prevent the start',
  ONLY_IN_FULL_RUN,
  async ({ home }) => {
    const first = await home.start()
    const file = path.join(home.dataDir, 'postgres', 'cluster', 'postmaster.pid')
    const left = (await readFile(file, 'utf8')).replace(/^\d+/, String(process.pid))
    await first.stop()
    await writeFile(file, left)
    const second = await home.start()
    expect(await postgresOf(home.dataDir)).not.toBe(process.pid)
    expect(await new LocalVisitor(second.url).signIn('user@example.com')).toBe(200)
  },
)

test(
  'two simultaneous starts in an empty folder both work, and PostgreSQL stops with the last of them',
  ONLY_IN_FULL_RUN,
  async ({ home }) => {
    const [one, other] = await Promise.all([home.start(), home.start()])
    const user = new LocalVisitor(one.url)
    expect(await user.signIn('user@example.com')).toBe(200)
    expect((await user.at(other.url).page('/app')).status).toBe(200)
    expect(await one.stop()).toBe(0)
    expect((await user.at(other.url).page('/app')).status).toBe(200)
    expect(await other.stop()).toBe(0)
    expect(await postgresOf(home.dataDir)).toBeUndefined()
  },
)

test('a second start on the same port fails with an error, and the first app continues', async ({ home }) => {
  const app = await home.start()
  const second = await runScript('start.ts', { DATA_DIR: home.dataDir, PORT: new URL(app.url).port })
  expect(second.code).toBe(1)
  expect(second.output).toBe(
    `PORT ${new URL(app.url).port} is already in use on 127.0.0.1: stop the program that uses it, or set PORT to another port.\n`,
  )
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
})

test(
  'seeding and resetting work while the app runs, and migrating while it is stopped',
  ONLY_IN_FULL_RUN,
  async ({ home }) => {
    const settings = { DATA_DIR: home.dataDir }
    const app = await home.start()
    const user = new LocalVisitor(app.url)
    await user.signIn('someone-new@example.com')
    expect((await runScript('seed.ts', settings, ['--users', '60'])).code).toBe(0)
    expect((await user.page('/app')).status).toBe(200)
    const reset = await runScript('reset.ts', settings)
    expect(reset.output).toBe('Deleted all data and added new sample data.\n')
    expect((await user.page('/app')).status).toBe(302)
    expect(await app.stop()).toBe(0)

    expect((await runScript('migrate.ts', settings)).output).toBe('The database is up to date.\n')
    expect(await postgresOf(home.dataDir)).toBeUndefined()
  },
)

test('a data folder with other files stays unchanged, and the start fails', async ({ home }) => {
  const postgres = path.join(home.dataDir, 'postgres')
  await mkdir(postgres)
  await writeFile(path.join(postgres, 'letter.txt'), 'precious')
  const { code, output } = await runScript('start.ts', { DATA_DIR: home.dataDir, PORT: String(await freePort()) })
  expect(code).toBe(1)
  expect(output).toBe(
    `${postgres} contains files that aren't a PostgreSQL database. Move them away, or set DATA_DIR to another folder.\n`,
  )
  expect(await readFile(path.join(postgres, 'letter.txt'), 'utf8')).toBe('precious')
})

test('when npm is stopped, the app and PostgreSQL stop too', ONLY_IN_FULL_RUN, async ({ home }) => {
  expect((await runScript('migrate.ts', { DATA_DIR: home.dataDir })).code).toBe(0)
  const port = await freePort()
  const npm = spawn('npm', ['run', '--silent', 'serve'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: home.dataDir, PORT: String(port) },
    stdio: 'ignore',
  })
  const ended = once(npm, 'close')
  const isUp = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
  npm.kill('SIGTERM')
  await ended
  await expect.poll(() => postgresOf(home.dataDir), { timeout: 30_000 }).toBeUndefined()
  expect(await isUp()).toBe(false)
})
