import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOn, type Database } from '#db/client.ts'
import { costsThatGrow, plansOf } from '#db/test-query-plans.ts'
import { seedDatabase } from '../../../scripts/database/seed.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { listRepositoryLanguages } from './languages.server.ts'
import { countRepositories, listRepositories } from './repositories.server.ts'
import type { RepositorySort } from './repositories.schema.ts'

const LARGE = '00000000-0000-4000-8000-00000000000a'
const SMALL = '00000000-0000-4000-8000-00000000000b'

const { url } = ownDatabase()
let client: postgres.Sql

// One organization owns the 30 oldest repositories, another one nearly all others, and the newest 2,000 are shared.
beforeAll(async () => {
  client = postgres(url(), { max: 1, onnotice: () => undefined })
  await seedDatabase(databaseOn(client), { users: 0, repositories: 60_000 })
  await client`insert into organization (id, name) values (${LARGE}, 'Large'), (${SMALL}, 'Small')`
  await client`
    update repository set organization_id = case when place <= 30 then ${SMALL}::uuid else ${LARGE}::uuid end
    from (select id, row_number() over (order by created_at, id) as place from repository) as placed
    where placed.id = repository.id and place <= 58_000`
  await client`vacuum full repository`
  await client`vacuum analyze repository`
}, 120_000)

afterAll(() => client.end())

const cursorInTheMiddle = (sort: RepositorySort) => {
  const halfAYearAgo = new Date(Date.now() - 182 * 86_400_000).toISOString().replace('T', ' ').replace('Z', '+00')
  const value = sort === 'newest' ? halfAYearAgo : 'juniper'
  return Buffer.from(JSON.stringify([value, '00000000-0000-0000-0000-000000000000'])).toString('base64url')
}

test.each(
  [LARGE, SMALL, null].flatMap((organizationId) =>
    [
      {},
      { searchTerm: 'atlas' },
      { searchTerm: 'atlas-api-50080' },
      { searchTerm: 'zebra' },
      { searchTerm: 'at' },
      { language: 'go' },
      { topic: 'tide' },
      { topic: 'zebra' },
    ].flatMap((filter) => (['newest', 'name'] as const).map((sort) => [organizationId, filter, sort] as const)),
  ),
)('%s: repositories with %o (%s) are listed and counted without reading all', async (organizationId, filter, sort) => {
  const scope = { organizationId }
  for (const ask of [
    (db: Database) => listRepositories({ ...contextOn(db), scope }, { searchTerm: '', ...filter, sort, cursor: null }),
    (db: Database) =>
      listRepositories(
        { ...contextOn(db), scope },
        { searchTerm: '', ...filter, sort, cursor: cursorInTheMiddle(sort) },
      ),
    (db: Database) => countRepositories({ ...contextOn(db), scope }, { searchTerm: '', ...filter }),
    (db: Database) => listRepositoryLanguages({ ...contextOn(db), scope }),
  ]) {
    const [plan] = await plansOf(client, ask)
    expect(plan && costsThatGrow(plan)).toEqual([])
  }
})
