import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TEMPLATE_FEATURE, TEMPLATE_FOLDER, generatedFiles } from './template.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

test('the field-dependent files of the template are up to date (npm run generate -- template writes them)', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkey-template-'))
  const written = Object.entries(generatedFiles(TEMPLATE_FEATURE))
  for (const [file, text] of written) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const format = ['--config', path.join(ROOT, '.oxfmtrc.json'), folder]
  execFileSync(path.join(ROOT, 'node_modules/.bin/oxfmt'), format, { cwd: folder, stdio: 'ignore' })
  const texts = written.map(([file]) => [file, readFileSync(path.join(folder, file), 'utf8')])
  rmSync(folder, { recursive: true })
  const there = written.map(([file]) => [file, readFileSync(path.join(ROOT, TEMPLATE_FOLDER, file), 'utf8')])
  expect(there).toEqual(texts)
})
