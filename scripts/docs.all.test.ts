import { execFile } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'docs-'))
const build = () => promisify(execFile)('npm', ['run', 'docs'], { cwd: folder })

beforeAll(() => {
  for (const entry of ['docs', 'recipes', 'public', 'app.config.ts', 'package.json', 'tsconfig.json'])
    cpSync(path.join(ROOT, entry), path.join(folder, entry), { recursive: true })
  for (const file of globSync('*.md', { cwd: ROOT })) cpSync(path.join(ROOT, file), path.join(folder, file))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('npm run docs builds a page of each document, and fails for a dead link', { timeout: 300_000 }, async () => {
  await build()
  const files = globSync('docs/**/*.md', { cwd: ROOT, exclude: ['docs/site/**'] })
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => !existsSync(path.join(folder, 'dist/docs', file.replace(/md$/, 'html'))))).toEqual([])
  expect(readFileSync(path.join(folder, 'dist/docs/index.html'), 'utf8')).toContain('href="/docs/commands.html"')
  // The name of a document in backticks becomes a link, too.
  const firstHour = readFileSync(path.join(folder, 'dist/docs/docs/first-hour.html'), 'utf8')
  expect(firstHour).toMatch(/<a href="\/docs\/brand\.html"[^>]*><code>/)
  writeFileSync(path.join(folder, 'docs/brand.md'), '# The brand\n\nSee `docs/missing.md`.\n')
  await expect(build()).rejects.toThrow('dead link')
})
