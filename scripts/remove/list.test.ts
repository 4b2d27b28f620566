import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listFeatures } from './list.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

test('docs/features.md lists each feature with its purpose, its tables, its needs, and whether it can be removed', async () => {
  const document = readFileSync(path.join(ROOT, 'docs/features.md'), 'utf8')
  const rows = [...document.matchAll(/^\| `([\w-]+)` \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, ...cells]) => cells,
  )
  const features = await listFeatures(ROOT)
  expect(rows).toEqual(
    features.map(({ name, purpose, tables, needs = [], removable }) => [
      name,
      purpose,
      tables.join(', ') || '–',
      needs.join(', ') || '–',
      removable,
    ]),
  )
  expect(features.every(({ purpose, lines }) => purpose !== '' && lines > 0)).toBe(true)
  expect(features.filter(({ removable, foreignFiles }) => removable === 'yes' && foreignFiles.length > 0)).toEqual([])
})
