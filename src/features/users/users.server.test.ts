import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { countUsers, listUsers } from './users.server.ts'
import type { UserFilter } from './users.schema.ts'

/** The domain of all addresses of these tests, so that a search finds no other users. */
const OWN_DOMAIN = 'zqxj.example'
const ALL: UserFilter = { searchTerm: OWN_DOMAIN, role: '', status: '' }
const FIRST = { sort: 'newest', cursor: null } as const

type NewUser = Partial<typeof user.$inferInsert>

async function addUserPerDay(db: Database, ...users: NewUser[]) {
  await db
    .insert(user)
    .values(
      users.map((values, index) => ({ email: `person${index}@${OWN_DOMAIN}`, name: `Person ${index}`, ...values })),
    )
}

async function namesOf(db: Database, wanted: Partial<UserFilter> & { sort?: 'newest' | 'name' }) {
  const { rows } = await listUsers(contextOn(db), { ...ALL, ...FIRST, ...wanted })
  return rows.map(({ name, email }) => name || email)
}

describe('the list of users', () => {
  test(
    'the list of users shows name, address, role, status and dates, and nothing else',
    rolledBack(async (db) => {
      await addUserPerDay(db, { name: 'Ada', role: 'admin', createdAt: new Date(0), lastSignInAt: new Date(1_000) })
      const { rows } = await listUsers(contextOn(db), { ...ALL, ...FIRST })
      expect(rows).toEqual([
        {
          id: expect.any(String),
          name: 'Ada',
          email: `person0@${OWN_DOMAIN}`,
          role: 'admin',
          status: 'active',
          createdAt: '1970-01-01T00:00:00.000Z',
          lastSignInAt: '1970-01-01T00:00:01.000Z',
        },
      ])
    }),
  )

  test(
    'the list of users is ordered by newest, or by name regardless of case',
    rolledBack(async (db) => {
      await addUserPerDay(
        db,
        { name: 'beta', createdAt: new Date(2_000) },
        { name: 'Alpha', createdAt: new Date(1_000) },
        { name: 'Gamma', createdAt: new Date(3_000) },
      )
      expect(await namesOf(db, { sort: 'newest' })).toEqual(['Gamma', 'beta', 'Alpha'])
      expect(await namesOf(db, { sort: 'name' })).toEqual(['Alpha', 'beta', 'Gamma'])
    }),
  )

  test(
    'the list of users is filtered by role and by status, in which an expired ban does not count',
    rolledBack(async (db) => {
      await addUserPerDay(
        db,
        { name: 'Admin', role: 'admin' },
        { name: 'Banned', banned: true },
        { name: 'Banned still', banned: true, banExpires: sql`now() + interval '1 hour'` as never },
        { name: 'Banned once', banned: true, banExpires: sql`now() - interval '1 hour'` as never },
        { name: '', email: `new@${OWN_DOMAIN}` },
        { name: '', email: `gone@${OWN_DOMAIN}`, banned: true },
      )
      const sort = 'name'
      expect(await namesOf(db, { sort, role: 'admin' })).toEqual(['Admin'])
      expect(await namesOf(db, { sort, status: 'active' })).toEqual(['Admin', 'Banned once'])
      expect(await namesOf(db, { sort, status: 'banned' })).toEqual(['Banned', 'Banned still', `gone@${OWN_DOMAIN}`])
      expect(await namesOf(db, { sort, status: 'not-onboarded' })).toEqual([`new@${OWN_DOMAIN}`])
      expect(await namesOf(db, { sort, role: 'admin', status: 'banned' })).toEqual([])
      for (const status of ['active', 'banned', 'not-onboarded'] as const)
        for (const row of (await listUsers(contextOn(db), { ...ALL, ...FIRST, status })).rows)
          expect(row.status).toBe(status)
    }),
  )

  test.each(['newest', 'name'] as const)(
    'the next page of the list sorted by %s continues without duplicates or gaps',
    (sort) =>
      rolledBack(async (db) => {
        // Many rows share a time and a name, so that only their IDs distinguish them.
        const users = Array.from({ length: 47 }, (_, index) => ({
          email: `many${index}@${OWN_DOMAIN}`,
          name: index % 3 === 0 ? '' : `Same "name" \\ ${index % 2}`,
          createdAt: new Date(1_000 * (index % 5)),
        }))
        await addUserPerDay(db, ...users)
        const seen: string[] = []
        let cursor: string | null = null
        let pages = 0
        do {
          const page = await listUsers(contextOn(db), { ...ALL, sort, cursor })
          seen.push(...page.rows.map(({ email }) => email))
          cursor = page.nextCursor
          pages += 1
        } while (cursor !== null)
        expect(pages).toBe(Math.ceil(users.length / appConfig.lists.pageSize))
        expect(seen.toSorted()).toEqual(users.map(({ email }) => email).toSorted())
      })(),
  )

  test(
    'a search finds names and addresses by any part; one or two letters find only beginnings',
    rolledBack(async (db) => {
      await addUserPerDay(db, { name: 'Zoë Żółw', email: 'z1@a.example' }, { name: 'Qx', email: 'qx-first@b.example' })
      const search = async (searchTerm: string) => (await namesOf(db, { searchTerm })).toSorted()
      expect(await search('ŻÓŁW')).toEqual(['Zoë Żółw'])
      expect(await search('-first@b')).toEqual(['Qx'])
      expect(await search('qx')).toEqual(['Qx'])
      expect(await search('ółw')).toEqual(['Zoë Żółw'])
      expect(await search('łw')).toEqual([])
    }),
  )

  test(
    'a search finds and orders names regardless of accents, vowel signs and case',
    rolledBack(async (db) => {
      await addUserPerDay(db, { name: 'Zoë' }, { name: 'émile' }, { name: 'Fay' }, { name: 'Ede' }, { name: 'أَحْمَد' })
      expect(await namesOf(db, { sort: 'name' })).toEqual(['Ede', 'émile', 'Fay', 'Zoë', 'أَحْمَد'])
      expect(await namesOf(db, { searchTerm: 'EMILE' })).toEqual(['émile'])
      expect(await namesOf(db, { searchTerm: 'zoë' })).toEqual(['Zoë'])
      expect(await namesOf(db, { searchTerm: 'zo' })).toEqual(['Zoë'])
      expect(await namesOf(db, { searchTerm: 'احمد' })).toEqual(['أَحْمَد'])
    }),
  )

  test.each([{}, { status: 'banned' as const }])(
    'a search sorted by name lists names that begin with the term first, over all pages: %o',
    (filter) =>
      rolledBack(async (db) => {
        const half = Array.from({ length: 30 }, (_, index) => String(index).padStart(2, '0'))
        await addUserPerDay(
          db,
          ...half.map((number) => ({ name: `Abel Lind ${number}`, email: `a${number}@${OWN_DOMAIN}`, banned: true })),
          ...half.map((number) => ({ name: `Lind ${number}`, email: `b${number}@${OWN_DOMAIN}`, banned: true })),
          { name: 'Somebody Else', banned: true },
        )
        const seen: string[] = []
        let cursor: string | null = null
        do {
          const page = await listUsers(contextOn(db), { ...ALL, ...filter, searchTerm: 'lind', sort: 'name', cursor })
          seen.push(...page.rows.map(({ name }) => name))
          cursor = page.nextCursor
        } while (cursor !== null)
        expect(seen).toEqual([
          ...half.map((number) => `Lind ${number}`),
          ...half.map((number) => `Abel Lind ${number}`),
        ])
      })(),
  )

  test.each(['%%%', '___', String.raw`\\\ `, '\'; drop table "user"; --', '\0\0\0zq', '😀😀😀', '\u202Exyz'])(
    'a search matches the term literally, never as a pattern: %j',
    (searchTerm) =>
      rolledBack(async (db) => {
        await addUserPerDay(db, { name: 'Plain' })
        expect(await namesOf(db, { searchTerm })).toEqual([])
      })(),
  )

  test(
    'a search uses only the beginning of a term that is too long',
    rolledBack(async (db) => {
      await addUserPerDay(db, { name: 'a'.repeat(210) })
      expect(await namesOf(db, { searchTerm: 'a'.repeat(10_240) })).toHaveLength(1)
    }),
  )

  test(
    'a search matches a percent sign and an underscore literally',
    rolledBack(async (db) => {
      await addUserPerDay(db, { name: '100%_\\o/ sure' }, { name: '1000 sure' })
      expect(await namesOf(db, { searchTerm: '100%_' })).toEqual(['100%_\\o/ sure'])
      expect(await namesOf(db, { searchTerm: '_\\o/' })).toEqual(['100%_\\o/ sure'])
    }),
  )

  test(
    'the list of users rejects a cursor of another order, or an invalid one',
    rolledBack(async (db) => {
      await addUserPerDay(
        db,
        ...Array.from({ length: 21 }, () => ({})).map((_, index) => ({ email: `c${index}@${OWN_DOMAIN}` })),
      )
      const { nextCursor } = await listUsers(contextOn(db), { ...ALL, sort: 'name', cursor: null })
      for (const cursor of [nextCursor, 'nonsense', ''])
        await expect(listUsers(contextOn(db), { ...ALL, sort: 'newest', cursor: cursor ?? '' })).rejects.toMatchObject({
          code: 'INVALID_INPUT',
          details: { field: 'cursor' },
        })
    }),
  )
})

