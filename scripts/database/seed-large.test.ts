import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOn } from '#db/client.ts'
import { ownDatabase } from '#db/test-database.ts'
import { tallyAndCounts } from '#db/test-figures.ts'
import { seedLargeWorld } from './seed-large.ts'

const { url } = ownDatabase()
let client: postgres.Sql
let indexesBefore: unknown
const steps: string[] = []

const indexes = () => client`select indexdef from pg_indexes where schemaname = 'public' order by indexname`

beforeAll(async () => {
  client = postgres(url(), { max: 1, onnotice: () => undefined })
  indexesBefore = await indexes()
  await seedLargeWorld(databaseOn(client), 0.002, (what, done, total) => steps.push(`${what} ${done} of ${total}`))
}, 120_000)

afterAll(() => client.end())

test('a large world has two thousandths of its rows at a scale of 0.002, and the same indexes as before', async () => {
  const [rows] = await client`
    select (select count(*) from "user")::int as users, (select count(*) from repository)::int as repositories,
           (select count(*) from organization)::int as organizations, (select count(*) from history_event)::int as history,
           (select max(members) from (select count(*)::int as members from member group by organization_id) as counted) as largest,
           (select count(*) from member join "user" on "user".id = user_id where email = 'consultant@example.com')::int as "ofConsultant",
           (select count(*) from history_event where job_id is not null)::int as "ofJob",
           (select count(*) from bulk_job_row)::int as "jobRows"`
  expect(rows).toMatchObject({ users: 2_000, repositories: 2_000, organizations: 11, history: 4_000 })
  expect(rows).toMatchObject({ largest: 200, ofConsultant: 1, ofJob: 200, jobRows: 200 })
  expect(await indexes()).toEqual(indexesBefore)
  expect(steps).toEqual(expect.arrayContaining(['users 2000 of 2000', 'history 4000 of 4000']))
})

test('the tallies and the search texts of a large world match its rows, and later changes set their time', async () => {
  const { kept, counted } = await tallyAndCounts(databaseOn(client))
  expect(Object.keys(counted).toSorted()).toEqual(['bans', 'new_not_onboarded', 'new_people', 'new_repositories'])
  expect(kept).toEqual(counted)
  const [totals] = await client`
    select (select sum(count)::int from tally where name = 'people') as people,
           (select count(*)::int from repository where search_text not like '%' || sort_name || '%') as "unsearchable",
           (select count(*)::int from history_event where search_text is null) as "withoutText",
           (select bool_and(updated_at between created_at and now()) from repository) as "arePossible",
           (select count(distinct updated_at::date) > 100 from "user") as "areSpread"`
  expect(totals).toEqual({ people: 2_000, unsearchable: 0, withoutText: 0, arePossible: true, areSpread: true })
  const [changed] = await client`
    update "user" set name = 'Changed' where email = 'user@example.com' returning updated_at > now() - interval '1 minute' as "isNew"`
  expect(changed?.isNew).toBe(true)
})

test('the history of a large world is in the order of time', async () => {
  const [order] = await client`
    select bool_and(at >= previous) as "isInOrder"
    from (select at, lag(at) over (order by id) as previous from history_event) as entries where previous is not null`
  expect(order?.isInOrder).toBe(true)
})

test('a large world is refused in a database with users', async () => {
  await expect(seedLargeWorld(databaseOn(client), 0.002, () => undefined)).rejects.toThrow('needs an empty database')
})
