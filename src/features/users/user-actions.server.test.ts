import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { historyEvent, repository, session, user } from '#db/schema.ts'
import { rolledBack, withOwnDatabase } from '#db/test-database.ts'
import { banUser, deleteUser, unbanUser } from './user-actions.server.ts'
import { getUser, listHistory } from './user-detail.server.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const BAN = { reason: 'spam', endsAt: null }
const END = '2999-12-31T23:59:59.999Z'

describe('a ban', () => {
  test(
    'ends all sessions of the person, and of nobody else, and is written down',
    rolledBack(async (db) => {
      const [chief, person] = await someTwo(db)
      await signInTimes(db, person.id, 3)
      await signInTimes(db, chief.id, 1)
      await banUser(db, chief, person.id, { reason: 'spam', endsAt: END })
      expect(await sessionsOf(db, person.id)).toBe(0)
      expect(await sessionsOf(db, chief.id)).toBe(1)
      expect(await getUser(db, person.id)).toMatchObject({
        status: 'banned',
        ban: { reason: 'spam', endsAt: END },
      })
      expect(await eventsOn(db, person.id)).toMatchObject([
        {
          action: 'user-banned',
          actorId: chief.id,
          actorName: 'Chief',
          subjectName: 'Person',
          reason: 'spam',
          before: { banExpires: null },
          after: { banExpires: END },
        },
      ])
    }),
  )

  test(
    'of an administrator ends the sessions in which they act as somebody',
    rolledBack(async (db) => {
      const [chief, second] = await someTwo(db, 'admin')
      const [, person] = await someTwo(db)
      await signInTimes(db, person.id, 1, second.id)
      await banUser(db, chief, second.id, BAN)
      expect(await sessionsOf(db, person.id)).toBe(0)
    }),
  )

  test(
    'can be changed, and lifted, once',
    rolledBack(async (db) => {
      const [chief, person] = await someTwo(db)
      await banUser(db, chief, person.id, { reason: 'spam', endsAt: END })
      await banUser(db, chief, person.id, { reason: 'more spam', endsAt: null })
      expect(await getUser(db, person.id)).toMatchObject({ ban: { reason: 'more spam', endsAt: null } })
      await unbanUser(db, chief, person.id)
      await unbanUser(db, chief, person.id)
      expect(await getUser(db, person.id)).toMatchObject({ status: 'active', ban: null })
      expect((await eventsOn(db, person.id)).map(({ action }) => action)).toEqual([
        'user-banned',
        'user-banned',
        'user-unbanned',
      ])
    }),
  )

  test(
    'whose last day is over is none',
    rolledBack(async (db) => {
      const [, person] = await someTwo(db)
      await db
        .update(user)
        .set({ banned: true, banReason: 'old', banExpires: new Date(Date.now() - 1_000) })
        .where(eq(user.id, person.id))
      expect(await getUser(db, person.id)).toMatchObject({ status: 'active', ban: null })
    }),
  )
})

