import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../support/app.ts'
import { LocalVisitor } from '../support/local-visitor.ts'
import { startScript, untilPrinted } from '../support/script.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

test('npm run dev serves the product from its sources, with developer tools', ONLY_IN_FULL_RUN, async () => {
  test.setTimeout(180_000)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'latchkey-dev-'))
  const port = await freePort()
  const dev = startScript(
    'dev.ts',
    { DATA_DIR: dataDir, PORT: String(port) },
    [],
    path.resolve(import.meta.dirname, '../..'),
  )
  await untilPrinted(dev, 'Local:')
  const url = `http://localhost:${port}`
  const visitor = new LocalVisitor(url)
  const page = await visitor.page('/login')
  expect(page).toMatchObject({ status: 200, html: expect.stringContaining('Sign in or sign up</h1>') })
  expect(await visitor.signIn('user@example.com')).toBe(200)
  expect((await visitor.page('/app')).status).toBe(200)
  // The page requests this file, which contains TanStack's developer tools.
  expect(await (await fetch(`${url}/src/shell/devtools.tsx`)).text()).toContain('TanStackRouterDevtools')
  // A form that is sent without JavaScript gets a page with the error, not JSON.
  const body = new URLSearchParams({ intent: 'ask-for-code', email: 'nonsense' })
  const refused = await fetch(`${url}/login`, { method: 'POST', headers: { origin: url, accept: 'text/html' }, body })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('Email is invalid')
  dev.process.kill('SIGTERM')
  expect(await dev.ended).toBe(0)
  await rm(dataDir, { recursive: true, force: true })
})

test('the production build contains no developer tools', async () => {
  const dist = path.resolve(import.meta.dirname, '../../dist')
  const files = await readdir(dist, { recursive: true, withFileTypes: true })
  const written = files.filter((file) => file.isFile() && /\.(js|css|md|json)$/.test(file.name))
  expect(written.length).toBeGreaterThan(20)
  for (const { parentPath, name } of written) {
    const text = await readFile(path.join(parentPath, name), 'utf8')
    expect(/react-(query|router)-devtools|TanStackRouterDevtools|tsqd-/.test(text), name).toBe(false)
  }
})
