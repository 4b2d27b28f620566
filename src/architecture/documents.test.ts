import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment, variableNames } from '#env/environment.server.ts'
import { ALLOWED_IMPORTS } from './import-rules.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const readme = read('README.md')
const architecture = read('docs/architecture.md')
const decisions = readdirSync(path.join(ROOT, 'docs/decisions')).map((file) => `docs/decisions/${file}`)
const atTop = ['README.md', 'AGENTS.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
const inDocs = readdirSync(path.join(ROOT, 'docs')).filter((file) => file.endsWith('.md'))
const platforms = readdirSync(path.join(ROOT, 'docs/deploying')).map((file) => `docs/deploying/${file}`)
const documents = [...atTop, ...inDocs.map((file) => `docs/${file}`), ...platforms, ...decisions]
const settings = variableNames().sort()

/** Returns the distinct matches of a pattern's first group, sorted. */
function namesIn(text: string, pattern: RegExp): string[] {
  const names = new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))
  return [...names].sort((one, other) => (one < other ? -1 : 1))
}

test('the README has at most 150 lines and names every document', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(150)
  expect(namesIn(readme, /\]\(docs\/([\w-]+\.md)\)/g)).toEqual(inDocs.sort())
})

test('AGENTS.md has at most 60 lines, and its npm scripts and the targets of its links exist', () => {
  const agents = read('AGENTS.md')
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  expect(agents.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  expect(namesIn(agents, /npm run ([\w:-]+)/g).filter((name) => !(name in scripts))).toEqual([])
  const links = [...agents.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, name, target]) => ({ name, target }))
  expect(links.filter(({ name, target }) => name !== target || !existsSync(path.join(ROOT, target ?? '')))).toEqual([])
})

describe('docs/deploying', () => {
  const index = read('docs/deploying.md')

  test('the table in docs/deploying.md has exactly the pages of docs/deploying', () => {
    expect(namesIn(index, /^\| [^|]+ \| \[(docs\/deploying\/[\w-]+\.md)\]\(deploying\/[\w-]+\.md\) \|/gm)).toEqual(
      platforms.toSorted(),
    )
    const links = [...index.matchAll(/\[docs\/([\w/-]+\.md)\]\(([\w/-]+\.md)\)/g)]
    expect(links.map(([, name]) => name)).toEqual(links.map(([, , target]) => target))
  })

  test.each(platforms)('%s has at most 80 lines, and ends with how its files were checked', (file) => {
    const text = read(file)
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(80)
    expect(namesIn(text, /^## (.+)$/gm)).toContain('Checked')
    expect(text.slice(text.lastIndexOf('\n## '))).toMatch(
      /^\n## Checked\n[^#]+`src\/[^#]+\.test\.ts`[^#]*\b(?:not|No)\b/,
    )
  })

  test.each(platforms.filter((file) => !file.endsWith('/managed-postgresql.md')))(
    '%s says how to set up, migrate, check, trust the proxy, upgrade and roll back, and names its files',
    (file) => {
      const text = read(file)
      for (const heading of ['Prerequisites', 'Proxy', 'Health', 'Upgrade and roll back'])
        expect(text).toContain(`\n## ${heading}\n`)
      for (const word of ['TRUSTED_PROXIES', '/readyz', 'migrat']) expect(text).toContain(word)
      expect(namesIn(text, /`(deploy\/[\w./-]+)`/g).length).toBeGreaterThan(0)
    },
  )

  test.each(platforms)('the programs and npm scripts that %s runs exist', (file) => {
    const text = read(file)
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(namesIn(text, /npm run ([\w:-]+)/g).filter((name) => !(name in scripts))).toEqual([])
    const programs = namesIn(text, /dist\/server\/([\w-]+)\.js/g)
    expect(programs.filter((name) => !existsSync(path.join(ROOT, `scripts/${name}.ts`)))).toEqual([])
  })

  test.each(platforms)('the settings that %s names exist', (file) => {
    const named = namesIn(read(file), /`([A-Z][A-Z_]+)(?:=[^`]*)?`/g)
    expect(named.filter((name) => !settings.includes(name) && !['CREATEDB', 'LISTEN'].includes(name))).toEqual([])
  })
})

test('docs/commands.md has exactly the npm scripts of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const withoutHooks = Object.keys(scripts).filter((name) => !/^(pre|post)/.test(name))
  const names = withoutHooks.map((name) => (name === 'start' || name === 'test' ? name : `run ${name}`))
  expect(namesIn(read('docs/commands.md'), /npm (start|test|run [\w:-]+)/g)).toEqual(names.sort())
})

describe('settings', () => {
  const example = read('.env.example')

  test('the table of docs/settings.md has exactly the settings of the app', () => {
    expect(namesIn(read('docs/settings.md'), /^\| `([A-Z_]+)`/gm)).toEqual(settings)
  })

  test('.env.example has exactly the settings of the app, each below a comment', () => {
    expect(namesIn(example, /^(?:# )?([A-Z_]+)=/gm)).toEqual(settings)
    expect(namesIn(example, /^# [^=\n]+\n(?:# )?([A-Z_]+)=/gm)).toEqual(settings)
  })

  test('an unchanged .env.example starts local mode', () => {
    expect(readEnvironment(parseEnv(example)).isLocal).toBe(true)
  })

  test('production mode rejects .env.example with all settings uncommented, because of its example secret and two mail services', () => {
    const realThing = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ''))
    expect(() => readEnvironment(realThing)).toThrow(
      new EnvironmentError([
        'BETTER_AUTH_SECRET must not be the example from .env.example',
        'SMTP_URL and RESEND_API_KEY are both set: keep one',
      ]),
    )
  })

  test('the container files set only settings that exist', () => {
    const given = namesIn(read('docker-compose.yml'), /^ {6}([A-Z_]+):/gm)
    const known = new Set([...settings, 'POSTGRES_PASSWORD'])
    expect(given.filter((name) => !known.has(name))).toEqual([])
    const [, baked = ''] = /^ENV (.+)$/m.exec(read('Dockerfile')) ?? []
    expect(namesIn(baked, /([A-Z_]+)=/g)).toEqual(['HOST', 'NODE_ENV', 'PORT'])
  })
})

test.each(documents)('every file that %s names exists', (file) => {
  const named = namesIn(
    read(file),
    /[`"(]((?:src|scripts|e2e|docs|deploy|emails|locales|bench|public)\/[\w./$-]+|[\w.]+\.(?:ts|json|yml))[`")]/g,
  )
  const invented = /invoices|^x\.|^login-|^sbom\./
  expect(named.filter((name) => !invented.test(name) && !existsSync(path.join(ROOT, name)))).toEqual([])
})

