import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from './client.ts'
import { repository, session, user } from './schema.ts'
import { ownDatabase } from './test-database.ts'

// Use a separate database, because the figures count the writes of all tests.
const { rolledBack, withDatabase } = ownDatabase()

const FIGURES = ['people', 'not_onboarded', 'banned', 'repositories', 'sessions', 'sign_ins'] as const
/** The number of concurrent writers: as many as two pools have connections. */
const WRITERS = 20
type Figure = (typeof FIGURES)[number]

/** Returns the growth of each figure while `work` runs. */
async function growth(db: Database, work: () => Promise<unknown>): Promise<Partial<Record<Figure, number>>> {
  const before = await readTallies(db)
  await work()
  const after = await readTallies(db)
  const grown = FIGURES.map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)] as const)
  return Object.fromEntries(grown.filter(([, difference]) => difference !== 0))
}

async function readTallies(db: Database): Promise<Map<string, number>> {
  const rows = await db.execute<{ name: string; count: number }>(
    sql`select name, sum(count)::int as count from tally group by name`,
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Counts the existing rows by figure, except sign-ins, which leave no rows to count. */
async function countRows(db: Database): Promise<Record<string, number>> {
  const [row] = await db.execute<Record<string, number>>(sql`
    select (select count(*)::int from "user") as people,
           (select count(*)::int from "user" where name = '' and not banned) as not_onboarded,
           (select count(*)::int from "user" where banned) as banned,
           (select count(*)::int from session) as sessions,
           (select count(*)::int from repository where deleted_at is null) as repositories,
           -- All rows were created today.
           (select count(*)::int from "user") as new_people,
           (select count(*)::int from repository where deleted_at is null) as new_repositories`)
  return row ?? {}
}

const aLink = 'https://a.example'
const later = sql`now() + interval '1 day'`

test(
  'users are counted when they are added, named, banned and deleted',
  rolledBack(async (db) => {
    const emails = ['t1@example.com', 't2@example.com', 't3@example.com']
    const mine = inArray(user.email, emails)
    expect(await growth(db, () => db.insert(user).values(emails.map((email) => ({ email }))))).toEqual({
      people: 3,
      not_onboarded: 3,
    })
    expect(await growth(db, () => db.update(user).set({ name: 'Somebody' }).where(mine))).toEqual({ not_onboarded: -3 })
    expect(await growth(db, () => db.update(user).set({ name: 'Else' }).where(mine))).toEqual({})
    expect(
      await growth(db, () => db.update(user).set({ banned: true }).where(eq(user.email, 't1@example.com'))),
    ).toEqual({ banned: 1 })
    expect(await growth(db, () => db.delete(user).where(mine))).toEqual({ people: -3, banned: -1 })
  }),
)

test(
  'an insert that conflicts with an existing row adds nothing to the counts, also if it updates the row',
  rolledBack(async (db) => {
    const row = { email: 'twice@example.com', name: 'Twice' }
    await db.insert(user).values(row)
    expect(await growth(db, () => db.insert(user).values(row).onConflictDoNothing())).toEqual({})
    const banned = { target: user.email, set: { banned: true } }
    expect(await growth(db, () => db.insert(user).values(row).onConflictDoUpdate(banned))).toEqual({ banned: 1 })
  }),
)

test(
  'a repository is counted until it is deleted, and again when it is restored',
  rolledBack(async (db) => {
    const its = eq(repository.name, 'tallied')
    expect(await growth(db, () => db.insert(repository).values({ name: 'tallied', link: aLink }))).toEqual({
      repositories: 1,
    })
    expect(
      await growth(db, () =>
        db
          .update(repository)
          .set({ deletedAt: sql`now()` })
          .where(its),
      ),
    ).toEqual({
      repositories: -1,
    })
    expect(await growth(db, () => db.update(repository).set({ deletedAt: null }).where(its))).toEqual({
      repositories: 1,
    })
    await db
      .update(repository)
      .set({ deletedAt: sql`now()` })
      .where(its)
    expect(await growth(db, () => db.delete(repository).where(its))).toEqual({})
  }),
)

test(
  'a sign-in stays counted after its session ends; an impersonation is not counted',
  rolledBack(async (db) => {
    const [record] = await db.insert(user).values({ email: 't4@example.com' }).returning({ id: user.id })
    const userId = record?.id ?? ''
    const sessions = [
      { userId, token: 't4a', expiresAt: later },
      { userId, token: 't4b', expiresAt: later },
      { userId, token: 't4c', expiresAt: later, impersonatedBy: userId },
    ]
    expect(await growth(db, () => db.insert(session).values(sessions))).toEqual({ sessions: 3, sign_ins: 2 })
    expect(await growth(db, () => db.delete(session).where(eq(session.token, 't4a')))).toEqual({ sessions: -1 })
    // The sessions are deleted with the user.
    expect(await growth(db, () => db.delete(user).where(eq(user.id, userId)))).toEqual({
      people: -1,
      not_onboarded: -1,
      sessions: -2,
    })
  }),
)

test(
  'a sign-in counts for the day it happened on, in UTC',
  rolledBack(async (db) => {
    const [record] = await db.insert(user).values({ email: 't5@example.com' }).returning({ id: user.id })
    const at = [
      new Date('2001-02-03T23:59:59.999Z'),
      new Date('2001-02-04T00:00:00Z'),
      new Date('2001-02-04T12:00:00Z'),
    ]
    await db.execute(sql`set local timezone to 'Pacific/Auckland'`)
    await db.insert(session).values(
      at.map((createdAt, index) => ({
        userId: record?.id ?? '',
        token: `t5-${index}`,
        expiresAt: later,
        createdAt,
      })),
    )
    const days = await db.execute(sql`
      select day::text, sum(count)::int as count from tally where name = 'sign_ins' and day < '2001-03-01' group by day order by day`)
    expect([...days]).toEqual([
      { day: '2001-02-03', count: 1 },
      { day: '2001-02-04', count: 2 },
    ])
  }),
)

test('writes that are rolled back are not counted', () =>
  withDatabase(async (db) => {
    const undone = await growth(db, () =>
      db
        .transaction(async (transaction) => {
          await transaction.insert(repository).values({ name: 'never', link: aLink })
          transaction.rollback()
        })
        .catch(() => undefined),
    )
    expect(undone).toEqual({})
  }))

test('concurrent writers do not wait for each other and lose no counts, in any order of their updates', () =>
  withDatabase((db) =>
    withDatabase(async (other) => {
      const before = await readTallies(db)
      const startGate = Promise.withResolvers<void>()
      let waiting = 0
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        (writer % 2 ? db : other).transaction(async (transaction) => {
          const addUser = () => transaction.insert(user).values({ email: `racer${writer}@example.com`, name: 'Racer' })
          const addRepository = () => transaction.insert(repository).values({ name: `racer ${writer}`, link: aLink })
          // Half of the writers update the figures in the opposite order. They must not deadlock.
          const [first, second] = writer % 4 < 2 ? [addUser, addRepository] : [addRepository, addUser]
          await first()
          waiting += 1
          if (waiting === WRITERS) startGate.resolve()
          await startGate.promise
          await second()
        }),
      )
      await Promise.all(writers)
      const after = await readTallies(db)
      expect((after.get('people') ?? 0) - (before.get('people') ?? 0)).toBe(WRITERS)
      expect((after.get('repositories') ?? 0) - (before.get('repositories') ?? 0)).toBe(WRITERS)

      await Promise.all([
        ...Array.from({ length: 5 }, (_, writer) =>
          db.delete(user).where(eq(user.email, `racer${writer}@example.com`)),
        ),
        ...Array.from({ length: 5 }, (_, writer) =>
          other
            .update(repository)
            .set({ deletedAt: sql`now()` })
            .where(eq(repository.name, `racer ${writer}`)),
        ),
      ])
      const figures = await readTallies(db)
      for (const [name, count] of Object.entries(await countRows(db)))
        expect([name, figures.get(name) ?? 0]).toEqual([name, count])
      await db.delete(user).where(sql`${user.email} like 'racer%'`)
      await db.delete(repository).where(sql`${repository.name} like 'racer %'`)
    }),
  ))
