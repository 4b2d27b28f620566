import { expect, test } from 'vitest'
import { importCycles } from './cycles.ts'
import { house } from './source.ts'

test('no files import each other in a circle', () => {
  expect(importCycles(house)).toEqual([])
})

test('a circle is found, however it is closed', () => {
  const sources = [
    { path: 'src/lib/a.ts', text: `import { b } from './b.ts'` },
    { path: 'src/lib/b.ts', text: `export { c } from '#lib/c.ts'` },
    { path: 'src/lib/c.ts', text: `import type { A } from './a.ts'` },
    { path: 'src/lib/d.ts', text: `import { a } from './a.ts'` },
  ]
  expect(importCycles(sources)).toEqual([
    expect.stringContaining('src/lib/a.ts → src/lib/b.ts → src/lib/c.ts → src/lib/a.ts'),
  ])
})

test('two ways to the same file are no circle', () => {
  const sources = [
    { path: 'src/lib/a.ts', text: `import './b.ts'\nimport './c.ts'` },
    { path: 'src/lib/b.ts', text: `import './d.ts'` },
    { path: 'src/lib/c.ts', text: `import './d.ts'` },
    { path: 'src/lib/d.ts', text: `export const d = 1` },
  ]
  expect(importCycles(sources)).toEqual([])
})
