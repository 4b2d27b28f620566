import { expect, test } from 'vitest'
import { filesUsedOnlyBy } from './unused-files.ts'

test('filesUsedOnlyBy returns files that only deleted files import, with their tests and their own imports', () => {
  const files = {
    'src/features/bells/bells.ts': "import '#lib/ring.ts'\nimport { tone } from '#lib/tone.ts'\nimport '#lib/loud.ts'",
    'src/lib/ring.ts': "export { hammer } from './hammer.ts'",
    'src/lib/ring.test.ts': "import { ring } from './ring.ts'",
    'src/lib/hammer.ts': 'export const hammer = 1',
    'src/lib/tone.ts': 'export const tone = 2',
    'src/features/flutes/flutes.ts': "import type { Tone } from '#lib/tone.ts'",
    'src/lib/loud.ts': 'export const loud = 3',
    'e2e/loud.e2e.ts': "import { loud } from '#lib/loud.ts'",
    'src/lib/alone.ts': 'export const alone = 4',
  }
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }))
  expect(filesUsedOnlyBy(new Set(['src/features/bells/bells.ts']), sources).toSorted()).toEqual([
    'src/lib/hammer.ts',
    'src/lib/ring.test.ts',
    'src/lib/ring.ts',
  ])
})
