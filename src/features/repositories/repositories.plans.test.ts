import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOn, type Database } from '#db/client.ts'
import { costsThatGrow, plansOf } from '#db/test-query-plans.ts'
import { seedDatabase } from '../../../scripts/database/seed.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { listRepositoryLanguages } from './languages.server.ts'
import { countRepositories, listRepositories } from './repositories.server.ts'
import type { RepositoryFilter, RepositorySort } from './repositories.schema.ts'

const { url } = ownDatabase()
let client: postgres.Sql

beforeAll(async () => {
  client = postgres(url(), { max: 1, onnotice: () => undefined })
  await seedDatabase(databaseOn(client), { users: 0, repositories: 60_000 })
}, 120_000)

afterAll(() => client.end())

const list =
  (searchTerm: string, sort: RepositorySort, cursor: string | null = null) =>
  (db: Database) =>
    listRepositories(contextOn(db), { searchTerm, sort, cursor })

const changesOf =
  (filter: Partial<RepositoryFilter> = {}) =>
  (db: Database) =>
    listRepositories(contextOn(db), {
      searchTerm: '',
      ...filter,
      sort: 'newest',
      cursor: null,
      updated: { after: '2000-01-01T00:00:00Z', until: new Date(Date.now() + 86_400_000).toISOString() },
    })

/** Returns a cursor near the middle of the list: the data covers one year, and names from "atlas" to "tide". */
const cursorInTheMiddle = (sort: RepositorySort) => {
  const halfAYearAgo = new Date(Date.now() - 182 * 86_400_000).toISOString().replace('T', ' ').replace('Z', '+00')
  const value = sort === 'newest' ? halfAYearAgo : 'juniper'
  return Buffer.from(JSON.stringify([value, '00000000-0000-0000-0000-000000000000'])).toString('base64url')
}

const WORDS = {
  common: 'atlas',
  'in every row': 'example.com',
  'of middling frequency': 'atlas-api',
  rare: 'atlas-api-50080',
  missing: 'zebra',
  'of two letters, common': 'at',
  'of two letters, missing': 'zz',
  'of characters that mean something in a pattern': '%_\\',
}

test.each([
  ['the first page, newest first', list('', 'newest'), 'repository_newest'],
  ['a page far down, newest first', list('', 'newest', cursorInTheMiddle('newest')), 'repository_newest'],
  ['the first page by name', list('', 'name'), 'repository_name_order'],
  ['a page far down by name', list('', 'name', cursorInTheMiddle('name')), 'repository_name_order'],
  ['all repositories in the order of their changes', changesOf(), 'repository_updated'],
  ['a total', (db: Database) => countRepositories(contextOn(db), { searchTerm: '' }), /repository_(newest|updated)/],
  [
    'the total of a rare word',
    (db: Database) => countRepositories(contextOn(db), { searchTerm: WORDS.rare }),
    'repository_search',
  ],
  [
    'the total of a missing word',
    (db: Database) => countRepositories(contextOn(db), { searchTerm: WORDS.missing }),
    'repository_search',
  ],
  [
    'the total of two letters',
    (db: Database) => countRepositories(contextOn(db), { searchTerm: 'zz' }),
    'repository_name_order',
  ],
])('the cost of %s does not depend on the number of repositories', async (_name, ask, index) => {
  const plans = await plansOf(client, ask)
  expect(plans).toHaveLength(1)
  expect(plans.flatMap(costsThatGrow)).toEqual([])
  expect(plans[0]?.nodes.map((node) => node['Index Name'] ?? '')).toContainEqual(expect.stringMatching(index))
})

test.each(
  Object.entries(WORDS).flatMap(([kind, word]) =>
    (['newest', 'name'] as const).flatMap((sort) => [
      [kind, sort, word, null] as const,
      [kind, `${sort}, far down`, word, cursorInTheMiddle(sort)] as const,
    ]),
  ),
)('a word %s (%s) is found without reading all repositories', async (_kind, sort, word, cursor) => {
  const plans = await plansOf(client, list(word, sort.startsWith('name') ? 'name' : 'newest', cursor))
  expect(plans).toHaveLength(1)
  expect(plans.flatMap(costsThatGrow)).toEqual([])
})

