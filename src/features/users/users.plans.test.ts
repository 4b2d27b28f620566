import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOn, type Database } from '#db/client.ts'
import { costsThatGrow, plansOf } from '#db/test-query-plans.ts'
import { seedDatabase } from '../../../scripts/database/seed.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { countUsers, listUsers } from './users.server.ts'
import type { UserFilter } from './users.schema.ts'

const { url } = ownDatabase()
let client: postgres.Sql

beforeAll(async () => {
  client = postgres(url(), { max: 1, onnotice: () => undefined })
  await seedDatabase(databaseOn(client), { users: 60_000, repositories: 0 })
  await client`update "user" set invited_at = now(), last_sign_in_at = null where right(id::text, 1) = '7'`
  await client`vacuum analyze "user"`
}, 120_000)

afterAll(() => client.end())

const UNFILTERED: UserFilter = { searchTerm: '', role: '', status: '' }
const list =
  (filter: Partial<UserFilter>, sort: 'newest' | 'name' = 'newest', cursor: string | null = null) =>
  (db: Database) =>
    listUsers(contextOn(db), { ...UNFILTERED, ...filter, sort, cursor })
const changes = (cursor: string | null) => (db: Database) =>
  listUsers(contextOn(db), {
    ...UNFILTERED,
    sort: 'newest',
    cursor,
    updated: { after: '2000-01-01T00:00:00Z', until: new Date(Date.now() + 86_400_000).toISOString() },
  })
const count = (filter: Partial<UserFilter>) => (db: Database) => countUsers(contextOn(db), { ...UNFILTERED, ...filter })

const cursorAt = (value: string) =>
  Buffer.from(JSON.stringify([value, '00000000-0000-0000-0000-000000000000'])).toString('base64url')
const halfAYearAgo = new Date(Date.now() - 182 * 86_400_000).toISOString().replace('T', ' ').replace('Z', '+00')

test.each([
  ['the first page, newest first', list({}), 'user_created_at_id_index'],
  ['a page far down, newest first', list({}, 'newest', cursorAt(halfAYearAgo)), 'user_created_at_id_index'],
  ['the first page by name', list({}, 'name'), 'user_name_order'],
  ['a page far down by name', list({}, 'name', cursorAt('juma')), 'user_name_order'],
  ['administrators', list({ role: 'admin' }), 'user_admins'],
  ['users who are no administrators', list({ role: 'user' }), 'user_created_at_id_index'],
  ['banned users', list({ status: 'banned' }), 'user_banned'],
  ['users who are not onboarded', list({ status: 'not-onboarded' }), 'user_not_onboarded'],
  ['banned users by name', list({ status: 'banned' }, 'name'), 'user_banned_name_order'],
  ['users who are not onboarded, by name', list({ status: 'not-onboarded' }, 'name'), 'user_not_onboarded_name_order'],
  ['invited users', list({ status: 'invited' }), 'user_invited'],
  ['invited users by name', list({ status: 'invited' }, 'name'), 'user_invited_name_order'],
  [
    'a missing word among invited users',
    list({ searchTerm: 'zebra', status: 'invited' }, 'name'),
    'user_invited_search',
  ],
  ['active users', list({ status: 'active' }), 'user_created_at_id_index'],
  ['active users by name', list({ status: 'active' }, 'name'), 'user_name_order'],
  ['all users in the order of their changes', changes(null), 'user_updated'],
  ['a page far down, in the order of changes', changes(cursorAt(halfAYearAgo)), 'user_updated'],
  ['the total of administrators', count({ role: 'admin' }), 'user_admins'],
  ['the total of a rare word', count({ searchTerm: 'person50001@' }), 'user_search'],
  ['a missing word among banned users', list({ searchTerm: 'zebra', status: 'banned' }), 'user_banned_search'],
  [
    'a missing word among users who are not onboarded',
    list({ searchTerm: 'zebra', status: 'not-onboarded' }, 'name'),
    'user_not_onboarded_search',
  ],
  ['the total of a missing word', count({ searchTerm: 'nobody-at-all' }), 'user_search'],
])('the cost of %s does not depend on the number of users', async (_name, ask, index) => {
  const plans = await plansOf(client, ask)
  expect(plans).toHaveLength(1)
  expect(plans.flatMap(costsThatGrow)).toEqual([])
  expect(plans[0]?.nodes.map((node) => node['Index Name'] ?? '')).toContainEqual(expect.stringContaining(index))
})

test('a search for a whole address costs no more than for its distinctive part', async () => {
  const [part] = await plansOf(client, count({ searchTerm: 'n50001@e' }))
  const [whole] = await plansOf(client, count({ searchTerm: 'person50001@example.com' }))
  expect(whole?.pages).toBeLessThanOrEqual((part?.pages ?? 0) * 1.5)
})

test('counting all users, without a filter, stops at the cap', async () => {
  const plans = await plansOf(client, count({}))
  expect(plans.flatMap(costsThatGrow)).toEqual([])
})

test.each(
  ['amina', 'zawadi', 'person', 'amina b', 'person50001@', 'nobody-at-all', 'am', 'zz', 'p', '%_'].flatMap((word) =>
    [
      {},
      { role: 'admin' },
      { role: 'user' },
      { status: 'banned' },
      { status: 'not-onboarded' },
      { status: 'active' },
      { status: 'invited' },
    ].flatMap((filter) =>
      (['newest', 'name'] as const).map((sort) => [word, sort, filter as Partial<UserFilter>] as const),
    ),
  ),
)('"%s" (%s, %o) is found without reading all users', async (searchTerm, sort, filter) => {
  const plans = await plansOf(client, list({ searchTerm, ...filter }, sort))
  expect(plans).toHaveLength(1)
  expect(plans.flatMap(costsThatGrow)).toEqual([])
})
