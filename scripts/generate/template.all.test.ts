import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { availableSwitches } from './switches.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const BIN = path.join(ROOT, 'node_modules/.bin')
const PARTS = ['src', 'e2e', 'scripts', 'emails', 'locales', 'docs/features.md', 'app.config.ts', 'drizzle.config.ts']
const SETTINGS = ['package.json', 'tsconfig.json', 'vite.config.ts', '.oxfmtrc.json', '.oxlintrc.json']
const FIELDS = ['code:text', 'price:money', 'endsOn:date', 'priority:low,high', 'count:integer', 'ratio:number']
const OTHERS = ['isGift:boolean', 'partner:organization', 'contact:user', 'about:longtext']
const asOptional = (field: string) => (/^code|boolean$/.test(field) ? field : `${field}?`)

let copy = ''
beforeAll(async () => {
  copy = await mkdtemp(path.join(os.tmpdir(), 'latchkey-template-'))
  const isWanted = (file: string) => !file.startsWith(path.join(ROOT, 'e2e/screenshots/'))
  for (const part of [...PARTS, ...SETTINGS])
    await cp(path.join(ROOT, part), path.join(copy, part), { recursive: true, filter: isWanted })
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

async function run(program: string, ...args: string[]): Promise<string> {
  const result = await promisify(execFile)(path.join(BIN, program), args, { cwd: copy, maxBuffer: 2 ** 24 }).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  )
  return `${result.stdout}${result.stderr}`
}

test('the template compiles, and so does a feature with each kind of field, for each owner', async () => {
  const generate = (...args: string[]) => run('node', 'scripts/generate.ts', 'feature', ...args)
  const parts = availableSwitches(ROOT).map((one) => `--${one}`)
  expect(await generate('notes', 'headline:text', 'status:draft,final', 'body:longtext?', ...parts)).toContain(
    'Created ',
  )
  expect(await generate('case-studies', ...FIELDS, ...OTHERS, '--owner', 'user')).toContain('Created ')
  expect(await generate('bus-stops', ...[...FIELDS, ...OTHERS].map(asOptional), '--owner', 'everybody')).toContain(
    'Created ',
  )
  expect(await generate('memos', 'title:text')).toContain('Created ')
  await writeFile(
    path.join(copy, 'tsconfig.copy.json'),
    '{ "extends": "./tsconfig.json", "include": ["src", "e2e/**/*.ts", "scripts/**/*.d.ts"] }',
  )
  expect(await run('tsc', '-p', 'tsconfig.copy.json', '--pretty', 'false')).toBe('')
}, 300_000)
