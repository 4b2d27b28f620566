import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOn, type Database } from '#db/client.ts'
import { costsThatGrow, plansOf } from '#db/test-query-plans.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { ADMIN_ID, fillAudit, NOBODY_ID, SOMEBODY_ID } from '#audit/test-audit.server.ts'
import { listHistory } from './history.server.ts'
import { DEFAULT_HISTORY_FILTER, WHOLE_HISTORY, type HistorySearch } from './history-search.ts'

const JOB_ID = '00000000-0000-4000-8000-00000000000b'
const { url } = ownDatabase()
let client: postgres.Sql

beforeAll(async () => {
  client = postgres(url(), { max: 1, onnotice: () => undefined, connection: { timezone: 'UTC' } })
  await fillAudit(client)
}, 120_000)

afterAll(() => client.end())

/** Adds a job that is newer than all other entries and has 20,000 of its own. */
async function fillJob(client: postgres.Sql): Promise<void> {
  await client`
    insert into bulk_job (id, kind, status, actor_id, actor_name, input, total, done)
    values (${JOB_ID}, 'import-users', 'done', ${ADMIN_ID}, 'Ada Admin', '{"fileName": "big.csv"}', 20000, 20000)`
  await client`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name)
    values ('bulk-job-started', ${ADMIN_ID}, 'Ada Admin', ${JOB_ID}, 'import-users')`
  await client`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name, job_id)
    select 'user-created', ${ADMIN_ID}, 'Ada Admin', gen_random_uuid(), 'Import ' || n, ${JOB_ID} from generate_series(1, 20000) as n`
  await client`vacuum analyze history_event`
}

const list =
  (search: Partial<HistorySearch>, cursor: string | null = null, isCollapsed = true) =>
  (db: Database) =>
    listHistory(contextOn(db), {
      ...DEFAULT_HISTORY_FILTER,
      ...search,
      timeZone: 'Africa/Nairobi',
      cursor,
      isCollapsed,
    })

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const farDown = Buffer.from(
  JSON.stringify([new Date(Date.now() - 60 * 86_400_000).toISOString().replace('T', ' ').replace('Z', '+00'), '1']),
).toString('base64url')

test.each([
  ['the first page', {}],
  ['the first page with sign-ins', { signIns: 'shown' }],
  ['the events of a user with sign-ins', { person: SOMEBODY_ID, signIns: 'shown' }],
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

test('the entries of a user with thousands of entries, and those from an IP address, cost as much as a page', async () => {
  const busy = crypto.randomUUID()
  await client`
    insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name, ip_address)
    select now() - make_interval(days => 250, secs => n), 'signed-in', ${busy}, 'Busy', ${busy}, 'Busy', '203.0.113.9'
    from generate_series(1, 20000) as n`
  await client`vacuum analyze history_event`
  const day = dayAgo(250)
  const searches = [
    { person: busy },
    { person: busy, signIns: 'shown' },
    { person: busy, signIns: 'shown', from: day, to: day },
    { searchTerm: '203.0.113.9' },
    { searchTerm: '203.0.113.9', signIns: 'shown' },
    { searchTerm: '203.0.113.9', actions: 'user-banned' },
    { searchTerm: '203.0.113.9', signIns: 'shown', from: day, to: day },
  ] as const
  for (const search of searches)
    for (const cursor of [null, farDown]) {
      const [plan] = await plansOf(client, list(search, cursor))
      expect([search, cursor, plan && costsThatGrow(plan)]).toEqual([search, cursor, []])
      expect(plan?.pages).toBeLessThan(2_000)
    }
  const { rows } = await list({ searchTerm: '203.0.113.9', signIns: 'shown', person: busy })(databaseOn(client))
  expect(rows).toHaveLength(20)
  expect((await list({ searchTerm: '203.0.113.9', person: ADMIN_ID })(databaseOn(client))).rows).toEqual([])
})

test('the list of a program, which includes sign-ins and the entries of jobs, costs the same in a long history', async () => {
  for (const cursor of [null, farDown]) {
    const plans = await plansOf(client, list(WHOLE_HISTORY, cursor, false))
    expect(plans.flatMap(costsThatGrow)).toEqual([])
  }
})

test('the page shows one entry for a job, without sign-ins and without the entries of the job', async () => {
  await fillJob(client)
  const searches = [{}, { signIns: 'shown' }, { job: JOB_ID }, { job: JOB_ID, searchTerm: 'import 12345' }] as const
  for (const search of searches) expect((await plansOf(client, list(search))).flatMap(costsThatGrow)).toEqual([])

  const db = databaseOn(client)
  const { rows } = await list({})(db)
  expect(rows[0]).toMatchObject({
    action: 'bulk-job-started',
    job: { kind: 'import-users', count: 20_000, fileName: 'big.csv', name: null },
  })
  expect(rows.slice(1).map(({ action }) => action)).not.toContain('user-created')
  expect(rows.map(({ action }) => action)).not.toContain('signed-in')
  expect(rows).toHaveLength(20)
  const withSignIns = await list({ signIns: 'shown' })(db)
  expect(withSignIns.rows.slice(0, 2).map(({ action }) => action)).toEqual(['bulk-job-started', 'user-banned'])
  expect(withSignIns.rows.filter(({ action }) => action === 'signed-in')).toHaveLength(17)
  const ofJob = await list({ job: JOB_ID })(db)
  expect(new Set(ofJob.rows.map(({ action }) => action))).toEqual(new Set(['user-created']))
  const found = await list({ searchTerm: 'import 12345' })(db)
  expect(found.rows.map(({ subjectName }) => subjectName)).toEqual(['Import 12345'])
  const ofUser = await list({ person: SOMEBODY_ID })(db)
  expect(ofUser.rows).toEqual([])
  expect((await list(WHOLE_HISTORY, null, false)(db)).rows[0]?.action).toBe('user-created')
})
