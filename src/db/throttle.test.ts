import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from './client.ts'
import { throttle } from './schema.ts'
import { rolledBack, withDatabase } from './test-database.ts'
import { spend, usedShares, type Budget } from './throttle.ts'

const someBudget = (count: number, seconds = 60): Budget => ({ key: `test:${crypto.randomUUID()}`, count, seconds })

test(
  'a budget is given out so many times, then the wait is told in whole seconds',
  rolledBack(async (db) => {
    const budget = someBudget(3)
    expect([await spend(db, [budget]), await spend(db, [budget]), await spend(db, [budget])]).toEqual([0, 0, 0])
    const wait = await spend(db, [budget])
    expect(wait).toBeGreaterThan(55)
    expect(wait).toBeLessThanOrEqual(60)
  }),
)

test(
  'the first spending of a budget counts, however the clock is rounded',
  rolledBack(async (db) => {
    for (let round = 0; round < 300; round += 1) {
      const budget = someBudget(1)
      expect(await spend(db, [budget])).toBe(0)
      expect(await spend(db, [budget])).toBeGreaterThan(0)
    }
  }),
)

test('of many callers at once only so many are served', () =>
  withDatabase(async (db) => {
    const budget = someBudget(5)
    const waits = await Promise.all(Array.from({ length: 40 }, () => spend(db, [budget])))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  }))

test('callers who share budgets in any order do not block each other', () =>
  withDatabase(async (db) => {
    const [one, other] = [someBudget(1_000), someBudget(1_000)]
    const waits = await Promise.all(
      Array.from({ length: 60 }, (_, index) => spend(db, index % 2 === 0 ? [one, other] : [other, one])),
    )
    expect(new Set(waits)).toEqual(new Set([0]))
    expect(await countOf(db, one)).toBe(60)
  }))

test(
  'when one budget is used up, the others lose nothing',
  rolledBack(async (db) => {
    const [small, large] = [someBudget(1), someBudget(10)]
    expect(await spend(db, [small, large])).toBe(0)
    expect(await spend(db, [small, large])).toBeGreaterThan(0)
    expect(await spend(db, [large])).toBe(0)
    expect(await countOf(db, large)).toBe(2)
  }),
)

test(
  'of several that are used up the longest wait counts',
  rolledBack(async (db) => {
    const [short, long] = [someBudget(1, 10), someBudget(1, 1_000)]
    await spend(db, [short, long])
    expect(await spend(db, [short, long])).toBeGreaterThan(900)
  }),
)

test(
  'nobody waits for longer than a budget says when the clock of the database is put back',
  rolledBack(async (db) => {
    const [small, large] = [someBudget(1, 30), someBudget(10, 86_400)]
    expect(await spend(db, [small, large])).toBe(0)
    // Often, for the end of a window is kept in milliseconds, and a rounded one would be a second late now and then.
    for (let round = 0; round < 50; round += 1) {
      await db.update(throttle).set({ endsAt: sql`ends_at + interval '1 hour'` })
      const wait = await spend(db, [small, large])
      expect(wait).toBeGreaterThan(25)
      expect(wait).toBeLessThanOrEqual(30)
    }
  }),
)

test(
  'a budget is full again when its time is over',
  rolledBack(async (db) => {
    const budget = someBudget(1)
    await spend(db, [budget])
    await db.execute(sql`update throttle set ends_at = clock_timestamp() where key = ${budget.key}`)
    await db.execute(sql`select pg_sleep(0.002)`)
    expect(await spend(db, [budget])).toBe(0)
    expect(await spend(db, [budget])).toBeGreaterThan(0)
  }),
)

test(
  'what is used of budgets is told without taking from them; of one whose window is over, nothing',
  rolledBack(async (db) => {
    const [budget, unused, over] = [someBudget(4), someBudget(1), someBudget(1)]
    await spend(db, [budget, over])
    await db.execute(sql`update throttle set ends_at = now() - interval '1 second' where key = ${over.key}`)
    const shares = await usedShares(db, [budget, unused, over])
    expect([...shares.values()]).toEqual([0.25, 0, 0])
    expect(await countOf(db, budget)).toBe(1)
  }),
)

test(
  'who is refused leaves no row behind',
  rolledBack(async (db) => {
    const spent = someBudget(1)
    await spend(db, [spent])
    const another = someBudget(5)
    expect(await spend(db, [another, spent])).toBeGreaterThan(0)
    expect(await countOf(db, another)).toBeUndefined()
  }),
)

async function countOf(db: Database, budget: Budget): Promise<number | undefined> {
  const rows = await db
    .select({ count: throttle.count })
    .from(throttle)
    .where(sql`key = ${budget.key}`)
  return rows[0]?.count
}
