import { expect, test } from 'vitest'
import { undocumentedExports } from './docstrings.ts'
import { sources } from './source.ts'

test('every export of the shared folders has a docstring', () => {
  expect(undocumentedExports(sources)).toEqual([])
})

test.each([
  ['a function', 'export function a() {}'],
  ['an async function', 'export async function a() {}'],
  ['a class', 'export class A {}'],
  ['a const', 'export const a = 1'],
  ['a default', 'export default () => 1'],
  ['a const with a line comment', '// Why.\nexport const a = 1'],
  ['a const with a docstring above an empty line', '/** A. */\n\nexport const a = 1'],
  ['a const below the docstring of another', '/** A. */\nexport const a = 1\nexport const b = 2'],
])('undocumentedExports reports %s without a docstring of its own', (_name, text) => {
  expect(undocumentedExports([{ path: 'src/features/a/a.server.ts', text }])).toEqual([
    expect.stringMatching(/^src\/features\/a\/a\.server\.ts:\d An export/),
  ])
})

test('undocumentedExports accepts exports with a docstring, types, and exports of pages', () => {
  expect(undocumentedExports([{ path: 'src/lib/a.ts', text: '/** A. */\nexport const a = 1' }])).toEqual([])
  expect(undocumentedExports([{ path: 'src/lib/a.ts', text: 'export interface A {}\nexport type B = A' }])).toEqual([])
  expect(undocumentedExports([{ path: 'src/ui/a.tsx', text: 'export const a = 1' }])).toEqual([])
})
