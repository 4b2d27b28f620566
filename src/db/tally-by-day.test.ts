import { inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { historyEvent, organization, repository, user } from './schema.ts'
import { ownDatabase } from './test-database.ts'
import {
  addUserPerDay,
  addRepositories,
  expectAgreement,
  DAYS_BACK,
  tallyAndCounts,
  noonOf,
  sumOf,
} from './test-figures.ts'

// Use a separate database, because the figures count the writes of all tests.
const { rolledBack } = ownDatabase()

test(
  'users count for the day of their sign-up: when added, named, banned, moved, deleted and restored',
  rolledBack(async (db) => {
    const before = (await tallyAndCounts(db)).kept
    const came = await expectAgreement(db, () => addUserPerDay(db, 'd'))
    expect(sumOf(came.new_people) - sumOf(before.new_people)).toBe(5)
    expect(sumOf(came.new_not_onboarded) - sumOf(before.new_not_onboarded)).toBe(5)
    await expectAgreement(db, () => addUserPerDay(db, 'named', { name: 'Somebody' }))
    const mine = sql`${user.email} like 'd%'`
    const some = inArray(user.email, ['d0@example.com', 'd7@example.com', 'd40@example.com'])
    await expectAgreement(db, () => db.update(user).set({ name: 'Somebody' }).where(some))
    // One statement removes a name and adds another: the total stays the same, but the days change.
    await expectAgreement(db, () =>
      db
        .update(user)
        .set({ name: sql`case when ${user.email} = 'd0@example.com' then '' else 'Somebody' end` })
        .where(inArray(user.email, ['d0@example.com', 'd1@example.com'])),
    )
    await expectAgreement(db, () => db.update(user).set({ banned: true }).where(mine))
    await expectAgreement(db, () => db.update(user).set({ banned: false }).where(mine))
    await expectAgreement(db, () =>
      db
        .update(user)
        .set({ createdAt: sql`${user.createdAt} - interval '1 day'` })
        .where(mine),
    )
    const kept = await db.select({ email: user.email, createdAt: user.createdAt }).from(user).where(mine)
    await expectAgreement(db, () => db.delete(user).where(mine))
    await expectAgreement(db, () => db.insert(user).values(kept))
  }),
)

test(
  'repositories without an owner count for the day they were added: when added, deleted, restored and purged',
  rolledBack(async (db) => {
    const [owner] = await db.insert(organization).values({ name: 'Owner' }).returning({ id: organization.id })
    const came = await expectAgreement(db, () => addRepositories(db, 'd'))
    expect(sumOf(came.new_repositories)).toBe(5)
    await expectAgreement(db, () => addRepositories(db, 'owned', owner?.id))
    const mine = sql`${repository.name} like 'd%'`
    const some = inArray(repository.name, ['d0', 'd7', 'd13', 'd40'])
    const deleted = await expectAgreement(db, () =>
      db
        .update(repository)
        .set({ deletedAt: sql`now()` })
        .where(some),
    )
    expect(sumOf(deleted.new_repositories)).toBe(2)
    await expectAgreement(db, () =>
      db
        .update(repository)
        .set({ deletedAt: null })
        .where(inArray(repository.name, ['d0', 'd40'])),
    )
    await expectAgreement(db, () =>
      db
        .update(repository)
        .set({ organizationId: owner?.id })
        .where(sql`${repository.name} = 'd1'`),
    )
    // Purges rows that no longer count.
    await expectAgreement(db, () => db.delete(repository).where(sql`${repository.deletedAt} is not null`))
    await expectAgreement(db, () => db.delete(repository).where(mine))
  }),
)

test(
  'bans count for the day of their history entry; other entries do not count',
  rolledBack(async (db) => {
    const entries = DAYS_BACK.flatMap((back) =>
      (['user-banned', 'user-unbanned', 'signed-in'] as const).map((action) => ({ action, at: noonOf(back) })),
    )
    const { bans } = await expectAgreement(db, () => db.insert(historyEvent).values(entries))
    expect(sumOf(bans)).toBe(5)
  }),
)

test(
  'a day begins at midnight UTC in any time zone of the database session',
  rolledBack(async (db) => {
    await db.execute(sql`set local timezone to 'Pacific/Auckland'`)
    const ends = sql`${noonOf(3)} + interval '11:59:59.999'`
    const begins = sql`${noonOf(3)} - interval '12 hours'`
    const kept = await expectAgreement(db, () =>
      db.insert(user).values([
        { email: 'first@example.com', createdAt: begins },
        { email: 'last@example.com', createdAt: ends },
      ]),
    )
    expect(Object.values(kept.new_people ?? {})).toEqual([2])
  }),
)

test(
  'changes of rows that were added long ago change no daily counts',
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
