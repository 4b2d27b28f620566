import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort, someEmail } from '../support/app.ts'
import { MailServer } from '../support/mail-server.ts'
import { emptyDatabase, REAL_SETTINGS, runScript, startScript, untilPrinted } from '../support/script.ts'
import { Visitor } from '../support/visitor.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** What the Dockerfile copies into the image, in a folder that has no packages of ours in it nor above it. */
async function copyOfImage(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-image-'))
  const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8')
  const copied = [...dockerfile.matchAll(/^COPY --from=build (.+) (\S+)$/gm)]
  for (const [, sources = '', target = ''] of copied)
    for (const source of sources.split(' ')) {
      const name = path.relative('/app', source)
      const into = path.join(folder, target, target.endsWith('/') ? path.basename(name) : '')
      await cp(path.join(ROOT, name), into, { recursive: true })
    }
  return folder
}

test('what the image holds is enough: it migrates, serves, mails a code by a job, and signs in', async () => {
  const folder = await copyOfImage()
  const before = await readdir(folder, { recursive: true })
  const mail = new MailServer()
  await mail.start()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = {
    ...REAL_SETTINGS,
    APP_URL: url,
    PORT: String(port),
    DATABASE_URL: await emptyDatabase(),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  }
  const migrated = await runScript('migrate.ts', settings, [], folder, folder)
  expect(migrated).toMatchObject({ code: 0, output: 'The database is up to date.\n' })
  const server = startScript('serve.ts', settings, [], folder, folder)
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
  expect(await readdir(folder, { recursive: true }), 'nothing was written, so the disk may be read-only').toEqual(
    before,
  )
  await mail.stop()
  await rm(folder, { recursive: true })
})

test('what the image holds needs no packages, and names whose code is in it', async () => {
  const folder = await copyOfImage()
  const files = await readdir(folder, { recursive: true })
  expect(files.filter((file) => /node_modules|\.tsx?$/.test(file))).toEqual([])
  const notices = await readFile(path.join(folder, 'dist/server/third-party-notices.md'), 'utf8')
  for (const name of ['react-dom', 'drizzle-orm', 'graphile-worker', 'pg', 'nodemailer', 'pino', 'zod'])
    expect(notices).toContain(`\n## ${name} - `)
  await rm(folder, { recursive: true })
})
