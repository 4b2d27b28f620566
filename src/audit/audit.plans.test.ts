import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { costsThatGrow, plansOf } from '#db/test-query-plans.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { listEventsOf, listEventsOfOwner } from './audit.server.ts'
import { ADMIN_ID, fillAudit, FORMER_ADMIN_ID, NOBODY_ID, SOMEBODY_ID } from './test-audit.server.ts'

const { url } = ownDatabase()
let client: postgres.Sql

beforeAll(async () => {
  client = postgres(url(), { max: 1, onnotice: () => undefined, connection: { timezone: 'UTC' } })
  await fillAudit(client)
}, 120_000)

afterAll(() => client.end())

test.each([
  ['a busy administrator', ADMIN_ID],
  ['a former administrator', FORMER_ADMIN_ID],
  ['an ordinary user', SOMEBODY_ID],
  ['a user without events', NOBODY_ID],
])('the query for the latest events with %s costs the same for any length of the history', async (_name, id) => {
  for (const before of [null, 50_000]) {
    const plans = await plansOf(client, (db) => listEventsOf(contextOn(db), { id, before }))
    expect(plans).toHaveLength(1)
    expect(plans.flatMap(costsThatGrow)).toEqual([])
  }
})

test('the query for the latest events of an organization costs the same for any length of the history', async () => {
  await client`
    insert into history_event (action, owner_id)
    select 'repository-updated', case when n > 50 then ${ADMIN_ID}::uuid else ${SOMEBODY_ID}::uuid end
    from generate_series(1, 5000) as n`
  await client`vacuum analyze history_event`
  for (const id of [ADMIN_ID, SOMEBODY_ID, NOBODY_ID])
    for (const before of [null, 50_000]) {
      const plans = await plansOf(client, (db) => listEventsOfOwner(contextOn(db), { id, before }))
      expect(plans).toHaveLength(1)
      expect(plans.flatMap(costsThatGrow)).toEqual([])
    }
})
