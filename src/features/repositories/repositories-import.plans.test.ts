import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOn } from '#db/client.ts'
import { costsThatGrow, plansOf } from '#db/query-plans.ts'
import { seedDatabase } from '#db/seed.ts'
import { ownDatabase } from '#db/test-database.ts'
import { repositoriesImport } from './repositories-import.server.ts'

const { url } = ownDatabase()
let client: postgres.Sql

beforeAll(async () => {
  client = postgres(url(), { max: 1, onnotice: () => undefined })
  await seedDatabase(databaseOn(client), { users: 0, repositories: 60_000 })
}, 120_000)

afterAll(() => client.end())

test('whether the name of a row is taken costs the same however many repositories there are', async () => {
  const isTaken = repositoriesImport.isTaken(sql`file.name`)
  const plans = await plansOf(client, (db) =>
    db.execute(sql`
      select name from (select 'atlas-' || n as name from generate_series(1, 20) as n) as file where ${isTaken}`),
  )
  expect(plans.flatMap(costsThatGrow)).toEqual([])
  expect(plans[0]?.nodes.map((node) => node['Index Name'])).toContain('repository_name_unique')
})
