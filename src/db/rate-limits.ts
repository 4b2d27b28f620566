import { and, inArray, sql } from 'drizzle-orm'
import { AppError } from '#lib/app-error.ts'
import type { Database } from './client.ts'
import { throttle } from './schema.ts'

/** The maximum number of uses within a time window, which begins with the first use. */
export interface RateLimit {
  /** Identifies the limit and the caller that it applies to; a keyed hash if it is derived from an address. */
  key: string
  count: number
  seconds: number
}

/** Returns the rate limit for a key from a limit in the configuration. */
export function rateLimit(key: string, { count, minutes }: { count: number; minutes: number }): RateLimit {
  return { key, count, seconds: minutes * 60 }
}

/**
 * Counts one use of every rate limit, or of no rate limit if one is used up. Atomic, by the database's clock, and shared by all
 * nodes. No caller waits for longer than a time window, even if the clock was set back.
 * @returns 0 if the use was counted; otherwise the whole seconds until every rate limit allows a use
 */
export async function tryConsumeRateLimits(db: Database, rateLimits: RateLimit[]): Promise<number> {
  const retryAfter = await consumeOnce(db, rateLimits)
  return retryAfter > 0 && (await shortenWindows(db, rateLimits)) ? consumeOnce(db, rateLimits) : retryAfter
}

/**
 * Counts one use of every rate limit, like `tryConsumeRateLimits`.
 * @throws {AppError} with this code and the seconds to wait if a rate limit is used up
 */
export async function enforceRateLimit(
  db: Database,
  rateLimits: RateLimit[],
  code: 'TOO_MANY_REQUESTS' | 'TOO_MANY_INVITATIONS' | 'TOO_MANY_TODAY' = 'TOO_MANY_REQUESTS',
): Promise<void> {
  const retryAfterSeconds = await tryConsumeRateLimits(db, rateLimits)
  if (retryAfterSeconds > 0) throw new AppError(code, { retryAfterSeconds })
}

async function consumeOnce(db: Database, rateLimits: RateLimit[]): Promise<number> {
  const rows = await db.execute<{ retry_after: number }>(sql`
    select spend_budgets(
      ${sqlList(rateLimits.map((rateLimit) => rateLimit.key))}::text[],
      ${sqlList(rateLimits.map((rateLimit) => rateLimit.count))}::int[],
      ${sqlList(rateLimits.map((rateLimit) => rateLimit.seconds))}::int[]
    ) as retry_after`)
  return rows[0]?.retry_after ?? 0
}

/** Shortens windows that began before the clock was set back: they end like windows that begin now. @returns whether any did */
async function shortenWindows(db: Database, rateLimits: RateLimit[]): Promise<boolean> {
  // Truncate to milliseconds, like the column: if the time were rounded up, a window would end too late.
  const longest = sql`date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => b.seconds)`
  const { count } = await db.execute(sql`
    update throttle t set ends_at = ${longest}
    from unnest(
      ${sqlList(rateLimits.map((rateLimit) => rateLimit.key))}::text[],
      ${sqlList(rateLimits.map((rateLimit) => rateLimit.seconds))}::int[]
    ) as b(key, seconds)
    where t.key = b.key and t.ends_at > ${longest} + interval '1 second'`)
  return count > 0
}

/** Returns the used share of each rate limit, from 0 to 1, without counting a use. */
export async function usedShares(db: Database, rateLimits: RateLimit[]): Promise<Map<RateLimit, number>> {
  const keys = rateLimits.map((rateLimit) => rateLimit.key)
  const rows = await db
    .select({ key: throttle.key, count: throttle.count })
    .from(throttle)
    .where(and(inArray(throttle.key, keys), sql`${throttle.endsAt} > now()`))
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  return new Map(
    rateLimits.map((rateLimit) => [rateLimit, Math.min(1, (counts.get(rateLimit.key) ?? 0) / rateLimit.count)]),
  )
}

function sqlList(values: (string | number)[]) {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]`
}
