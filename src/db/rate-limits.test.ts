import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from './client.ts'
import { throttle } from './schema.ts'
import { rolledBack, withOwnDatabase } from './test-database.ts'
import { tryConsumeRateLimits, usedShares, type RateLimit } from './rate-limits.ts'

const someLimit = (count: number, seconds = 60): RateLimit => ({ key: `test:${crypto.randomUUID()}`, count, seconds })

test(
  'tryConsumeRateLimits allows a rate limit its maximum number of calls, then returns the wait in whole seconds',
  rolledBack(async (db) => {
    const rateLimit = someLimit(3)
    expect([
      await tryConsumeRateLimits(db, [rateLimit]),
      await tryConsumeRateLimits(db, [rateLimit]),
      await tryConsumeRateLimits(db, [rateLimit]),
    ]).toEqual([0, 0, 0])
    const wait = await tryConsumeRateLimits(db, [rateLimit])
    expect(wait).toBeGreaterThan(55)
    expect(wait).toBeLessThanOrEqual(60)
  }),
)

test(
  'the first call counts towards the rate limit, however the clock is rounded',
  rolledBack(async (db) => {
    for (let round = 0; round < 300; round += 1) {
      const rateLimit = someLimit(1)
      expect(await tryConsumeRateLimits(db, [rateLimit])).toBe(0)
      expect(await tryConsumeRateLimits(db, [rateLimit])).toBeGreaterThan(0)
    }
  }),
)

test('concurrent callers get no more calls than the rate limit allows', () =>
  withOwnDatabase(async (db) => {
    const rateLimit = someLimit(5)
    const waits = await Promise.all(Array.from({ length: 40 }, () => tryConsumeRateLimits(db, [rateLimit])))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  }))

test('callers that use the same rate limits in different order do not block each other', () =>
  withOwnDatabase(async (db) => {
    const [one, other] = [someLimit(1_000), someLimit(1_000)]
    const waits = await Promise.all(
      Array.from({ length: 60 }, (_, index) => tryConsumeRateLimits(db, index % 2 === 0 ? [one, other] : [other, one])),
    )
    expect(new Set(waits)).toEqual(new Set([0]))
    expect(await countOf(db, one)).toBe(60)
  }))

test(
  'a call that one rate limit refuses does not count towards the others',
  rolledBack(async (db) => {
    const [small, large] = [someLimit(1), someLimit(10)]
    expect(await tryConsumeRateLimits(db, [small, large])).toBe(0)
    expect(await tryConsumeRateLimits(db, [small, large])).toBeGreaterThan(0)
    expect(await tryConsumeRateLimits(db, [large])).toBe(0)
    expect(await countOf(db, large)).toBe(2)
  }),
)

test(
  'if several rate limits refuse a call, the longest wait is returned',
  rolledBack(async (db) => {
    const [short, long] = [someLimit(1, 10), someLimit(1, 1_000)]
    await tryConsumeRateLimits(db, [short, long])
    expect(await tryConsumeRateLimits(db, [short, long])).toBeGreaterThan(900)
  }),
)

test(
  'a wait is never longer than the window of the rate limit, even if the clock of the database is set back',
  rolledBack(async (db) => {
    const [small, large] = [someLimit(1, 30), someLimit(10, 86_400)]
    expect(await tryConsumeRateLimits(db, [small, large])).toBe(0)
    // Repeat the test: if the end of a window were rounded up to a millisecond, the wait would sometimes be a second longer.
    for (let round = 0; round < 50; round += 1) {
      await db.update(throttle).set({ endsAt: sql`ends_at + interval '1 hour'` })
      const wait = await tryConsumeRateLimits(db, [small, large])
      expect(wait).toBeGreaterThan(25)
      expect(wait).toBeLessThanOrEqual(30)
    }
  }),
)

test(
  'a rate limit allows its full number of calls again after its window',
  rolledBack(async (db) => {
    const rateLimit = someLimit(1)
    await tryConsumeRateLimits(db, [rateLimit])
    await db.execute(sql`update throttle set ends_at = clock_timestamp() where key = ${rateLimit.key}`)
    await db.execute(sql`select pg_sleep(0.002)`)
    expect(await tryConsumeRateLimits(db, [rateLimit])).toBe(0)
    expect(await tryConsumeRateLimits(db, [rateLimit])).toBeGreaterThan(0)
  }),
)

test(
  'usedShares returns the used share of each rate limit without counting a call, and 0 after the window',
  rolledBack(async (db) => {
    const [rateLimit, unused, over] = [someLimit(4), someLimit(1), someLimit(1)]
    await tryConsumeRateLimits(db, [rateLimit, over])
    await db.execute(sql`update throttle set ends_at = now() - interval '1 second' where key = ${over.key}`)
    const shares = await usedShares(db, [rateLimit, unused, over])
    expect([...shares.values()]).toEqual([0.25, 0, 0])
    expect(await countOf(db, rateLimit)).toBe(1)
  }),
)

test(
  'a refused caller leaves no row behind',
  rolledBack(async (db) => {
    const exhausted = someLimit(1)
    await tryConsumeRateLimits(db, [exhausted])
    const another = someLimit(5)
    expect(await tryConsumeRateLimits(db, [another, exhausted])).toBeGreaterThan(0)
    expect(await countOf(db, another)).toBeUndefined()
  }),
)

async function countOf(db: Database, rateLimit: RateLimit): Promise<number | undefined> {
  const rows = await db
    .select({ count: throttle.count })
    .from(throttle)
    .where(sql`key = ${rateLimit.key}`)
  return rows[0]?.count
}
