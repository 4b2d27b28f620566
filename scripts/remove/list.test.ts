import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { foreignMentions } from '../../src/architecture/foreign-mentions.ts'
import { listFeatures, optionalFeature } from './list.ts'

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

test('a generated feature can be removed, unless other code imports it or links to it', () => {
  const { feature } = optionalFeature('bells', 'export const bells = {\n  isOptional: true,\n') ?? {}
  const files = [
    { path: 'src/features/bells/bells.ts', text: "import '#features/bells/bells.ts'" },
    { path: 'src/routes/app/bells/index.tsx', text: "to('/app/bells')" },
    { path: 'src/features.ts', text: "import '#features/bells/feature.ts'" },
    { path: 'src/features/home/home.ts', text: "import '#features/bells/bells.ts'" },
    { path: 'src/shell/link.tsx', text: "to('/app/bells')" },
  ]
  expect(feature && foreignMentions(feature, files)).toEqual(['src/features/home/home.ts', 'src/shell/link.tsx'])
  expect(optionalFeature('bells', 'export const bells = {}')).toBeUndefined()
})
