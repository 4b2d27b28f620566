import { describe, expect, test } from 'vitest'
import { headlessDocstrings, headlessTitles, refusedInComments, unknownNamesInComments } from './comments.ts'
import { readSources, sources } from './source.ts'

const codeSources = [
  ...sources,
  ...['bench', 'e2e', 'scripts'].flatMap((place) => readSources(place, ['.ts', '.tsx', '.mjs'])),
]
const top = ['vite.config.ts', 'vitest.config.ts', 'drizzle.config.ts'].flatMap((file) => readSources(file))
const settings = ['deploy', '.github', 'docker-compose.yml'].flatMap((place) => readSources(place, ['.yml', '.yaml']))
const sql = readSources('src', ['.sql']).filter(({ path }) => !path.includes('/migrations/'))

const documents = ['docs', 'README.md', 'AGENTS.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
  .flatMap((place) => readSources(place, ['.md']))
  // This document lists the refused words themselves.
  .filter(({ path }) => path !== 'docs/terms.md')

const findings = [
  ...headlessDocstrings(codeSources),
  ...refusedInComments([...codeSources, ...top, ...settings, ...sql, ...documents]),
  ...headlessTitles(codeSources),
]

test('comments, test titles and documents contain no refused words', () => {
  expect(findings).toEqual([])
})

describe('docstrings', () => {
  test.each([
    'What it does.',
    'How many there are.',
    'Where it is.',
    'By what it is known.',
    'So many at once.',
    'Has it done.',
    'The same, twice.',
    'It is short.',
  ])('headlessDocstrings reports a docstring that begins as in "%s"', (sentence) => {
    expect(
      headlessDocstrings([{ path: 'src/a.ts', text: `interface A {\n  /** ${sentence} */\n  b: string\n}` }]),
    ).toEqual([expect.stringMatching(/^src\/a\.ts:2 Begins with "/)])
  })

  test.each(['Sends a code.', 'The rows of a page.', 'Whether the user can sign in.', 'Maximum number of rows.'])(
    'headlessDocstrings accepts a docstring that begins as in "%s"',
    (sentence) => {
      expect(headlessDocstrings([{ path: 'src/a.ts', text: `/** ${sentence} */\nconst a = 1` }])).toEqual([])
    },
  )
})

describe('comments', () => {
  test.each([
    ['ts', '// Nobody waits for it.'],
    ['ts', '/** Returns the row. It may not be there. */'],
    ['ts', '/* Sends it to whom it may concern. */'],
    ['sql', '-- Done anew each day.'],
    ['yml', '# It goes by the clock.'],
    ['md', 'Rows stay as\nthey are.\n'],
    ['md', '```sh\nnpm start\n```\n\nThe server tells the time.\n'],
  ])('refusedInComments reports a comment of .%s with a refused word: %s', (ending, text) => {
    expect(refusedInComments([{ path: `docs/a.${ending}`, text }])).toEqual([
      expect.stringMatching(/^docs\/a\.\w+:\d+ Says "/),
    ])
  })

  test.each([
    ['ts', '// The session has ended, so the cookie is removed.'],
    ['ts', '// oxlint-disable-next-line no-console -- nobody reads it'],
    ['ts', "const nobody = 'whoever'"],
    ['md', 'The button says "Tell me" and runs `tell()`.\n'],
    ['md', '```sh\ntell anew\n```\n'],
  ])('refusedInComments accepts a comment of .%s without a refused word: %s', (ending, text) => {
    expect(refusedInComments([{ path: `docs/a.${ending}`, text }])).toEqual([])
  })
})

test('every name in backticks in a comment exists in the code', () => {
  expect(unknownNamesInComments([...codeSources, ...top], readSources('src', ['.sql']))).toEqual([])
})

test('unknownNamesInComments reports a name that only comments have', () => {
  const text = '/** Calls `oldName()`, then `newName`, in `SOME_TABLE`. */\nfunction newName() {}'
  expect(unknownNamesInComments([{ path: 'src/a.ts', text }])).toEqual([
    'src/a.ts:1 Names `oldName`, which no code has.',
    'src/a.ts:1 Names `SOME_TABLE`, which no code has.',
  ])
  expect(unknownNamesInComments([{ path: 'src/a.ts', text }], [{ path: 'a.sql', text: 'oldName SOME_TABLE' }])).toEqual(
    [],
  )
})

test('headlessTitles reports titles that begin with a pronoun or a preposition, in test.each too', () => {
  const text = "test('what is sent', f)\ntest.each(a)('of %s', f)\ndescribe('it', f)\ntest('a sent code expires', f)"
  expect(headlessTitles([{ path: 'src/a.test.ts', text }])).toHaveLength(3)
})