const narrowed =
  (filter: Partial<RepositoryFilter>, sort: RepositorySort, cursor: string | null = null) =>
  (db: Database) =>
    listRepositories(contextOn(db), { searchTerm: '', ...filter, sort, cursor })

test.each(
  [
    { language: 'go' },
    { language: 'cobol' },
    { topic: 'atlas' },
    { topic: 'tide' },
    { topic: 'zebra' },
    { topic: 'atlas', language: 'Go' },
    { topic: 'tide', searchTerm: 'tide-api' },
    { language: 'Zig', searchTerm: 'atlas' },
    { topic: 'tide', language: 'go', searchTerm: 'zebra' },
  ].flatMap((filter) => (['newest', 'name'] as const).map((sort) => [filter, sort] as const)),
)('repositories with %o (%s) are listed and counted without reading all', async (filter, sort) => {
  for (const ask of [
    narrowed(filter, sort),
    narrowed(filter, sort, cursorInTheMiddle(sort)),
    (db: Database) => countRepositories(contextOn(db), { searchTerm: '', ...filter }),
  ]) {
    const plans = await plansOf(client, ask)
    expect(plans).toHaveLength(1)
    expect(plans.flatMap(costsThatGrow)).toEqual([])
  }
})

test('filtering by language uses the index of the sort order, and by a rare topic the index of topics', async () => {
  const indexesOf = async (filter: Partial<RepositoryFilter>, sort: RepositorySort = 'newest') =>
    (await plansOf(client, narrowed(filter, sort))).flatMap(({ nodes }) => nodes.map((node) => node['Index Name']))
  for (const language of ['go', 'cobol']) {
    expect(await indexesOf({ language })).toContain('repository_language')
    // Without this index, the planner scans all rows by name and filters them, which is slow for a rare language.
    expect(await indexesOf({ language }, 'name')).toContain('repository_language_name_order')
  }
  expect(await indexesOf({ topic: 'zebra' })).toContain('repository_topics')
})

test('a language without repositories is found missing without reading all repositories in the order of their changes', async () => {
  for (const filter of [{ language: 'cobol' }, { topic: 'zebra', language: 'cobol' }]) {
    const [plan] = await plansOf(client, changesOf(filter))
    expect(plan && costsThatGrow(plan)).toEqual([])
    expect(plan?.pages).toBeLessThan(1_000)
  }
})

test.each(['newest', 'name'] as const)(
  'filtering by a topic without repositories does not scan all rows in their order (%s)',
  async (sort) => {
    const [plan] = await plansOf(client, narrowed({ topic: 'zebra' }, sort))
    expect(plan?.pages).toBeLessThan(1_000)
  },
)

test('the cost of the list of languages depends on the number of languages', async () => {
  const [plan] = await plansOf(client, (db) => listRepositoryLanguages(contextOn(db)))
  expect(plan && costsThatGrow(plan)).toEqual([])
  expect(plan?.pages).toBeLessThan(200)
  expect(await listRepositoryLanguages(contextOn(databaseOn(client)))).toHaveLength(11)
})

test('a search for a common word whose matches come last does not scan the rows before them', async () => {
  // Every twentieth name begins with "tide", so these repositories are the last by name.
  const [firstPage] = await plansOf(client, list('', 'name'))
  const [plan] = await plansOf(client, list('tide', 'name'))
  expect(plan?.pages).toBeLessThan((firstPage?.pages ?? 0) * 10)
})

test('a plan that scans, sorts or skips rows is reported by costsThatGrow', async () => {
  const [plan] = await plansOf(client, (db) => db.execute('select * from repository order by description offset 2000'))
  expect(plan && costsThatGrow(plan)).toEqual([
    'scans repository',
    'sorts more than a page',
    'counts rows off with OFFSET',
  ])
})
