import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOn } from '#db/client.ts'
import { costsThatGrow, plansOf } from '#db/test-query-plans.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { readDashboard } from './dashboard.server.ts'

const { url } = ownDatabase()
let client: postgres.Sql
/** The maximum number of 8 KB database pages read: a few for each figure, each plotted day and each of the latest actions. */
const MAX_PAGES = 500

/** Adds many rows, all from the last two weeks, because the figures compare these weeks. */
beforeAll(async () => {
  client = postgres(url(), { max: 1, onnotice: () => undefined })
  const db = databaseOn(client)
  await db.execute(sql`
    insert into "user" (email, name, created_at)
    select 'p' || n || '@example.com', case when n % 2 = 0 then '' else 'Person ' || n end, now() - make_interval(secs => n * 24)
    from generate_series(1, 50000) as n`)
  await db.execute(sql`
    insert into repository (name, link, created_at)
    select 'r' || n, 'https://git.example.com', now() - make_interval(secs => n * 24) from generate_series(1, 50000) as n`)
  await db.execute(sql`
    insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name)
    select now() - make_interval(secs => (50000 - n) * 24), case when n % 2 = 0 then 'user-banned' else 'signed-in' end,
           id, 'Ada', id, 'Ada'
    from generate_series(1, 50000) as n, (select id from "user" limit 1) as somebody`)
  // The rows of a bulk job, newer than all actions.
  await db.execute(sql`
    insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name, job_id)
    select now(), 'user-created', gen_random_uuid(), 'Ada', gen_random_uuid(), 'Bo', ${crypto.randomUUID()}::uuid
    from generate_series(1, 50000)`)
  await client`vacuum analyze "user", repository, history_event, tally`
}, 120_000)

afterAll(() => client.end())

test('the cost of the dashboard does not depend on the number of users, sign-ins and years', async () => {
  for (const days of [30, 90]) {
    const plans = await plansOf(client, (db) => readDashboard(contextOn(db), { days }))
    expect(plans).toHaveLength(1)
    expect(plans.flatMap(costsThatGrow)).toEqual([])
    expect(plans[0]?.pages).toBeLessThan(MAX_PAGES)
  }
})
