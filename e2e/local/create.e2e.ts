import { expect, test } from '@playwright/test'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { appConfig } from '#app.config'
import { freePort } from '../support/app.ts'
import { FEATURE_REMOVED_IN_QUICK_RUN, OPTIONAL_FEATURES } from '../support/optional-features.ts'
import { runScript, startScript, untilPrinted } from '../support/script.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
let folder: string

test.describe.configure({ timeout: 180_000 })
test.beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'latchkey-create-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs `create.mjs` without a terminal. Includes the uncommitted changes of the checkout. */
const create = (...args: string[]) => runScript('create.mjs', { HOME: folder }, ['--with-changes', ...args], folder)
const read = (...file: string[]) => readFileSync(path.join(folder, ...file), 'utf8')
const git = (app: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: path.join(folder, app), encoding: 'utf8' }).trim()

const secretOf = (app: string) => /^BETTER_AUTH_SECRET=(\S{43,})$/m.exec(read(app, '.env'))?.[1]

test('a new app has its own name, secret and first commit, and no files of the starter’s development', async () => {
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
  const starterOnly = ['bench', 'scripts/create', 'docs/images', 'e2e/support/patroni.ts', 'e2e/faults/rows/cluster.ts']
  for (const left of ['node_modules', 'dist', '.data', 'test-results', ...starterOnly])
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
    '.devcontainer/devcontainer.json',
    '.vscode/settings.json',
    'AGENTS.md',
    'scripts/hooks/pre-commit',
    'README.md',
    'patches/postgres+3.4.9.patch',
  ])
    expect(committed).toContain(file)

  expect(git('my-shop', 'ls-files', `src/features/${FEATURE_REMOVED_IN_QUICK_RUN}`)).not.toBe('')
  expect(secretOf('my-shop')).not.toBeUndefined()
})

test('two new apps have different secrets, and one of them leaves a feature out', ONLY_IN_FULL_RUN, async () => {
  await create('my-shop')
  await create('my-other-shop', '--without', FEATURE_REMOVED_IN_QUICK_RUN)
  expect(git('my-other-shop', 'ls-files', `src/features/${FEATURE_REMOVED_IN_QUICK_RUN}`)).toBe('')
  expect(read('my-other-shop', 'src/db/migrations/0000_baseline.sql')).not.toContain(
    FEATURE_REMOVED_IN_QUICK_RUN.slice(0, -1),
  )
  expect(git('my-other-shop', 'status', '--porcelain')).toBe('')

  expect(secretOf('my-other-shop')).not.toBe(secretOf('my-shop'))
  expect(secretOf('my-other-shop')).not.toBeUndefined()
})

