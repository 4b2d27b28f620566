import { expect, test } from '@playwright/test'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { changeInTenPlaces, OWN_PAGE } from '../support/changed-app.ts'
import { copyCheckout } from '../support/copy-of-checkout.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const BIN = path.join(ROOT, 'node_modules/.bin')
let folder = ''

test.beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'latchkey-upgrade-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (...parts: string[]) => path.join(folder, ...parts)
const read = (...file: string[]) => readFileSync(inFolder(...file), 'utf8')
const git = (place: string, ...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=team', '-c', 'user.email=team@example.com', '-c', 'core.editor=true', ...args],
    {
      cwd: place,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  ).trim()
const commit = (place: string, message: string) => {
  git(place, 'add', '--all')
  git(place, 'commit', '--quiet', '--message', message)
}

/** Replaces a text that a file must contain. */
function edit(file: string, from: string, to: string) {
  const before = readFileSync(file, 'utf8')
  expect(before, file).toContain(from)
  writeFileSync(
    file,
    before.replace(from, () => to),
  )
}

/** Runs this checkout's `scripts/upgrade.ts` in the folder of an app. */
async function upgrade(app: string, ...args: string[]) {
  const env = { PATH: `${BIN}:${process.env.PATH}`, HOME: os.homedir() }
  const options = { cwd: app, env, maxBuffer: 64 * 1024 * 1024 }
  return promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/upgrade.ts'), ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  )
}

/** Writes a small app with a commit, for upgrades that are refused before they create anything. */
function writeSmallApp(manifest: object): string {
  const app = inFolder('app')
  mkdirSync(app)
  writeFileSync(path.join(app, 'package.json'), JSON.stringify({ name: 'app', ...manifest }))
  writeFileSync(path.join(app, 'app.config.ts'), "export const appConfig = {\n  name: 'App',\n}\n")
  git(app, 'init', '--quiet')
  commit(app, 'first')
  return app
}

const STARTER = { repository: ROOT, version: '0.1.0', commit: 'HEAD' }

for (const [args, said] of [
  [['--to', 'v99'], 'has no release or commit "v99"'],
  [['--from', '0000000'], 'has no release or commit "0000000"'],
  [['--to', 'HEAD'], 'There is nothing to upgrade'],
  [['--repository', '/nowhere'], "Couldn't fetch /nowhere"],
  [['--with', 'all'], 'Usage: npm run upgrade'],
] as const)
  test(`"upgrade ${args.join(' ')}" is refused, and nothing is changed`, async () => {
    const app = writeSmallApp({ starter: STARTER })
    expect(await upgrade(app, ...args)).toEqual({ code: 1, output: expect.stringContaining(said) })
    expect([git(app, 'status', '--porcelain'), git(app, 'branch', '--format=%(refname:short)')]).toEqual([
      '',
      git(app, 'rev-parse', '--abbrev-ref', 'HEAD'),
    ])
  })

test('an upgrade is refused without a Git repository, with uncommitted changes, and without an origin', async () => {
  const app = writeSmallApp({})
  expect(await upgrade(app)).toMatchObject({ code: 1, output: expect.stringContaining('Add --from') })
  writeFileSync(path.join(app, 'package.json'), JSON.stringify({ name: 'app', starter: STARTER }))
  expect(await upgrade(app)).toMatchObject({ code: 1, output: expect.stringContaining('uncommitted changes') })
  rmSync(path.join(app, '.git'), { recursive: true })
  expect(await upgrade(app)).toMatchObject({ code: 1, output: expect.stringContaining("isn't a Git repository") })
})

test(
  'the changelog says which changes of the release are for security, needed and nice, and names changed files',
  ONLY_IN_FULL_RUN,
  () => {
    const changelog = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8')
    const previous = /^Releases and their commits: .* is (\w+)\.$/m.exec(changelog)?.[1] ?? ''
    const [, part = ''] = /^### Upgrading\n([^]*?)^### /m.exec(changelog.split(/^## /m)[1] ?? '') ?? []
    const entries = part.split(/^- /m).slice(1)
    expect(entries.map((entry) => /^\*\*(\w+)\*\*: /.exec(entry)?.[1])).toEqual(['Security', 'Needed', 'Nice'])
    for (const entry of entries) {
      const files = [...(/\(([^()]+)\)\.\s*$/.exec(entry)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
        ([, file = '']) => file,
      )
      expect(files, entry).not.toEqual([])
      for (const file of files) expect(git(ROOT, 'diff', '--shortstat', previous, '--', file), file).not.toBe('')
    }
  },
)

test('an upgrade of an app with changes merges a later release into a branch', ONLY_IN_FULL_RUN, async () => {
  test.setTimeout(1_800_000)
  const starter = copyCheckout('starter')
  commit(starter.folder, '0.3.0')
  const release = git(starter.folder, 'rev-parse', 'HEAD')
  const app = inFolder('paper-boat')
  const create = ['scripts/create.mjs', app, '--name', 'Paper Boat', '--without', 'webhooks']
  await starter.run('node', ...create)
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(app, 'node_modules'))

  // The release changes a table, a text, a file that the team also changes, and a table of the feature that the app lacks.
  const users = 'src/db/tables/users.ts'
  const inStarter = (file: string) => path.join(starter.folder, file)
  edit(inStarter(users), 'image: text(),', 'image: text(),\n    website: text(),')
  edit(
    inStarter('src/features/webhooks/webhooks.tables.server.ts'),
    'url: text().notNull(),',
    'url: text().notNull(), note: text(),',
  )
  await starter.run('drizzle-kit', 'generate', '--name', 'websites')
  edit(inStarter('CHANGELOG.md'), '### Security\n\n', '### Security\n\n- A grave fault\n  is mended.\n')
  edit(inStarter('CHANGELOG.md'), '### Upgrading\n\n', '### Upgrading\n\n- **Needed**: a setting (`deploy`).\n')
  edit(inStarter('src/lib/cn.ts'), '\nexport', '\n// Changed by the release.\nexport')
  edit(inStarter('docs/brand.md'), '# ', '# The release: ')
  commit(starter.folder, '0.4.0')

  edit(path.join(app, 'src/lib/cn.ts'), '\nexport', '\n// Changed by the team.\nexport')
  edit(path.join(app, 'locales/en/login.json'), '"', ' "')
  edit(path.join(app, users), 'banned: ', 'motto: text(),\n    banned: ')
  rmSync(path.join(app, 'SECURITY.md'))
  execFileSync(path.join(BIN, 'drizzle-kit'), ['generate', '--name', 'motto'], { cwd: app, stdio: 'ignore' })
  git(app, 'add', '--all', ':!node_modules')
  git(app, 'commit', '--quiet', '--message', 'ours')

  const { code, output } = await upgrade(app, '--from', release, '--repository', starter.folder)
  starter.remove()
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(output).toContain('Security fixes in this upgrade:\n  - A grave fault is mended.')
  expect(output).toContain('What this upgrade changes, and where:\n  - Needed: a setting (`deploy`).')
  expect(output).toContain('Conflicts, marked in the files (1):\n  src/lib/cn.ts')
  expect(output).toContain('ALTER TABLE "webhook" ADD COLUMN "note" text;')
  expect(read('paper-boat', 'src/lib/cn.ts')).toMatch(
    /<<<<<<< [^]*by the team[^]*=======[^]*by the release[^]*>>>>>>> /,
  )
  expect(read('paper-boat', 'docs/brand.md')).toContain('# The release: ')
  expect(read('paper-boat', 'package.json')).toContain('"name": "Paper Boat"')

  writeFileSync(path.join(app, 'src/lib/cn.ts'), git(app, 'show', 'main:src/lib/cn.ts'))
  git(app, 'add', 'src/lib/cn.ts')
  git(app, 'cherry-pick', '--continue')
  expect(git(app, 'diff', '--name-only', '--diff-filter=D', 'main', 'HEAD')).toBe('')
  expect(read('paper-boat', 'src/db/migrations/0002_websites.sql')).toBe(
    'ALTER TABLE "user" ADD COLUMN "website" text;\n',
  )
  // The merged snapshot matches the merged tables, so there is nothing to generate.
  const generated = execFileSync(path.join(BIN, 'drizzle-kit'), ['generate'], { cwd: app, encoding: 'utf8' })
  expect(generated).toContain('No schema changes')
  const run = { cwd: app, env: { ...process.env, TEST_SPEED: 'check' }, stdio: 'pipe' } as const
  execFileSync(path.join(BIN, 'tsc'), ['--noEmit'], run)
  execFileSync(path.join(BIN, 'vitest'), ['run', 'src/db/migrations.test.ts', 'src/db/migrate.test.ts'], run)
})

test(
  'an app of a release without `npm run upgrade` is upgraded from a checkout of the starter',
  ONLY_IN_FULL_RUN,
  async () => {
    test.setTimeout(1_800_000)
    const old = inFolder('old')
    git(ROOT, 'worktree', 'add', '--quiet', '--detach', old, '449dada')
    try {
      const app = inFolder('paper-boat')
      execFileSync(process.execPath, ['scripts/create.mjs', app], { cwd: old, stdio: 'ignore' })
      const { code, output } = await upgrade(
        app,
        '--from',
        '449dada',
        '--to',
        git(ROOT, 'rev-parse', 'HEAD'),
        '--repository',
        ROOT,
      )
      expect({ code, output }).toMatchObject({ code: 0 })
      expect(output).not.toContain('Conflicts')
      expect(read('paper-boat', 'app.config.ts')).toContain("slug: 'paperboat'")
      const { entries } = JSON.parse(read('paper-boat', 'src/db/migrations/meta/_journal.json')) as {
        entries: { tag: string }[]
      }
      expect(entries.map(({ tag }) => tag)).toContain('0037_link_queue_index')
      expect(git(app, 'status', '--porcelain')).toBe('')
    } finally {
      git(ROOT, 'worktree', 'remove', '--force', old)
    }
  },
)

/** A commit of this repository whose apps have all commands of a team, the release that the changed app is made from. */
const OLD_RELEASE = '93153bae'

test('an app that its team changed in ten places is upgraded, and passes its checks', ONLY_IN_FULL_RUN, async () => {
  test.setTimeout(3_600_000)
  const old = inFolder('old')
  git(ROOT, 'worktree', 'add', '--quiet', '--detach', old, OLD_RELEASE)
  try {
    const app = inFolder('paper-boat')
    const run = (cwd: string, program: string, ...args: string[]) =>
      execFileSync(program, args, {
        cwd,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH: `${path.join(cwd, 'node_modules/.bin')}:${process.env.PATH}`, HOME: os.homedir() },
        maxBuffer: 64 * 1024 * 1024,
      })
    run(old, 'node', 'scripts/set-up.mjs')
    run(old, 'node', 'scripts/create.mjs', app, '--name', 'Paper Boat', '--without', 'standby-reads')
    symlinkSync(path.join(old, 'node_modules'), path.join(app, 'node_modules'))
    changeInTenPlaces(app, 'favourites')
    commit(app, 'ours')

    const { code, output } = await upgrade(app, '--repository', ROOT, '--to', git(ROOT, 'rev-parse', 'HEAD'))
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(output).toContain('What this upgrade changes, and where:\n  - Security: ')
    expect(output).toContain('  3. npm run language -- complete de\n')
    const conflicts = git(app, 'diff', '--name-only', '--diff-filter=U').split('\n')
    expect(conflicts).toEqual(['app.config.ts', 'src/ui/styles.css'])
    for (const file of conflicts) {
      const text = readFileSync(path.join(app, file), 'utf8')
      writeFileSync(path.join(app, file), text.replaceAll(/^<{7} [^]*?^={7}\n([^]*?)^>{7} .*\n/gm, '$1'))
    }
    edit(path.join(app, 'app.config.ts'), "'sw'],", "'sw', 'de'],")
    edit(path.join(app, 'app.config.ts'), "'sidebar', maxAgeMinutes: 525_600", "'sidebar', maxAgeMinutes: 262_800")
    edit(path.join(app, 'src/ui/styles.css'), '--brand-hue: 340', '--brand-hue: 348')
    git(app, 'add', '--all')
    git(app, 'cherry-pick', '--continue')

    rmSync(path.join(app, 'node_modules'))
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(app, 'node_modules'))
    run(app, 'node', 'scripts/language.ts', 'complete', 'de')
    expect(run(app, 'drizzle-kit', 'generate')).toContain('No schema changes')
    for (const file of [OWN_PAGE, 'src/lib/sail.test.ts', 'src/db/migrations/0002_motto.sql'])
      expect(existsSync(path.join(app, file)), file).toBe(true)
    expect(existsSync(path.join(app, 'src/features/favourites'))).toBe(false)
    expect(read('paper-boat', 'locales/en/login.json')).toContain('"heading": "Sign on or sign up"')
    expect(read('paper-boat', 'package.json')).toContain('"picocolors"')
    run(app, 'oxfmt', '--check', '.')
    run(app, 'oxlint', '--type-aware', '--type-check', '.')
    run(app, 'knip')
    run(app, 'vitest', 'run', '--reporter=dot')
  } finally {
    git(ROOT, 'worktree', 'remove', '--force', old)
  }
})
