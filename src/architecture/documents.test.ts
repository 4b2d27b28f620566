import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment, variableNames } from '#env/environment.server.ts'
import { MAY_IMPORT } from './who-may-import-whom.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const readme = read('README.md')
const decisions = readdirSync(path.join(ROOT, 'docs/decisions')).map((file) => `docs/decisions/${file}`)
const atTop = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
const inDocs = readdirSync(path.join(ROOT, 'docs')).filter((file) => file.endsWith('.md'))
const documents = [...atTop, ...inDocs.map((file) => `docs/${file}`), ...decisions]
const settings = variableNames().sort()

/** What a pattern's first group finds, each once, in order. */
function namesIn(text: string, pattern: RegExp): string[] {
  const names = new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))
  return [...names].sort((one, other) => (one < other ? -1 : 1))
}

test('the README names every npm script, and no other', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const withoutHooks = Object.keys(scripts).filter((name) => !/^(pre|post)/.test(name))
  const names = withoutHooks.map((name) => (name === 'start' || name === 'test' ? name : `run ${name}`))
  expect(namesIn(readme, /npm (start|test|run [\w:-]+)/g)).toEqual(names.sort())
})

describe('the settings', () => {
  const example = read('.env.example')

  test('are all in the table of the README, and no other', () => {
    expect(namesIn(readme, /^\| `([A-Z_]+)`/gm)).toEqual(settings)
  })

  test('are all in .env.example, each below a line that says what it is, and no other', () => {
    expect(namesIn(example, /^(?:# )?([A-Z_]+)=/gm)).toEqual(settings)
    expect(namesIn(example, /^# [^=\n]+\n(?:# )?([A-Z_]+)=/gm)).toEqual(settings)
  })

  test('of .env.example start local mode as they are', () => {
    expect(readEnvironment(parseEnv(example)).isLocal).toBe(true)
  })

  test('of .env.example stop the real thing until the secret and one way for mail are chosen', () => {
    const realThing = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ''))
    expect(() => readEnvironment(realThing)).toThrow(
      new EnvironmentError([
        'BETTER_AUTH_SECRET must not be the example from .env.example',
        'SMTP_URL and RESEND_API_KEY are both set: keep one',
      ]),
    )
  })

  test('in the container files are settings that exist', () => {
    const given = namesIn(read('docker-compose.yml'), /^ {6}([A-Z_]+):/gm)
    const known = new Set([...settings, 'POSTGRES_PASSWORD'])
    expect(given.filter((name) => !known.has(name))).toEqual([])
    const [, baked = ''] = /^ENV (.+)$/m.exec(read('Dockerfile')) ?? []
    expect(namesIn(baked, /([A-Z_]+)=/g)).toEqual(['HOST', 'NODE_ENV', 'PORT'])
  })
})

test.each(documents)('every file that %s names is there', (file) => {
  const named = namesIn(
    read(file),
    /[`"(]((?:src|scripts|e2e|docs|deploy|emails|locales|bench|public)\/[\w./$-]+|[\w.]+\.(?:ts|json|yml))[`")]/g,
  )
  const invented = /bookmarks|^x\.|^login-|^sbom\./
  expect(named.filter((name) => !invented.test(name) && !existsSync(path.join(ROOT, name)))).toEqual([])
})

test('every row of the security tests names tests that are there', () => {
  const rows = [...read('docs/security.md').matchAll(/^\| (\d+) \| [^|]+ \| ([^|]+) \|$/gm)]
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 38 }, (_, index) => index + 1))
  const files = rows.map(([, , tests = '']) => namesIn(tests, /`([^`]+\.(?:e2e|test)\.ts)`/g))
  expect(files.map((named) => named.length > 0 && named.every((file) => existsSync(path.join(ROOT, file))))).toEqual(
    rows.map(() => true),
  )
})

describe('the map', () => {
  const [, tree = ''] = /## The map\n+```\n([\s\S]+?)```/.exec(readme) ?? []
  const below = tree.slice(tree.indexOf('\nsrc/\n'))

  test('names what is there', () => {
    const top = namesIn(tree, /^([\w.-]+)/gm)
    const inSrc = namesIn(below, /^ {2}([\w.-]+)/gm).map((name) => `src/${name}`)
    expect([...top, ...inSrc].filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
  })

  test('leaves out no folder of src', () => {
    const folders = readdirSync(path.join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(namesIn(below, /^ {2}([\w-]+)\//gm)).toEqual(folders.map(({ name }) => name).sort())
  })

  test('says who may import whom as the rule does', () => {
    const [, rows = ''] = /\| folder \| may import \|\n\|---\|---\|\n([\s\S]+?)\n\n/.exec(readme) ?? []
    const told = new Map<string, string[]>()
    for (const row of rows.split('\n')) {
      const [folders = '', allowed = ''] = row
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      for (const folder of folders.split(', '))
        told.set(folder, allowed === 'nothing of ours' ? [] : allowed.split(', '))
    }
    const { features: _, ...rules } = MAY_IMPORT
    const wiring = 'router, start, server, client, features, slots'.split(', ')
    expect(Object.fromEntries(told)).toEqual({
      ...rules,
      'features/x': ['all above', 'but never another feature'],
      ...Object.fromEntries(wiring.map((file) => [file, ['anything: they are the wiring']])),
    })
  })
})

describe('the pictures', () => {
  const shown = namesIn(readme, /docs\/images\/([\w-]+\.(?:png|svg))/g)

  test('of the README are there, and no others', () => {
    expect(shown).toEqual(readdirSync(path.join(ROOT, 'docs/images')).sort())
  })

  test.each(shown)('%s is small', (name) => {
    expect(statSync(path.join(ROOT, 'docs/images', name)).size).toBeLessThan(150_000)
  })
})

test.each(decisions)('%s says context, choice and cost, in 40 lines at most', (file) => {
  const text = read(file)
  expect(namesIn(text, /^## (.+)$/gm)).toEqual(['Choice', 'Context', 'Cost'])
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
})
