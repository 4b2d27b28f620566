import { expect, test } from 'vitest'
import { undocumentedExports } from './docstrings.ts'
import { sources } from './source.ts'

test('what other rooms may call says what it promises', () => {
  expect(undocumentedExports(sources)).toEqual([])
})

test.each([
  ['a function', 'export function a() {}'],
  ['an async function', 'export async function a() {}'],
  ['a class', 'export class A {}'],
  ['a const', 'export const a = 1'],
  ['a default', 'export default () => 1'],
  ['one with a comment that is no docstring', '// Why.\nexport const a = 1'],
  ['one with a docstring further up', '/** A. */\n\nexport const a = 1'],
  ['one below the docstring of another', '/** A. */\nexport const a = 1\nexport const b = 2'],
])('%s without a docstring is refused', (_name, text) => {
  expect(undocumentedExports([{ path: 'src/features/a/a.server.ts', text }])).toEqual([
    expect.stringMatching(/^src\/features\/a\/a\.server\.ts:\d Exports/),
  ])
})

test('with a docstring, as a type, or in a page it passes', () => {
  expect(undocumentedExports([{ path: 'src/lib/a.ts', text: '/** A. */\nexport const a = 1' }])).toEqual([])
  expect(undocumentedExports([{ path: 'src/lib/a.ts', text: 'export interface A {}\nexport type B = A' }])).toEqual([])
  expect(undocumentedExports([{ path: 'src/ui/a.tsx', text: 'export const a = 1' }])).toEqual([])
})
