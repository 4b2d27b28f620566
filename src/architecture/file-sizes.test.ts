import { expect, test } from 'vitest'
import { LIMITS, tooLong } from './file-sizes.ts'
import { house } from './source.ts'

test('files are short', () => {
  expect(tooLong(house)).toEqual([])
})

test('one file over the limit is refused by name', () => {
  const files = [...Array.from({ length: 30 }, (_, index) => file(`short-${index}`, 10)), file('long', LIMITS.max + 1)]
  expect(tooLong(files)).toEqual([expect.stringContaining('src/lib/long.ts:300 Has 301 lines')])
})

test('too many long files are refused', () => {
  const files = Array.from({ length: 20 }, (_, index) => file(`file-${index}`, index < 18 ? 10 : LIMITS.p95 + 1))
  expect(tooLong(files)).toEqual([expect.stringContaining('One file in twenty')])
})

test('a house of middling files is refused', () => {
  expect(tooLong([file('a', 61), file('b', 61), file('c', 1)])).toEqual([expect.stringContaining('Half of the files')])
})

test('tests may be long', () => {
  expect(tooLong([file('a', 10), { ...file('b', 400), path: 'src/lib/b.test.ts' }])).toEqual([])
})

function file(name: string, lines: number) {
  return { path: `src/lib/${name}.ts`, text: 'export {}\n'.repeat(lines) }
}