test(
  'the total counts the users that match the filter, up to one more than the cap',
  rolledBack(async (db) => {
    await addUserPerDay(db, {}, { role: 'admin' }, { banned: true })
    expect(await countUsers(contextOn(db), ALL)).toBe(3)
    expect(await countUsers(contextOn(db), { ...ALL, role: 'admin' })).toBe(1)
    expect(await countUsers(contextOn(db), { ...ALL, status: 'banned' })).toBe(1)
    expect(await countUsers(contextOn(db), { ...ALL, searchTerm: 'nobody has this' })).toBe(0)
    await db.execute(
      sql`insert into "user" (email, name) select 'crowd' || n || '@' || ${OWN_DOMAIN}::text, 'Crowd' from generate_series(1, ${appConfig.lists.totalCap}::int) n`,
    )
    expect(await countUsers(contextOn(db), ALL)).toBe(appConfig.lists.totalCap + 1)
  }),
)

test(
  'the time of a user’s last change changes with everything that the API shows, but not with later sign-ins or settings',
  rolledBack(async (db) => {
    const [made] = await db
      .insert(user)
      .values({ email: `ada@${OWN_DOMAIN}` })
      .returning()
    const isChangedBy = async (values: NewUser) => {
      const read = async () =>
        (
          await db
            .select({ at: user.updatedAt })
            .from(user)
            .where(eq(user.id, made?.id ?? ''))
        )[0]?.at
      const before = await read()
      const isLater = sql<boolean>`clock_timestamp() > ${before?.toISOString()}::timestamptz + interval '2 milliseconds'`
      while (!(await db.execute<{ is_later: boolean }>(sql`select ${isLater} as is_later`))[0]?.is_later);
      await db
        .update(user)
        .set(values)
        .where(eq(user.id, made?.id ?? ''))
      return (await read())?.getTime() !== before?.getTime()
    }
    const shown: NewUser[] = [
      { name: 'Ada' },
      { email: `ada2@${OWN_DOMAIN}` },
      { banned: true, banReason: 'x' },
      { banReason: 'y' },
      { banExpires: new Date() },
      { banned: false },
      { invitedAt: new Date() },
      { lastSignInAt: new Date() },
      { role: 'admin' },
    ]
    for (const values of shown)
      expect({ values, isChanged: await isChangedBy(values) }).toEqual({ values, isChanged: true })
    for (const values of [{ lastSignInAt: new Date(0) }, { language: 'fr' }, { passkeyDeclinedAt: new Date() }])
      expect({ values, isChanged: await isChangedBy(values) }).toEqual({ values, isChanged: false })
  }),
)
