import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { generateClient } from './client.ts'

let root: string
let out: string

// An app without an API, in which an accepted command fails only because there is no API.
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'client-'))
  out = path.join(root, 'out')
})
afterEach(() => rmSync(root, { recursive: true }))

const refusal = async (...args: string[]) => generateClient(root, args).catch((error: Error) => error.message)

test('generateClient refuses unknown options, further words and an app without an API', async () => {
  expect(await refusal('--folder', out)).toMatch(/Unknown option '--folder'[\s\S]+Usage: npm run generate -- client/)
  expect(await refusal('typescript')).toContain('Usage: npm run generate -- client')
  expect(await refusal('--out')).toContain('Usage: npm run generate -- client')
  expect(await refusal('--out', out)).toBe("This app has no API, so a client can't be generated. Nothing was written.")
})

test('generateClient writes only into an empty folder or one that it wrote before', async () => {
  provideFiles()
  const foreign = `${out} has files that this command didn't write. Choose an empty folder with --out. Nothing was written.`
  writeFileSync(out, 'a file')
  expect(await refusal('--out', out)).toBe(
    `${out} can't be read as a folder. Choose an empty or new folder with --out. Nothing was written.`,
  )
  rmSync(out)
  mkdirSync(out)
  writeFileSync(path.join(out, 'notes.txt'), '')
  expect(await refusal('--out', out)).toBe(foreign)
  for (const manifest of ['{"name":"other"}', 'not JSON', 'null']) {
    writeFileSync(path.join(out, 'package.json'), manifest)
    expect(await refusal('--out', out)).toBe(foreign)
  }
  writeFileSync(path.join(out, 'package.json'), '{"generatedBy":"npm run generate -- client","version":"1.2.3"}')
  expect(await refusal('--out', out)).toBeUndefined()
  expect(readFileSync(path.join(out, 'src/a.ts'), 'utf8')).toBe('1.2.3')
  rmSync(out, { recursive: true })
  expect(await refusal('--out', out)).toBeUndefined()
  expect(readFileSync(path.join(out, 'src/a.ts'), 'utf8')).toBe('new')
})

/** Writes the module that returns the files of a client. */
function provideFiles() {
  const folder = path.join(root, 'scripts/generate/api-keys')
  mkdirSync(folder, { recursive: true })
  const code = "export const clientFiles = (version = 'new') => ({ 'src/a.ts': version })\n"
  writeFileSync(path.join(folder, 'client-files.ts'), code)
}
