import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort, someEmail } from '../support/app.ts'
import { MailServer } from '../support/mail-server.ts'
import {
  createEmptyDatabase,
  PRODUCTION_SETTINGS,
  runScript,
  startScript,
  untilPrinted,
  type RunningScript,
} from '../support/script.ts'
import { Visitor } from '../support/visitor.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

let image: string
let server: RunningScript | undefined
const mail = new MailServer()

/** Copies the files of the image, as in the Dockerfile, to a folder with no packages in it or above it. */
test.beforeEach(async () => {
  image = await mkdtemp(path.join(os.tmpdir(), 'latchkey-image-'))
  const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8')
  for (const [, source = '', target = ''] of dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm))
    await cp(path.join(ROOT, source), path.join(image, target), { recursive: true })
  await mail.start()
})
test.afterEach(async () => {
  server?.process.kill('SIGKILL')
  await mail.stop()
  await rm(image, { recursive: true })
})

test('the files of the image are enough to migrate, serve, send a code by email and sign in', async () => {
  const before = await readdir(image, { recursive: true })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = {
    ...PRODUCTION_SETTINGS,
    APP_URL: url,
    PORT: String(port),
    DATABASE_URL: await createEmptyDatabase(),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  }
  const migrated = await runScript('migrate.ts', settings, [], image, image)
  expect(migrated).toMatchObject({ code: 0, output: 'The database is up to date.\n' })
  server = startScript('serve.ts', settings, [], image, image)
  await untilPrinted(server, 'server.listening')

  const visitor = new Visitor({ url, mail })
  const page = String((await visitor.get('/login')).body)
  expect(page).toContain('Sign in or sign up</h1>')
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
  expect((await visitor.get(script)).status).toBe(200)
  expect((await visitor.signIn(someEmail())).status).toBe(200)
  expect((await visitor.get('/app')).status).toBe(200)

  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output()).not.toContain('"level":"error"')
  expect(await readdir(image, { recursive: true }), 'nothing was written: the disk may be read-only').toEqual(before)
})

test('the image contains no packages, and its notices name each package that is bundled into it', async () => {
  const files = await readdir(image, { recursive: true })
  expect(files.filter((file) => /node_modules|\.tsx?$/.test(file))).toEqual([])
  const notices = await readFile(path.join(image, 'dist/server/third-party-notices.md'), 'utf8')
  for (const name of ['react-dom', 'drizzle-orm', 'graphile-worker', 'pg', 'nodemailer', 'pino', 'zod'])
    expect(notices).toContain(`\n## ${name} - `)
})

test('package.json lists only packages that are in the build as dependencies', async () => {
  const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as Record<string, object>
  const files = ['server', 'client'].map((side) => path.join(image, `dist/${side}/third-party-notices.md`))
  const notices = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
  const shipped = new Set([...notices.matchAll(/^## (\S+) - /gm)].map(([, name]) => name))
  // This package is missing in the notices, because it has no code of its own and only re-exports its packages.
  shipped.add('@tanstack/react-start')
  expect(Object.keys(manifest.dependencies ?? {}).filter((name) => !shipped.has(name))).toEqual([])
})

test('local mode in the image exits and reports that the embedded PostgreSQL is missing', async () => {
  const { code, output } = await runScript('start.ts', { DATA_DIR: path.join(image, 'data') }, [], image, image)
  expect(code).toBe(1)
  expect(output).toMatch(/^The embedded PostgreSQL doesn't run on this computer \(.+\)\. Set DATABASE_URL .+\n$/)
})

test('a server process that has served a page uses less than 150 MB of memory', ONLY_IN_FULL_RUN, async () => {
  test.skip(process.platform !== 'linux', 'reads /proc')
  const port = await freePort()
  const settings = { ...PRODUCTION_SETTINGS, PORT: String(port), DATABASE_URL: await createEmptyDatabase() }
  server = startScript('start.ts', settings, [], image, image)
  await untilPrinted(server, 'server.listening')
  expect((await fetch(`http://localhost:${port}/login`)).status).toBe(200)
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8')
  const residentMb = Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1_024
  // The server took 110 MB when this test was written, and 264 MB with the packages unbundled.
  expect(residentMb).toBeLessThan(150)
})
