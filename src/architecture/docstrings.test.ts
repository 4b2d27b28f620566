import { expect, test } from 'vitest'
import { headlessDocstrings, undocumentedExports } from './docstrings.ts'
import { readSources, sources } from './source.ts'

test('what other modules may call says what it promises', () => {
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

test('a docstring stands alone', () => {
  const places = ['bench', 'e2e/support', 'scripts']
  expect(headlessDocstrings([...sources, ...places.flatMap((place) => readSources(place))])).toEqual([])
})

test.each([
  ['a function', '/** What it does. */\nexport function a() {}'],
  ['a const', '/** How many there are. */\nexport const a = 1'],
  ['a type', '/** Where it is. */\nexport interface A {}'],
  ['a default', '/** Who may. */\nexport default () => 1'],
  ['one of several lines', '/**\n * By what it is known.\n */\nexport type A = 1'],
  ['a neighbour', '/** A. */\nexport const a = 1\n\n/** The same, twice. */\nexport const b = 2'],
])('the docstring of %s without a subject is refused', (_name, text) => {
  expect(headlessDocstrings([{ path: 'src/ui/a.tsx', text }])).toEqual([
    expect.stringMatching(/^src\/ui\/a\.tsx:\d Has/),
  ])
})

test.each([
  ['a verb', '/** Sends what there is. */\nexport function a() {}'],
  ['a noun', '/** The rows of a page. */\nexport interface A {}'],
  ['a question', '/** Whether it may. */\nexport function a() {}'],
  ['a word that only begins so', '/** Whatever fails is told. */\nexport function a() {}'],
  ['what nobody imports', '/** What it does. */\nfunction a() {}'],
  ['a comment that is no docstring', '// What it does.\nexport function a() {}'],
])('%s passes', (_name, text) => {
  expect(headlessDocstrings([{ path: 'src/ui/a.tsx', text }])).toEqual([])
})