test('every row of the table of security tests names tests that exist', () => {
  const rows = [...read('docs/security.md').matchAll(/^\| (\d+) \| [^|]+ \| ([^|]+) \|$/gm)]
  const numbers = rows.map(([, number]) => Number(number))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  expect(numbers.length).toBeGreaterThan(30)
  const files = rows.map(([, , tests = '']) => namesIn(tests, /`([^`]+\.(?:e2e|test)\.ts)`/g))
  expect(files.map((named) => named.length > 0 && named.every((file) => existsSync(path.join(ROOT, file))))).toEqual(
    rows.map(() => true),
  )
})

describe('docs/architecture.md', () => {
  const [, tree = ''] = /## The map\n+```\n([\s\S]+?)```/.exec(architecture) ?? []
  const below = tree.slice(tree.indexOf('\nsrc/\n'))

  test('the map in docs/architecture.md names only files and folders that exist', () => {
    const top = namesIn(tree, /^([\w.-]+)/gm)
    const inSrc = namesIn(below, /^ {2}([\w.-]+)/gm).map((name) => `src/${name}`)
    expect([...top, ...inSrc].filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
  })

  test('the map in docs/architecture.md names every folder of src', () => {
    const folders = readdirSync(path.join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(namesIn(below, /^ {2}([\w-]+)\//gm)).toEqual(folders.map(({ name }) => name).sort())
  })

  test('the table of allowed imports in docs/architecture.md equals ALLOWED_IMPORTS', () => {
    const [, rows = ''] = /\| folder \| can import \|\n\|---\|---\|\n([\s\S]+?)\n\n/.exec(architecture) ?? []
    const allowedIn = new Map<string, string[]>()
    for (const row of rows.split('\n')) {
      const [folders = '', allowed = ''] = row
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      for (const folder of folders.split(', '))
        allowedIn.set(folder, allowed === 'no folder of ours' ? [] : allowed.split(', '))
    }
    const { features: _, ...rules } = ALLOWED_IMPORTS
    const wiring = 'router, start, server, client, features, slots'.split(', ')
    expect(Object.fromEntries(allowedIn)).toEqual({
      ...rules,
      'features/x': ['all above', 'but never another feature'],
      ...Object.fromEntries(wiring.map((file) => [file, ['all folders']])),
    })
  })
})

describe('README pictures', () => {
  const shown = namesIn(readme, /docs\/images\/([\w-]+\.(?:png|svg))/g)

  test('the README shows exactly the pictures in docs/images', () => {
    const folder = path.join(ROOT, 'docs/images')
    expect(shown).toEqual(existsSync(folder) ? readdirSync(folder).sort() : [])
  })

  test.each(shown)('%s is smaller than 150 kB', (name) => {
    expect(statSync(path.join(ROOT, 'docs/images', name)).size).toBeLessThan(150_000)
  })
})

test.each(decisions)('%s has context, choice and cost in at most 40 lines', (file) => {
  const text = read(file)
  expect(namesIn(text, /^## (.+)$/gm)).toEqual(['Choice', 'Context', 'Cost'])
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
})
