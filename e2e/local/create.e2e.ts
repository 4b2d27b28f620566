import { expect, test } from '@playwright/test'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { appConfig } from '#app.config'
import { freePort } from '../support/app.ts'
import { CHOSEN_FEATURE, OPTIONAL_FEATURES } from '../support/optional-features.ts'
import { runScript, startScript, untilPrinted } from '../support/script.ts'
import { ONLY_IN_ALL } from '../support/speed.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
let folder: string

test.describe.configure({ timeout: 180_000 })
test.beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'latchkey-create-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

const create = (...args: string[]) => runScript('create.mjs', { HOME: folder }, args, folder)
const read = (...file: string[]) => readFileSync(path.join(folder, ...file), 'utf8')
const git = (app: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: path.join(folder, app), encoding: 'utf8' }).trim()

test('a new app has a name, a secret and a first commit of its own, and nothing of what was here', async () => {
  const { code, output } = await create('my-shop')
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('npm start') })
  const manifest = JSON.parse(read('my-shop', 'package.json')) as Record<string, unknown>
  expect(manifest).toMatchObject({ name: 'my-shop', version: '0.1.0' })
  expect(manifest).not.toHaveProperty('repository')
  expect(JSON.parse(read('my-shop', 'package-lock.json'))).toMatchObject({
    name: 'my-shop',
    packages: { '': { name: 'my-shop' } },
  })
  expect(read('my-shop', 'app.config.ts')).toContain("name: 'My Shop'")
  for (const left of ['node_modules', 'dist', '.data', 'test-results'])
    expect(existsSync(path.join(folder, 'my-shop', left)), left).toBe(false)

  expect(readdirSync(path.join(folder, 'my-shop/src/db/migrations'))).toEqual(['0000_baseline.sql', 'meta'])
  expect(existsSync(path.join(folder, 'my-shop/src/db/releases'))).toBe(false)

  expect(git('my-shop', 'rev-list', '--count', 'HEAD')).toBe('1')
  expect(git('my-shop', 'status', '--porcelain')).toBe('')
  const committed = git('my-shop', 'ls-files').split('\n')
  expect(committed.filter((file) => /^(\.env|\.data|node_modules|dist|test-results)(\/|$)/.test(file))).toEqual([])
  for (const file of [
    'src/routes/__root.tsx',
    'locales/sw/login.json',
    '.env.example',
    '.ci/run',
    'README.md',
    'patches/postgres+3.4.9.patch',
  ])
    expect(committed).toContain(file)

  await create('my-other-shop', '--without', CHOSEN_FEATURE)
  expect(git('my-shop', 'ls-files', `src/features/${CHOSEN_FEATURE}`)).not.toBe('')
  expect(git('my-other-shop', 'ls-files', `src/features/${CHOSEN_FEATURE}`)).toBe('')
  expect(read('my-other-shop', 'src/db/migrations/0000_baseline.sql')).not.toContain(CHOSEN_FEATURE.slice(0, -1))
  expect(git('my-other-shop', 'status', '--porcelain')).toBe('')

  const secrets = ['my-shop', 'my-other-shop'].map(
    (app) => /^BETTER_AUTH_SECRET=(\S{43,})$/m.exec(read(app, '.env'))?.[1],
  )
  expect(new Set(secrets).size).toBe(2)
  expect(secrets).not.toContain(undefined)
})

test('a new app starts, under its own name', ONLY_IN_ALL, async () => {
  await create('my-shop')
  const app = path.join(folder, 'my-shop')
  // In place of an installation.
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(app, 'node_modules'))
  execFileSync('npm', ['run', 'build:app'], { cwd: app, stdio: 'ignore' })
  const port = String(await freePort())
  const running = startScript('start.ts', { PORT: port }, [], app, app)
  await untilPrinted(running, `http://localhost:${port}/login`)
  const page = await fetch(`http://localhost:${port}/login`)
  expect(await page.text()).toContain('My Shop</title>')
  running.process.kill('SIGTERM')
  await running.ended
})

