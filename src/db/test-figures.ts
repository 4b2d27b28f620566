import { sql, type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from './client.ts'
import { repository, user } from './schema.ts'

const today = sql`(now() at time zone 'UTC')::date`
/** Returns SQL for noon (UTC) of a day in the past. */
export const noonOf = (daysBack: number) => sql`(${today} - ${daysBack}::int + time '12:00') at time zone 'UTC'`
const aLink = 'https://a.example'
/** The ages in days of the rows of these tests: within the last two weeks, and older. */
export const DAYS_BACK = [0, 1, 6, 7, 13, 14, 40]

type Days = Record<string, Record<string, number>>

/** Returns each figure of each day of the last two weeks, from the tally and counted from the rows. */
export async function tallyAndCounts(db: Database): Promise<{ kept: Days; counted: Days }> {
  const tallied = sql`select name, day, count from tally where name <> 'sign_ins'`
  const there = sql`
    select 'new_people' as name, (created_at at time zone 'UTC')::date as day, 1 as count from "user"
    union all
    select 'new_not_onboarded', (created_at at time zone 'UTC')::date, 1 from "user" where name = '' and not banned
    union all
    select 'new_repositories', (created_at at time zone 'UTC')::date, 1
    from repository where deleted_at is null and organization_id is null
    union all
    select 'bans', (at at time zone 'UTC')::date, 1 from history_event where action = 'user-banned'`
  return { kept: await countPerDay(db, tallied), counted: await countPerDay(db, there) }
}

async function countPerDay(db: Database, from: SQL): Promise<Days> {
  const rows = await db.execute<{ name: string; day: string; count: number }>(sql`
    select name, day::text, sum(count)::int as count from (${from}) as rows
    where day > ${today} - 14 group by name, day having sum(count) <> 0 order by name, day`)
  const days: Days = {}
  for (const { name, day, count } of rows) days[name] = { ...days[name], [day]: count }
  return days
}

/** Runs work, and expects the tally to match the rows afterwards. */
export async function expectAgreement(db: Database, work: () => Promise<unknown>) {
  await work()
  const { kept, counted } = await tallyAndCounts(db)
  expect(kept).toEqual(counted)
  return kept
}

/** Adds a user for each day of `DAYS_BACK`. */
export const addUserPerDay = (db: Database, prefix: string, values: Partial<typeof user.$inferInsert> = {}) =>
  db
    .insert(user)
    .values(DAYS_BACK.map((back) => ({ email: `${prefix}${back}@example.com`, ...values, createdAt: noonOf(back) })))

/** Adds a repository for each day of `DAYS_BACK`. */
export const addRepositories = (db: Database, prefix: string, organizationId: string | null = null) =>
  db
    .insert(repository)
    .values(
      DAYS_BACK.map((back) => ({ name: `${prefix}${back}`, link: aLink, organizationId, createdAt: noonOf(back) })),
    )

/** Adds up the days of a figure. */
export const sumOf = (days: Record<string, number> = {}) => Object.values(days).reduce((sum, count) => sum + count, 0)
