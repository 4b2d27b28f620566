import { readFileSync } from 'node:fs'
import { inArray, sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from './client.ts'
import { historyEvent, organization, repository, user } from './schema.ts'
import { ownDatabase, rolledBack as rolledBackOn } from './test-database.ts'

const MIGRATION = readFileSync(new URL('migrations/0024_weeks_by_day.sql', import.meta.url), 'utf8')
// The figures count whatever anybody writes.
const { url, rolledBack } = ownDatabase()
const rolledBackAsOwner = (check: (db: Database) => Promise<void>) => rolledBackOn(check, url)

const today = sql`(now() at time zone 'UTC')::date`
const noonOf = (daysBack: number) => sql`(${today} - ${daysBack}::int + time '12:00') at time zone 'UTC'`
const aLink = 'https://a.example'
/** The days back from today that rows of these tests came on: of the last two weeks, and of others. */
const DAYS_BACK = [0, 1, 6, 7, 13, 14, 40]

type Days = Record<string, Record<string, number>>

/** How many of each figure each day of the last two weeks has: as the tally says, and as the rows do. */
async function keptAndCounted(db: Database): Promise<{ kept: Days; counted: Days }> {
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
  return { kept: await daysOf(db, tallied), counted: await daysOf(db, there) }
}

async function daysOf(db: Database, from: SQL): Promise<Days> {
  const rows = await db.execute<{ name: string; day: string; count: number }>(sql`
    select name, day::text, sum(count)::int as count from (${from}) as rows
    where day > ${today} - 14 group by name, day having sum(count) <> 0 order by name, day`)
  const days: Days = {}
  for (const { name, day, count } of rows) days[name] = { ...days[name], [day]: count }
  return days
}

/** Does something and expects the tally to say afterwards what is there. */
async function agrees(db: Database, work: () => Promise<unknown>) {
  await work()
  const { kept, counted } = await keptAndCounted(db)
  expect(kept).toEqual(counted)
  return kept
}

const addPeople = (db: Database, prefix: string, values: Partial<typeof user.$inferInsert> = {}) =>
  db
    .insert(user)
    .values(DAYS_BACK.map((back) => ({ email: `${prefix}${back}@example.com`, ...values, createdAt: noonOf(back) })))

const addRepositories = (db: Database, prefix: string, organizationId: string | null = null) =>
  db
    .insert(repository)
    .values(
      DAYS_BACK.map((back) => ({ name: `${prefix}${back}`, link: aLink, organizationId, createdAt: noonOf(back) })),
    )

const sumOf = (days: Record<string, number> = {}) => Object.values(days).reduce((sum, count) => sum + count, 0)

test(
  'people count for the day they came on: as they come, say their name, are banned, move, go and are had back',
  rolledBack(async (db) => {
    const before = (await keptAndCounted(db)).kept
    const came = await agrees(db, () => addPeople(db, 'd'))
    expect(sumOf(came.new_people) - sumOf(before.new_people)).toBe(5)
    expect(sumOf(came.new_not_onboarded) - sumOf(before.new_not_onboarded)).toBe(5)
    await agrees(db, () => addPeople(db, 'named', { name: 'Somebody' }))
    const mine = sql`${user.email} like 'd%'`
    const some = inArray(user.email, ['d0@example.com', 'd7@example.com', 'd40@example.com'])
    await agrees(db, () => db.update(user).set({ name: 'Somebody' }).where(some))
    // One loses the name and one gets it, by one statement: in all as many, but of other days.
    await agrees(db, () =>
      db
        .update(user)
        .set({ name: sql`case when ${user.email} = 'd0@example.com' then '' else 'Somebody' end` })
        .where(inArray(user.email, ['d0@example.com', 'd1@example.com'])),
    )
    await agrees(db, () => db.update(user).set({ banned: true }).where(mine))
    await agrees(db, () => db.update(user).set({ banned: false }).where(mine))
    await agrees(db, () =>
      db
        .update(user)
        .set({ createdAt: sql`${user.createdAt} - interval '1 day'` })
        .where(mine),
    )
    const kept = await db.select({ email: user.email, createdAt: user.createdAt }).from(user).where(mine)
    await agrees(db, () => db.delete(user).where(mine))
    await agrees(db, () => db.insert(user).values(kept))
  }),
)

test(
  'repositories count for the day they came on: as they come, are deleted, restored and purged; those that are owned do not',
  rolledBack(async (db) => {
    const [owner] = await db.insert(organization).values({ name: 'Owner' }).returning({ id: organization.id })
    const came = await agrees(db, () => addRepositories(db, 'd'))
    expect(sumOf(came.new_repositories)).toBe(5)
    await agrees(db, () => addRepositories(db, 'owned', owner?.id))
    const mine = sql`${repository.name} like 'd%'`
    const some = inArray(repository.name, ['d0', 'd7', 'd13', 'd40'])
    const deleted = await agrees(db, () =>
      db
        .update(repository)
        .set({ deletedAt: sql`now()` })
        .where(some),
    )
    expect(sumOf(deleted.new_repositories)).toBe(2)
    await agrees(db, () =>
      db
        .update(repository)
        .set({ deletedAt: null })
        .where(inArray(repository.name, ['d0', 'd40'])),
    )
    await agrees(db, () =>
      db
        .update(repository)
        .set({ organizationId: owner?.id })
        .where(sql`${repository.name} = 'd1'`),
    )
    // Purged, and there no more already.
    await agrees(db, () => db.delete(repository).where(sql`${repository.deletedAt} is not null`))
    await agrees(db, () => db.delete(repository).where(mine))
  }),
)

test(
  'bans count for the day of their entry; nothing else of the history does',
  rolledBack(async (db) => {
    const entries = DAYS_BACK.flatMap((back) =>
      (['user-banned', 'user-unbanned', 'signed-in'] as const).map((action) => ({ action, at: noonOf(back) })),
    )
    const { bans } = await agrees(db, () => db.insert(historyEvent).values(entries))
    expect(sumOf(bans)).toBe(5)
  }),
)

test(
  'a day begins at midnight UTC, whatever the time zone of who writes',
  rolledBack(async (db) => {
    await db.execute(sql`set local timezone to 'Pacific/Auckland'`)
    const ends = sql`${noonOf(3)} + interval '11:59:59.999'`
    const begins = sql`${noonOf(3)} - interval '12 hours'`
    const kept = await agrees(db, () =>
      db.insert(user).values([
        { email: 'first@example.com', createdAt: begins },
        { email: 'last@example.com', createdAt: ends },
      ]),
    )
    expect(Object.values(kept.new_people ?? {})).toEqual([2])
  }),
)

test(
  'work on what came long ago writes nothing of its days',
  rolledBack(async (db) => {
    const parts = async () => [
      ...(await db.execute(sql`select name, day, part, count from tally where day > '1970-01-01'`)),
    ]
    const before = await parts()
    const old = sql`${user.email} like 'old%'`
    await db.execute(sql`
      insert into "user" (email, created_at)
      select 'old' || n || '@example.com', now() - make_interval(days => 20 + n) from generate_series(1, 100) as n`)
    await db.update(user).set({ name: 'Named' }).where(old)
    await db.delete(user).where(old)
    expect(await parts()).toEqual(before)
  }),
)

test(
  'the migration counts what is there, and writers go on from that',
  rolledBackAsOwner(async (db) => {
    await db.execute(sql`drop trigger history_event_tally_insert on history_event`)
    await db.execute(sql`drop function tally_bans`)
    await addPeople(db, 'early')
    await addPeople(db, 'earlybanned', { banned: true })
    await addRepositories(db, 'early')
    await db
      .update(repository)
      .set({ deletedAt: sql`now()` })
      .where(sql`${repository.name} = 'early1'`)
    await db
      .insert(historyEvent)
      .values(DAYS_BACK.map((back) => ({ action: 'user-banned' as const, at: noonOf(back) })))
    await db.execute(sql`delete from tally where name like 'new\_%' or name = 'bans'`)
    const kept = await agrees(db, async () => {
      for (const statement of MIGRATION.split('--> statement-breakpoint')) await db.execute(sql.raw(statement))
    })
    expect(Object.values(kept).map(sumOf)).toEqual([5, 5, 10, 4])
    await agrees(db, () => addPeople(db, 'late'))
    await agrees(db, () => db.delete(user).where(sql`${user.email} like 'early%'`))
    await agrees(db, () => db.delete(repository).where(sql`${repository.name} like 'early%'`))
    await agrees(db, () => db.insert(historyEvent).values({ action: 'user-banned' }))
  }),
)
