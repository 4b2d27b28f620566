import { expect, test } from 'vitest'
import { faultsOfProse } from './prose.ts'
import { readSources } from './source.ts'

const documents = [
  'docs',
  'recipes',
  'README.md',
  'AGENTS.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
].flatMap((place) => readSources(place, ['.md']))

test('documents have no repeated words, wrong articles, wordy phrases or sentences of more than 35 words', async () => {
  expect(await faultsOfProse(documents)).toEqual([])
})

const LONG = 'one two three four five six seven '

test.each([
  ['a repeated word', 'The server starts the\nthe job.'],
  ['a wrong article', 'It queues a email.'],
  ['a wordy phrase', 'Restart in order to\nread it.'],
  ['a long sentence', `${LONG.repeat(5)}and eight.`],
])('faultsOfProse reports %s', async (_name, text) => {
  expect(await faultsOfProse([{ path: 'docs/a.md', text: `# A\n\n${text}\n` }])).toEqual([
    expect.stringMatching(/^docs\/a\.md:\d /),
  ])
})

test.each([
  ['code', 'Run `the the`.\n\n```sh\nthe the\n```'],
  ['a long paragraph', `${LONG.repeat(4)}. \`npm start\` ${LONG.repeat(4)}; ${LONG.repeat(4)}.`],
])('faultsOfProse accepts %s', async (_name, text) => {
  expect(await faultsOfProse([{ path: 'docs/a.md', text }])).toEqual([])
})