for (const choice of [[], ['--only', 'core']])
  test(
    `a new app passes its own \`npm run check\`, with nothing done by hand ${choice.join(' ')}`,
    ONLY_IN_ALL,
    async () => {
      test.setTimeout(1_200_000)
      await create('acorn-desk', ...choice)
      const app = path.join(folder, 'acorn-desk')
      symlinkSync(path.join(ROOT, 'node_modules'), path.join(app, 'node_modules'))
      // Without what npm runs before, which would install the packages anew.
      const checked = await promisify(execFile)(process.execPath, ['scripts/test.ts', 'check'], {
        cwd: app,
        env: { PATH: `${ROOT}/node_modules/.bin:${process.env.PATH}`, HOME: os.homedir() },
        maxBuffer: 64 * 1024 * 1024,
      }).then(
        ({ stdout }) => stdout,
        (error: unknown) => (error as { stdout: string }).stdout,
      )
      expect(checked.slice(-4_000)).toMatch(/\n\d+ passed, 0 failed\s*$/)
      for (const feature of choice.length > 0 ? OPTIONAL_FEATURES : [])
        expect(git('acorn-desk', 'ls-files', `src/features/${feature}`)).toBe('')
      expect(git('acorn-desk', 'diff', '--name-only')).toBe('')
    },
  )

test('the command that the demo shows fetches a whole app, which takes a name of its own', ONLY_IN_ALL, async () => {
  const github = await aGitHubWithThisCheckout()
  const [npx, packageAndTag = '', ...args] = appConfig.starter.command.split(' ')
  // The version that is installed here, in place of the newest.
  const [giget] = packageAndTag.split('@')
  await promisify(execFile)(path.join(ROOT, 'node_modules/.bin', giget ?? ''), args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, GIGET_GITHUB_URL: github.url },
  })
  await github.close()
  expect({ npx, asked: github.asked }).toEqual({
    npx: 'npx',
    asked: ['/repos/latchkey-app/latchkey/tarball/main'],
  })

  const app = path.join(folder, 'my-app')
  const tracked = execFileSync('git', ['ls-files', '*.ts', '*.json', '.ci'], { cwd: ROOT, encoding: 'utf8' }).trim()
  for (const file of tracked.split('\n')) expect(existsSync(path.join(app, file)), file).toBe(true)
  // In place of an installation.
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(app, 'node_modules'))
  execFileSync(process.execPath, ['scripts/create.mjs', '.'], {
    cwd: app,
    env: { PATH: process.env.PATH, HOME: folder },
  })
  expect(read('my-app', 'app.config.ts')).toContain("name: 'My App'")
  expect(read('my-app', '.env')).toMatch(/^BETTER_AUTH_SECRET=\S{43,}$/m)
  expect(git('my-app', 'status', '--porcelain')).toBe('')
  const { code, output } = await runScript('create.mjs', {}, ['.'], app, app)
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('is a checkout with a history') })
})

for (const [args, told] of [
  [[], 'Say where the new app shall be'],
  [['one', 'two'], 'Say where the new app shall be'],
  [['../escape me'], 'cannot be the name of an app'],
  [['1st'], 'cannot be the name of an app'],
  [['full'], 'is not empty'],
  [['new', '--without', 'bookmarks'], '"bookmarks" is no feature that comes out'],
  [['new', '--without', 'users'], '"users" is no feature that comes out'],
  [['new', '--only', '../webhooks'], '"../webhooks" is no feature that comes out'],
  [['new', '--only', 'core', '--without', 'core'], 'Say where the new app shall be'],
  [['new', '--with', 'all'], "Unknown option '--with'"],
] as const)
  test(`"create ${args.join(' ')}" is refused, and nothing is written`, async () => {
    execFileSync('mkdir', [path.join(folder, 'full')])
    writeFileSync(path.join(folder, 'full', 'kept.txt'), 'kept')
    const { code, output } = await runScript('create.mjs', {}, [...args], folder)
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(told) })
    expect(read('full', 'kept.txt')).toBe('kept')
    expect(readdirSync(folder)).toEqual(['full'])
  })

/** Answers as GitHub does when it is asked for the files of a branch. */
async function aGitHubWithThisCheckout() {
  const asked: string[] = []
  const files = execFileSync('git', ['archive', '--format=tar.gz', '--prefix=latchkey-0000000/', 'HEAD'], {
    cwd: ROOT,
    maxBuffer: 256 * 1024 * 1024,
  })
  const server = createServer((request, response) => {
    if (request.method === 'GET') asked.push(request.url ?? '')
    response.end(request.method === 'GET' ? files : undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
