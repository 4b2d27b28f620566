import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOn, type Database } from '#db/client.ts'
import { costsThatGrow, plansOf } from '#db/test-query-plans.ts'
import { seedDatabase } from '../../../scripts/database/seed.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import type { RepositorySort } from './repositories.schema.ts'
import { getNeighbours } from './neighbours.server.ts'
import { deleteRepository, listRepositories } from './repositories.server.ts'

const { url } = ownDatabase()
let client: postgres.Sql

beforeAll(async () => {
  client = postgres(url(), { max: 1, onnotice: () => undefined })
  await seedDatabase(databaseOn(client), { users: 0, repositories: 60_000 })
}, 120_000)

afterAll(() => client.end())

const FILTERS = [
  { searchTerm: '' },
  { searchTerm: 'atlas' },
  { searchTerm: 'api-5' },
  { searchTerm: 'at' },
  { searchTerm: 'tide-api-50' },
  { searchTerm: '', topic: 'tide' },
  { searchTerm: '', language: 'zig' },
  { searchTerm: 'beacon', topic: 'api' },
]
const LISTS = FILTERS.flatMap((filter) => (['newest', 'name'] as const).map((sort) => [filter, sort] as const))

async function idsOf(db: Database, filter: (typeof FILTERS)[number], sort: RepositorySort) {
  const first = await listRepositories(contextOn(db), { ...filter, sort, cursor: null })
  if (first.nextCursor === null) return first.rows.map(({ id }) => id)
  const second = await listRepositories(contextOn(db), { ...filter, sort, cursor: first.nextCursor })
  return [...first.rows, ...second.rows].map(({ id }) => id)
}

test.each(LISTS)("the neighbours in the list of %o (%s) are the list's adjacent rows", async (filter, sort) => {
  const db = databaseOn(client)
  const ids = await idsOf(db, filter, sort)
  expect(ids.length).toBeGreaterThan(1)
  const found = []
  for (const id of ids) found.push(await getNeighbours(contextOn(db), { ...filter, sort, id }))
  expect(found.map(({ previous }) => previous?.id)).toEqual([undefined, ...ids.slice(0, -1)])
  // Skip the last row, because its next row might be on a third page, which `idsOf` does not load.
  expect(found.slice(0, -1).map(({ next }) => next?.id)).toEqual(ids.slice(1))
})

test("a search's neighbours continue from names that begin with the term to other matches, in both directions", async () => {
  const db = databaseOn(client)
  const list = { searchTerm: 'tide-api-50', sort: 'name' } as const
  await client`insert into repository (name, link) values ('a-tide-api-50', 'https://a.example')`
  const [last] = await client<{ id: string }[]>`select id from repository where name = 'a-tide-api-50'`
  const ids = await idsOf(db, list, 'name')
  expect(ids.at(-1)).toBe(last?.id)
  expect((await getNeighbours(contextOn(db), { ...list, id: ids.at(-1) ?? '' })).previous?.id).toBe(ids.at(-2))
  expect((await getNeighbours(contextOn(db), { ...list, id: ids.at(-2) ?? '' })).next?.id).toBe(last?.id)
})

test('a deleted repository has no neighbours and is no neighbour', async () => {
  const db = databaseOn(client)
  const list = { searchTerm: '', sort: 'newest' } as const
  const [first = '', second = '', third = ''] = await idsOf(db, list, 'newest')
  await deleteRepository({ ...contextOn(db), actor: { id: null as never, name: 'Ada' } }, { id: second })
  expect(await getNeighbours(contextOn(db), { ...list, id: second })).toEqual({ previous: null, next: null })
  expect((await getNeighbours(contextOn(db), { ...list, id: first })).next?.id).toBe(third)
  expect((await getNeighbours(contextOn(db), { ...list, id: third })).previous?.id).toBe(first)
})

test.each(LISTS)('neighbours in the list of %o (%s) cost the same for any number of rows', async (filter, sort) => {
  // Choose a row in the middle of the order by name.
  const [middle] = await client<{ id: string }[]>`
    select id from repository where name >= 'juniper' and deleted_at is null order by name, id limit 1`
  const plans = await plansOf(client, (db) => getNeighbours(contextOn(db), { ...filter, sort, id: middle?.id ?? '' }))
  expect(plans).toHaveLength(3)
  expect(plans.flatMap(costsThatGrow)).toEqual([])
})