test(
  'who is deleted is gone with their sessions; what they added stays, and history tells who they were',
  rolledBack(async (db) => {
    const [chief, person] = await someTwo(db)
    await signInTimes(db, person.id, 2)
    const name = `kept-${person.id}`
    await db.insert(repository).values({ name, link: 'https://a.example', createdById: person.id })
    await deleteUser(db, chief, person.id)
    await expect(getUser(db, person.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await sessionsOf(db, person.id)).toBe(0)
    expect(await db.select().from(repository).where(eq(repository.name, name))).toMatchObject([{ createdById: null }])
    expect(await eventsOn(db, person.id)).toMatchObject([
      { action: 'user-deleted', subjectName: 'Person', before: { email: person.email, role: 'user' } },
    ])
  }),
)

test(
  'nobody bans or deletes themselves, however the id is written',
  rolledBack(async (db) => {
    const [chief] = await someTwo(db, 'admin')
    const refusal = { code: 'NOT_ON_YOURSELF' }
    for (const id of [chief.id, chief.id.toUpperCase()]) {
      await expect(banUser(db, chief, id, BAN)).rejects.toMatchObject(refusal)
      await expect(deleteUser(db, chief, id)).rejects.toMatchObject(refusal)
    }
    expect(await getUser(db, chief.id)).toMatchObject({ ban: null })
  }),
)

test(
  'nobody can be banned, unbanned or deleted who is not there',
  rolledBack(async (db) => {
    const [chief] = await someTwo(db)
    const refusal = { code: 'NOT_FOUND' }
    for (const id of [NOBODY, 'x', '', `${NOBODY}0`, "'; drop table"]) {
      await expect(banUser(db, chief, id, BAN)).rejects.toMatchObject(refusal)
      await expect(unbanUser(db, chief, id)).rejects.toMatchObject(refusal)
      await expect(deleteUser(db, chief, id)).rejects.toMatchObject(refusal)
      await expect(getUser(db, id)).rejects.toMatchObject(refusal)
    }
    await expect(listHistory(db, 'x', null)).rejects.toMatchObject(refusal)
  }),
)

describe('the last administrator', () => {
  test('cannot be banned or deleted, not even by somebody who was demoted meanwhile', () =>
    withOwnDatabase(async (db) => {
      const [chief, last] = await someTwo(db, 'admin')
      await db.update(user).set({ role: 'user' }).where(eq(user.id, chief.id))
      const refusal = { code: 'LAST_ADMINISTRATOR' }
      await expect(banUser(db, chief, last.id, BAN)).rejects.toMatchObject(refusal)
      await expect(deleteUser(db, chief, last.id)).rejects.toMatchObject(refusal)
      expect(await getUser(db, last.id)).toMatchObject({ role: 'admin', ban: null })
      expect(await eventsOn(db, last.id)).toEqual([])
    }))

  test.each([
    ['ban', (db: Database, actor: Person, id: string) => banUser(db, actor, id, BAN)],
    ['delete', deleteUser],
  ])('stays when two %s each other at the same moment', (_what, remove) =>
    withOwnDatabase(async (db) => {
      for (let round = 0; round < 10; round += 1) {
        const [one, two] = await someTwo(db, 'admin')
        const outcomes = await Promise.allSettled([remove(db, one, two.id), remove(db, two, one.id)])
        const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
        expect(refused).toMatchObject([{ reason: { code: 'LAST_ADMINISTRATOR' } }])
        expect(await db.$count(user, and(eq(user.role, 'admin'), eq(user.banned, false)))).toBe(1)
        await db.execute(sql`alter table "user" disable trigger user_keep_an_administrator`)
        await db.delete(user)
        await db.execute(sql`alter table "user" enable trigger user_keep_an_administrator`)
      }
    }),
  )
})

interface Person {
  id: string
  name: string
  email: string
}

/** An administrator, and somebody else of this role. */
async function someTwo(db: Database, role: 'admin' | 'user' = 'user'): Promise<[Person, Person]> {
  const email = () => `${crypto.randomUUID()}@actions.example`
  const [chief, person] = await db
    .insert(user)
    .values([
      { email: email(), name: 'Chief', role: 'admin' },
      { email: email(), name: 'Person', role },
    ])
    .returning({ id: user.id, name: user.name, email: user.email })
  if (!chief || !person) throw new Error('no people')
  return [chief, person]
}

async function signInTimes(db: Database, userId: string, times: number, impersonatedBy?: string) {
  const expiresAt = new Date(Date.now() + 60_000)
  const rows = Array.from({ length: times }, () => ({ userId, token: crypto.randomUUID(), expiresAt, impersonatedBy }))
  await db.insert(session).values(rows)
}

async function sessionsOf(db: Database, userId: string): Promise<number> {
  return db.$count(session, eq(session.userId, userId))
}

function eventsOn(db: Database, subjectId: string) {
  return db.select().from(historyEvent).where(eq(historyEvent.subjectId, subjectId)).orderBy(historyEvent.id)
}
