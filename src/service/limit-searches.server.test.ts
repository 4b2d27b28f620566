import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { closeDatabase, database } from '#db/client.ts'
import { AppError } from '#lib/app-error.ts'
import { runSearch } from './limit-searches.server.ts'
import { contextOn } from './test-context.server.ts'

const BY_USER = 'canceling statement due to user request'

afterAll(closeDatabase)

/** Creates a session that can search. Each search sleeps in the database, with a mark in its SQL. */
function contextOfNewSearcher() {
  const mark = crypto.randomUUID()
  const leaving = new AbortController()
  const context = { ...contextOn(database()), session: { id: mark }, request: { signal: leaving.signal } }
  return {
    leave: () => leaving.abort(),
    search: (term = 'x', seconds = 0.2) =>
      runSearch(context, term, async ({ db }) => {
        await db.execute(sql`select pg_sleep(${seconds}) /* ${sql.raw(mark)} */`)
        return 'done'
      }).catch(codeOf),
    running: async (): Promise<number> => {
      const [row] = await database().execute<{ count: number }>(
        sql`select count(*)::int from pg_stat_activity where state = 'active' and query like ${`%pg_sleep%${mark}%`} and pid <> pg_backend_pid()`,
      )
      return row?.count ?? 0
    },
  }
}

describe('searches of one session', () => {
  test('searches of one session run two at a time, in order; those beyond the maximum queue are refused', async () => {
    const { search, running } = contextOfNewSearcher()
    const outcomes = Promise.all(Array.from({ length: 14 }, () => search()))
    const seen = new Set<number>()
    let isDone = false
    void outcomes.finally(() => (isDone = true))
    while (!isDone) seen.add(await running())
    expect(Math.max(...seen)).toBe(2)
    expect(countOf(await outcomes)).toEqual({ done: 10, TOO_MANY_REQUESTS: 4 })
    expect(await search()).toBe('done')
  })

  test('a search does not wait for searches of another session', async () => {
    const [busy, other] = [contextOfNewSearcher(), contextOfNewSearcher()]
    const outcomes = [busy.search(), busy.search(), busy.search()]
    expect(await other.search('x', 0)).toBe('done')
    expect(await busy.running()).toBeGreaterThan(0)
    await Promise.all(outcomes)
  })

  test('when the client disconnects, searches are canceled in the database, and waiting ones never start', async () => {
    const { search, running, leave } = contextOfNewSearcher()
    const outcomes = Promise.all([search('x', 30), search('x', 30), search('x', 30)])
    await vi.waitFor(async () => expect(await running()).toBe(2))
    leave()
    expect(await outcomes).toEqual([BY_USER, BY_USER, 'NO_CONNECTION'])
    expect(await running()).toBe(0)
  })
})

test('a search that takes too long is canceled by the database; a list without a search term is not', async () => {
  const { search } = contextOfNewSearcher()
  expect(await search('x', 30)).toBe('canceling statement due to statement timeout')
  expect(await search(' ', 0.6)).toBe('done')
})

function codeOf(error: unknown): unknown {
  const { cause } = error as { cause?: { message?: unknown } }
  return error instanceof AppError ? error.code : cause?.message
}

function countOf(outcomes: unknown[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1
  return counts
}
