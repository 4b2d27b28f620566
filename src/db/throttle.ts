import { and, inArray, sql } from 'drizzle-orm'
import { AppError } from '#lib/app-error.ts'
import type { Database } from './client.ts'
import { throttle } from './schema.ts'

/** A limit: so many times within so long, counted from the first time. */
export interface Budget {
  /** Names whose budget it is; a keyed hash where it is made from an address. */
  key: string
  count: number
  seconds: number
}

/**
 * Takes one from every budget, or, when one of them is used up, from none. Atomic, by the database's clock, and the same
 * for all nodes. Nobody waits for longer than the budgets say, even if that clock was put back.
 * @returns 0 when it was taken; else the whole seconds until all budgets have room again
 */
export async function spend(db: Database, budgets: Budget[]): Promise<number> {
  const retryAfter = await trySpend(db, budgets)
  return retryAfter > 0 && (await shortenWindows(db, budgets)) ? trySpend(db, budgets) : retryAfter
}

/**
 * Takes one from every budget, as `spend` does.
 * @throws {AppError} with this code and the seconds to wait, when one of them is used up
 */
export async function requireBudget(
  db: Database,
  budgets: Budget[],
  code: 'TOO_MANY_REQUESTS' | 'TOO_MANY_INVITATIONS' | 'TOO_MANY_TODAY' = 'TOO_MANY_REQUESTS',
): Promise<void> {
  const retryAfterSeconds = await spend(db, budgets)
  if (retryAfterSeconds > 0) throw new AppError(code, { retryAfterSeconds })
}

async function trySpend(db: Database, budgets: Budget[]): Promise<number> {
  const rows = await db.execute<{ retry_after: number }>(sql`
    select spend_budgets(
      ${list(budgets.map((budget) => budget.key))}::text[],
      ${list(budgets.map((budget) => budget.count))}::int[],
      ${list(budgets.map((budget) => budget.seconds))}::int[]
    ) as retry_after`)
  return rows[0]?.retry_after ?? 0
}

/** Windows that end later than one which begins now: begun before the clock was put back. Tells whether there were any. */
async function shortenWindows(db: Database, budgets: Budget[]): Promise<boolean> {
  // In whole milliseconds, as the column keeps them: rounded up, it would end later than it may.
  const longest = sql`date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => b.seconds)`
  const { count } = await db.execute(sql`
    update throttle t set ends_at = ${longest}
    from unnest(
      ${list(budgets.map((budget) => budget.key))}::text[],
      ${list(budgets.map((budget) => budget.seconds))}::int[]
    ) as b(key, seconds)
    where t.key = b.key and t.ends_at > ${longest} + interval '1 second'`)
  return count > 0
}

/** Reads how much of each budget is used, from 0 to 1, without taking from it. */
export async function usedShares(db: Database, budgets: Budget[]): Promise<Map<Budget, number>> {
  const keys = budgets.map((budget) => budget.key)
  const rows = await db
    .select({ key: throttle.key, count: throttle.count })
    .from(throttle)
    .where(and(inArray(throttle.key, keys), sql`${throttle.endsAt} > now()`))
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  return new Map(budgets.map((budget) => [budget, Math.min(1, (counts.get(budget.key) ?? 0) / budget.count)]))
}

function list(values: (string | number)[]) {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]`
}
