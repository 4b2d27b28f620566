import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listFeatures } from './list.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

test('docs/features.md has each feature, with what it is, its tables, and whether it comes out', async () => {
  const document = readFileSync(path.join(ROOT, 'docs/features.md'), 'utf8')
  const rows = [...document.matchAll(/^\| `([\w-]+)` \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(([, ...cells]) => cells)
  const features = await listFeatures(ROOT)
  expect(rows).toEqual(
    features.map(({ name, purpose, tables, comesOut }) => [name, purpose, tables.join(', ') || '–', comesOut]),
  )
  expect(features.every(({ purpose, lines }) => purpose !== '' && lines > 0)).toBe(true)
  expect(features.filter(({ comesOut, foreignFiles }) => comesOut === 'yes' && foreignFiles.length > 0)).toEqual([])
})
