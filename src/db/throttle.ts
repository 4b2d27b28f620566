import { and, eq, gte, sql } from 'drizzle-orm'
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
 * for all nodes.
 * @returns 0 when it was taken; else the whole seconds until all budgets have room again
 */
export async function spend(db: Database, budgets: Budget[]): Promise<number> {
  const rows = await db.execute<{ retry_after: number }>(sql`
    select spend_budgets(
      ${list(budgets.map((budget) => budget.key))}::text[],
      ${list(budgets.map((budget) => budget.count))}::int[],
      ${list(budgets.map((budget) => budget.seconds))}::int[]
    ) as retry_after`)
  return rows[0]?.retry_after ?? 0
}

/** Whether a budget is used up, without taking from it. */
export async function isSpent(db: Database, budget: Budget): Promise<boolean> {
  const rows = await db
    .select({ key: throttle.key })
    .from(throttle)
    .where(and(eq(throttle.key, budget.key), gte(throttle.count, budget.count), sql`${throttle.endsAt} > now()`))
  return rows.length > 0
}

function list(values: (string | number)[]) {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]`
}
