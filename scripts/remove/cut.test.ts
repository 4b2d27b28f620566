import { expect, test } from 'vitest'
import { withoutEntries, withoutImports, withoutKeys, withoutMentions, withoutStyles, withoutText } from './cut.ts'

const isGone = (file: string) => file.startsWith('src/features/bells/') || file === 'docs/bells.md'

test('withoutImports removes imports of deleted files and the list elements that use them, and nothing else', () => {
  const list = `import type { A } from './a.ts'
import { bells } from '#features/bells/feature.ts'
import { type Bell, ring } from './features/bells/bells.ts'

/** All; bells ring. */
export const all = [
  users,
  bells,
]
interface World {
  /**
   * Rings.
   */
  bell: Bell
  /** Logs in. */
  user: User
}
export const made = { user: 1,
  bell: await ring(app),
  'bells-of-others': 2,
}
`
  expect(withoutImports('src/features.ts', list, isGone)).toBe(`import type { A } from './a.ts'

/** All; bells ring. */
export const all = [
  users,
]
interface World {
  /** Logs in. */
  user: User
}
export const made = { user: 1,
  'bells-of-others': 2,
}
`)
})

test('withoutImports removes an element of a one-line list', () => {
  const text = `import { bells } from '#features/bells/feature.ts'\n\nexport const all: F[] = [users, bells]\n`
  expect(withoutImports('src/all.ts', text, isGone)).toBe('\nexport const all: F[] = [users]\n')
  const spread = text.replace('bells]', '...bells]')
  expect(withoutImports('src/all.ts', spread, isGone)).toBe('\nexport const all: F[] = [users]\n')
  const alone = text.replace('users, ', '')
  expect(withoutImports('src/all.ts', alone, isGone)).toBe('\nexport const all: F[] = []\n')
})

test('withoutImports removes re-exports from a deleted file', () => {
  const text = `export * from './a.ts'\nexport * from './features/bells/bells.tables.server.ts'\n`
  expect(withoutImports('src/tables.ts', text, isGone)).toBe(`export * from './a.ts'\n`)
})

test('withoutImports rejects a file that uses the import outside of an array', () => {
  const text = `import { ring } from '#features/bells/bells.ts'\n\nif (isLate) ring()\n`
  expect(() => withoutImports('src/lib/late.ts', text, isGone)).toThrow(
    'uses a file that would be deleted, and not only in a list: if (isLate)',
  )
})

test('withoutEntries removes an entry up to its closing bracket, and the trailing comma before it', () => {
  const text = `const all = {\n  a: 1,\n  bells: {\n    b: [\n      2,\n    ],\n  }\n}`
  expect(withoutEntries(text, /^ {2}bells: /)).toBe('const all = {\n  a: 1\n}')
  const documented = text.replace('  bells', '  /** Some. */\n  bells')
  expect(withoutEntries(documented, /^ {2}bells: /)).toBe('const all = {\n  a: 1\n}')
})

test('withoutKeys removes keys only from the given section', () => {
  const text = `{\n  "title": "Bell",\n  "actions": {\n    "a": "A",\n    "bell": "Bell"\n  },\n  "other": {\n    "bell": "Bell"\n  }\n}`
  expect(withoutKeys(text, 'actions', ['bell'])).toBe(text.replace('"A",\n    "bell": "Bell"\n', '"A"\n'))
  expect(withoutKeys(text, 'nowhere', ['bell'])).toBe(text)
})

test('withoutText removes all plural forms of a text, and a group with its last text', () => {
  const texts = { list: { views: 'Views' }, bell_one: 'Bell', bell_other: 'Bells', bells: 'All' }
  const text = `${JSON.stringify(texts, null, 2)}\n`
  expect(withoutText('{ "bell": "1", "hello": "\\u2068 é" }', 'bell')).toBe('{\n  "hello": "\\u2068 é"\n}\n')
  expect(JSON.parse(withoutText(text, 'bell'))).toEqual({ list: { views: 'Views' }, bells: 'All' })
  expect(JSON.parse(withoutText(text, 'list.views'))).toEqual({ bell_one: 'Bell', bell_other: 'Bells', bells: 'All' })
})

test('withoutStyles removes imports of deleted files from a style sheet', () => {
  const text = `@import './a.css';\n@import '../features/bells/bells.css';\n.a {\n}\n`
  expect(withoutStyles('src/ui/styles.css', text, isGone)).toBe(`@import './a.css';\n.a {\n}\n`)
})

test('withoutMentions removes table rows and remarks in parentheses that name a deleted file', () => {
  const text =
    'Bells ring (`docs/bells.md`).\n| a | `src/a.ts` |\n| bells | `src/features/bells/bells.ts` |\n| [docs/bells.md](docs/bells.md) | bells |\n'
  expect(withoutMentions(text, isGone)).toBe('Bells ring.\n| a | `src/a.ts` |\n')
  const list =
    'Modules have names (`src/a.ts`,\n  `docs/bells.md`). Bells ring (`docs/bells.md`, `src/features/bells/a.ts`).\n'
  expect(withoutMentions(list, isGone)).toBe('Modules have names (`src/a.ts`). Bells ring.\n')
})
