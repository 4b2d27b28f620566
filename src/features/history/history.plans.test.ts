import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { costsThatGrow, plansOf } from '#db/test-query-plans.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { ADMIN_ID, fillHistory, NOBODY_ID, SOMEBODY_ID } from '#audit/test-history.server.ts'
import { listHistory } from './history.server.ts'
import { UNFILTERED_HISTORY, type HistorySearch } from './history-search.ts'

const { url } = ownDatabase()
let client: postgres.Sql

beforeAll(async () => {
  client = postgres(url(), { max: 1, onnotice: () => undefined, connection: { timezone: 'UTC' } })
  await fillHistory(client)
}, 120_000)

afterAll(() => client.end())

const list =
  (search: Partial<HistorySearch>, cursor: string | null = null) =>
  (db: Database) =>
    listHistory(contextOn(db), { ...UNFILTERED_HISTORY, ...search, timeZone: 'Africa/Nairobi', cursor })

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const farDown = Buffer.from(
  JSON.stringify([new Date(Date.now() - 60 * 86_400_000).toISOString().replace('T', ' ').replace('Z', '+00'), '1']),
).toString('base64url')

test.each([
  ['the first page', {}],
  ['a rare action', { actions: 'user-deleted' }],
  ['an action that never happened', { actions: 'repository-restored' }],
  ['several actions', { actions: 'user-deleted,user-banned,repository-restored' }],
  ['the actions of a busy administrator', { person: ADMIN_ID, part: 'actor' }],
  ['one kind of action of a busy administrator', { person: ADMIN_ID, part: 'actor', actions: 'user-deleted' }],
  ['the actions on a user', { person: SOMEBODY_ID, part: 'subject' }],
  ['all events of a user', { person: SOMEBODY_ID }],
  ['all events of a user without events', { person: NOBODY_ID }],
  ['a day long ago', { from: dayAgo(40), to: dayAgo(40) }],
  ['days in the future', { from: dayAgo(-2) }],
  ['a day of a busy administrator', { person: ADMIN_ID, part: 'actor', from: dayAgo(50), to: dayAgo(50) }],
  ['a day of a rare action', { actions: 'user-deleted', from: dayAgo(3) }],
  ['a rare word', { searchTerm: 'person 4321' }],
  ['a common word', { searchTerm: 'person' }],
  ['a missing word', { searchTerm: 'nobody-at-all' }],
  ['a short word', { searchTerm: 'ad' }],
  ['a single letter', { searchTerm: 'z' }],
  ['a search for signs only', { searchTerm: '%_' }],
  ['a search for an IP address', { searchTerm: '192.0.2.17' }],
  ['a rare word among the actions of a user', { searchTerm: 'zebra', person: ADMIN_ID }],
  ['a name among the events of a rare action', { searchTerm: 'ada admin', actions: 'user-deleted' }],
] satisfies [string, Partial<HistorySearch>][])(
  'the cost of %s does not depend on the length of the history',
  async (_name, search) => {
    for (const cursor of [null, farDown]) {
      const plans = await plansOf(client, list(search, cursor))
      expect(plans).toHaveLength(1)
      expect(plans.flatMap(costsThatGrow)).toEqual([])
    }
  },
)