test(
  'a new app has its own name in every file, and names Latchkey only in its license and for upgrades',
  ONLY_IN_FULL_RUN,
  async () => {
    const options = ['--name', 'Paper Boat', '--team', 'Paper Boat Inc.', '--security', 'safe@paperboat.com']
    const { output } = await create('paper-boat', ...options, '--sender', 'Captain <hello@paperboat.com>')
    expect(output).not.toContain('these are examples')
    expect(output).toMatch(/Left to do:\n {2}1\. README\.md/)
    const app = path.join(folder, 'paper-boat')
    const found = execFileSync('git', ['grep', '--ignore-case', '--line-number', '-I', 'latchkey'], {
      cwd: app,
      encoding: 'utf8',
    })
    expect(found.split('\n')).toEqual([
      expect.stringMatching(
        /^LICENSE:4:Parts: copyright .* the Latchkey contributors \(made from Latchkey [\d.]+.*\)$/,
      ),
      // `npm run upgrade` fetches releases of the starter from this URL.
      expect.stringMatching(
        /^package\.json:\d+: +"repository": "https:\/\/github\.com\/latchkey-app\/latchkey\.git",$/,
      ),
      '',
    ])
    expect(JSON.parse(read('paper-boat', 'package.json'))).toMatchObject({
      starter: {
        version: expect.stringMatching(/^\d/) as unknown,
        without: [],
        options: { name: 'Paper Boat', slug: 'paperboat', team: 'Paper Boat Inc.', security: 'safe@paperboat.com' },
      },
    })
    expect(git('paper-boat', 'ls-files').match(/.*latchkey.*/gi)).toBeNull()
    expect(git('paper-boat', 'log', '--format=%s')).toBe('Paper Boat: first commit')

    expect(read('paper-boat', 'LICENSE')).toMatch(/^Copyright \(c\) \d{4} Paper Boat Inc\.$/m)
    const config = read('paper-boat', 'app.config.ts')
    for (const line of [
      "name: 'Paper Boat'",
      "slug: 'paperboat'",
      "securityContact: 'mailto:safe@paperboat.com'",
      'starter: undefined',
      'docsUrl: undefined',
    ])
      expect(config).toContain(line)
    expect(read('paper-boat', 'SECURITY.md')).toContain('by email to safe@paperboat.com.')
    for (const file of [
      '.env.example',
      'docker-compose.yml',
      'deploy/compose/docker-compose.yml',
      'deploy/kubernetes/paperboat.yaml',
      'deploy/systemd/paperboat.env.example',
      'deploy/render/render.yaml',
      'deploy/fly/fly.toml',
    ])
      expect(read('paper-boat', file)).toContain('Captain <hello@paperboat.com>')
    expect(read('paper-boat', 'deploy/kubernetes/paperboat.yaml')).toContain('kubectl create namespace paperboat')
    expect(read('paper-boat', 'deploy/telemetry/alerts.yml')).toContain('alert: PaperboatDown')
    expect(read('paper-boat', 'AGENTS.md')).toMatch(/^# Paper Boat in one page$/m)
    expect(read('paper-boat', 'README.md').split('\n').length).toBeLessThan(55)
    expect(read('paper-boat', 'CHANGELOG.md')).toMatch(/semver\.org\.\n\n## Unreleased\n$/)
    expect(readdirSync(path.join(app, 'docs/decisions'))).toEqual(['0001-starter.md'])
    // `git grep` exits with 1 if it finds nothing. Exclude the file that runs `create` of a starter's release, not of the app.
    const left = 'npm run (create|bench)|scripts/create|decisions/00[^0]|docs/images/|^[|] 35 [|] Patroni|row 35'
    expect(() =>
      execFileSync('git', ['grep', '-IE', left, '--', ':!scripts/upgrade/create-app.ts'], { cwd: app }),
    ).toThrow(expect.objectContaining({ status: 1 }))
  },
)

test('a new app starts under its own name', ONLY_IN_FULL_RUN, async () => {
  await create('my-shop')
  const app = path.join(folder, 'my-shop')
  // Links the packages instead of installing them.
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
    `a new app passes its own \`npm run check\` without manual changes ${choice.join(' ')}`,
    ONLY_IN_FULL_RUN,
    async () => {
      test.setTimeout(1_200_000)
      await create('acorn-desk', ...choice)
      const app = path.join(folder, 'acorn-desk')
      symlinkSync(path.join(ROOT, 'node_modules'), path.join(app, 'node_modules'))
      // Skips npm's `precheck`, which would install the packages again.
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

test('the command that the demo shows downloads a complete app, which can be renamed', ONLY_IN_FULL_RUN, async () => {
  const github = await startFakeGitHub()
  const [npx, packageAndTag = '', ...args] = (appConfig.starter?.command ?? '').split(' ')
  // Runs the installed version of giget instead of the newest.
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
  // Links the packages instead of installing them.
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(app, 'node_modules'))
  execFileSync(process.execPath, ['scripts/create.mjs', '.'], {
    cwd: app,
    env: { PATH: process.env.PATH, HOME: folder },
  })
  expect(read('my-app', 'app.config.ts')).toContain("name: 'My App'")
  expect(read('my-app', '.env')).toMatch(/^BETTER_AUTH_SECRET=\S{43,}$/m)
  // Git ignores a folder named `node_modules`, but not the link that is used here instead.
  expect(git('my-app', 'status', '--porcelain')).toBe('?? node_modules')
  expect(existsSync(path.join(app, 'scripts/create.mjs'))).toBe(false)
  const { code, output } = await runScript('create.mjs', {}, ['.'], ROOT)
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('is a checkout with Git history') })
})

for (const [args, told] of [
  [[], 'Usage: npm run create'],
  [['one', 'two'], 'Usage: npm run create'],
  [['../escape me'], "isn't a valid app name"],
  [['1st'], "isn't a valid app name"],
  [['full'], "isn't empty"],
  [['full/kept.txt'], 'is a file'],
  [['new', '--name', 'Two: names'], "isn't a valid name"],
  [['new', '--name', 'Latchkey Two'], "contains Latchkey's own name"],
  [['new', '--name', 'القارب', '--slug', 'Boat'], "isn't a valid slug"],
  [['order'], 'has a meaning in PostgreSQL'],
  [['react'], 'is the name of a package'],
  [['new', '--sender', 'nobody'], "isn't a valid sender"],
  [['new', '--security', 'http://example.com'], "isn't a valid contact"],
  [['new', '--without', 'bookmarks'], `"bookmarks" isn't an optional feature`],
  [['new', '--without', 'users'], `"users" isn't an optional feature`],
  [['new', '--only', '../webhooks'], `"../webhooks" isn't an optional feature`],
  [['new', '--only', 'core', '--without', 'core'], 'Usage: npm run create'],
  [['new', '--with', 'all'], "Unknown option '--with'"],
] as const)
  test(`"create ${args.join(' ')}" is refused, and nothing is written`, async () => {
    execFileSync('mkdir', [path.join(folder, 'full')])
    writeFileSync(path.join(folder, 'full', 'kept.txt'), 'kept')
    const { code, output } = await create(...args)
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(told) })
    expect(read('full', 'kept.txt')).toBe('kept')
    expect(readdirSync(folder)).toEqual(['full'])
  })

test('a checkout with uncommitted changes is refused, and a download without network writes nothing', async () => {
  const source = path.join(folder, 'download')
  for (const part of ['scripts', 'package.json', 'src/features/webhooks'])
    cpSync(path.join(ROOT, part), path.join(source, part), { recursive: true })
  const before = readdirSync(source)
  const offline = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0', HOME: source }
  const run = (...args: string[]) => runScript('create.mjs', offline, args, source, source)
  expect(await run('.')).toMatchObject({ code: 1, output: expect.stringContaining('Check the network') })
  expect(await run('../new')).toMatchObject({ code: 1, output: expect.stringContaining('nothing was written') })
  expect(readdirSync(source).filter((file) => file !== '.npm')).toEqual(before)

  git('download', 'init', '--quiet')
  const { code, output } = await run('../new')
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/uncommitted changes.*--with-changes\.\n$/),
  })
  expect(readdirSync(folder)).toEqual(['download'])
})

/** Starts a server that responds like GitHub to a request for the files of a branch. */
async function startFakeGitHub() {
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
