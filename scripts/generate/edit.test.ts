import { expect, test } from 'vitest'
import { serializeTexts, insertInto, insertSorted, insertTexts, expandEmptyBrackets } from './edit.ts'

const listFile = (text: string) => ({ file: 'src/list.ts', text })

test('insertSorted inserts a line among lines sorted by name: before the next name, or after the last line', () => {
  const entry = /^import '(\w+)'$/
  const text = "import 'b'\nimport 'd'\nconst x = 1"
  expect(insertSorted(listFile(text), entry, 'c', "import 'c'")).toBe("import 'b'\nimport 'c'\nimport 'd'\nconst x = 1")
  expect(insertSorted(listFile(text), entry, 'e', "import 'e'")).toBe("import 'b'\nimport 'd'\nimport 'e'\nconst x = 1")
})

test('insertInto adds an entry at the end of a list, or before another entry', () => {
  const text = 'const list = [\n  a,\n  b,\n]\nconst other = [\n  b,\n]'
  expect(insertInto(listFile(text), /^const list/, '  c,')).toBe(
    'const list = [\n  a,\n  b,\n  c,\n]\nconst other = [\n  b,\n]',
  )
  expect(insertInto(listFile(text), /^const list/, '  c,', /^ {2}b,$/)).toContain('  a,\n  c,\n  b,\n]\nconst other')
  expect(insertInto(listFile(text), /^const list/, '  c,', /^ {2}z,$/)).toContain('  b,\n  c,\n]')
})

test('expandEmptyBrackets puts the brackets of an empty list on two lines, and changes no other list', () => {
  const text = 'const one: Record<string, A> = {}\nconst other = []\nconst last = []'
  expect(expandEmptyBrackets(text, /^const one: .* = \{$/)).toBe(text.replace('{}', '{\n}'))
  expect(expandEmptyBrackets(text, /^const last = \[$/)).toBe(text.replace(/\[\]$/, '[\n]'))
  expect(expandEmptyBrackets(text, /^const none = \[$/)).toBe(text)
})

test('insertTexts adds texts at the beginning of their section, and serializeTexts escapes invisible characters', () => {
  const text = '{\n  "nav": {\n    "home": "Home"\n  }\n}'
  expect(JSON.parse(insertTexts(listFile(text), 'nav', { notes: 'Notes' }))).toEqual({
    nav: { notes: 'Notes', home: 'Home' },
  })
  expect(Object.keys(JSON.parse(insertTexts(listFile(text), '', { title: 'Notes' })) as object)).toEqual([
    'title',
    'nav',
  ])
  expect(serializeTexts('\u2068a\u2069')).toBe('"\\u2068a\\u2069"')
})

test('insertSorted, insertInto and insertTexts name the file if the place to edit is missing or repeated', () => {
  const told = "The generator can't edit src/list.ts"
  expect(() => insertSorted(listFile('a'), /^(b)$/, 'c', 'c')).toThrow(told)
  expect(() => insertInto(listFile('a'), /^b/, 'c')).toThrow(told)
  expect(() => insertInto(listFile('a [\n]\na [\n]'), /^a/, 'c')).toThrow(told)
  expect(() => insertInto(listFile('a ['), /^a/, 'c')).toThrow(told)
  expect(() => insertTexts(listFile('{}'), 'nav', {})).toThrow(told)
})
