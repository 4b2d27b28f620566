import { and, eq, notInArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { historyEvent, organization, organizationInvitation, repository, session, user } from '#db/schema.ts'
import { rolledBack, withOwnDatabase } from '#db/test-database.ts'
import type { AdministratorContext } from '#service/service-context.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { banUser, deleteUser, unbanUser } from './user-actions.server.ts'
import { getUser } from './user-detail.server.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const BAN = { reason: 'spam', endsAt: null }
const END = '2999-12-31T23:59:59.999Z'

describe('bans', () => {
  test(
    'a ban ends all sessions of the user and of no other, and is recorded in the history',
    rolledBack(async (db) => {
      const [chief, record] = await addAdministratorAndOther(db)
      await signInTimes(db, record.id, 3)
      await signInTimes(db, chief.id, 1)
      await banUser(contextOn(db, chief), { id: record.id, reason: 'spam', endsAt: END })
      expect(await sessionsOf(db, record.id)).toBe(0)
      expect(await sessionsOf(db, chief.id)).toBe(1)
      expect(await getUser(contextOn(db), record)).toMatchObject({
        status: 'banned',
        ban: { reason: 'spam', endsAt: END },
      })
      expect(await eventsOn(db, record.id)).toMatchObject([
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
    'a ban of an administrator ends the sessions in which they impersonate users',
    rolledBack(async (db) => {
      const [chief, second] = await addAdministratorAndOther(db, 'admin')
      const [, record] = await addAdministratorAndOther(db)
      await signInTimes(db, record.id, 1, second.id)
      await banUser(contextOn(db, chief), { id: second.id, ...BAN })
      expect(await sessionsOf(db, record.id)).toBe(0)
    }),
  )

  test(
    'a ban withdraws the pending invitations into organizations that the user has sent, and no others',
    rolledBack(async (db) => {
      const [chief, record] = await addAdministratorAndOther(db)
      const [made] = await db.insert(organization).values({ name: 'Engines' }).returning({ id: organization.id })
      const invitation = {
        organizationId: made?.id ?? '',
        language: 'en',
        role: 'member',
        expiresAt: new Date(),
      } as const
      await db.insert(organizationInvitation).values([
        { ...invitation, email: 'a@invited.example', inviterId: record.id },
        { ...invitation, email: 'b@invited.example', inviterId: record.id, status: 'accepted' },
        { ...invitation, email: 'c@invited.example', inviterId: chief.id },
      ])
      await banUser(contextOn(db, chief), { id: record.id, ...BAN })
      const { email, status } = organizationInvitation
      const waiting = eq(organizationInvitation.organizationId, invitation.organizationId)
      expect(await db.select({ email, status }).from(organizationInvitation).where(waiting).orderBy(email)).toEqual([
        { email: 'a@invited.example', status: 'canceled' },
        { email: 'b@invited.example', status: 'accepted' },
        { email: 'c@invited.example', status: 'pending' },
      ])
    }),
  )

  test(
    'a ban can be changed, and lifted once',
    rolledBack(async (db) => {
      const [chief, record] = await addAdministratorAndOther(db)
      await banUser(contextOn(db, chief), { id: record.id, reason: 'spam', endsAt: END })
      await banUser(contextOn(db, chief), { id: record.id, reason: 'more spam', endsAt: null })
      expect(await getUser(contextOn(db), record)).toMatchObject({ ban: { reason: 'more spam', endsAt: null } })
      await unbanUser(contextOn(db, chief), { id: record.id })
      await unbanUser(contextOn(db, chief), { id: record.id })
      expect(await getUser(contextOn(db), record)).toMatchObject({ status: 'active', ban: null })
      expect((await eventsOn(db, record.id)).map(({ action }) => action)).toEqual([
        'user-banned',
        'user-banned',
        'user-unbanned',
      ])
    }),
  )

  test(
    'a ban is over after its last day',
    rolledBack(async (db) => {
      const [, record] = await addAdministratorAndOther(db)
      await db
        .update(user)
        .set({ banned: true, banReason: 'old', banExpires: new Date(Date.now() - 1_000) })
        .where(eq(user.id, record.id))
      expect(await getUser(contextOn(db), record)).toMatchObject({ status: 'active', ban: null })
    }),
  )
})

test(
  'a deleted user’s sessions are deleted; their repositories stay, and the history keeps their name',
  rolledBack(async (db) => {
    const [chief, record] = await addAdministratorAndOther(db)
    await signInTimes(db, record.id, 2)
    const name = `kept-${record.id}`
    await db.insert(repository).values({ name, link: 'https://a.example', createdById: record.id })
    await deleteUser(contextOn(db, chief), { id: record.id })
    await expect(getUser(contextOn(db), record)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await sessionsOf(db, record.id)).toBe(0)
    expect(await db.select().from(repository).where(eq(repository.name, name))).toMatchObject([{ createdById: null }])
    expect(await eventsOn(db, record.id)).toMatchObject([
      { action: 'user-deleted', subjectName: 'Person', before: { email: record.email, role: 'user' } },
    ])
  }),
)

test(
  'administrators cannot ban or delete themselves',
  rolledBack(async (db) => {
    const [chief] = await addAdministratorAndOther(db, 'admin')
    const refusal = { code: 'NOT_ON_YOURSELF' }
    const context = contextOn(db, chief)
    await expect(banUser(context, { id: chief.id, ...BAN })).rejects.toMatchObject(refusal)
    await expect(deleteUser(context, { id: chief.id })).rejects.toMatchObject(refusal)
    expect(await getUser(contextOn(db), chief)).toMatchObject({ ban: null })
  }),
)

test(
  'banning, unbanning or deleting a missing user returns NOT_FOUND',
  rolledBack(async (db) => {
    const [chief] = await addAdministratorAndOther(db)
    const refusal = { code: 'NOT_FOUND' }
    const context = contextOn(db, chief)
    await expect(banUser(context, { id: NOBODY, ...BAN })).rejects.toMatchObject(refusal)
    await expect(unbanUser(context, { id: NOBODY })).rejects.toMatchObject(refusal)
    await expect(deleteUser(context, { id: NOBODY })).rejects.toMatchObject(refusal)
    await expect(getUser(context, { id: NOBODY })).rejects.toMatchObject(refusal)
  }),
)

test(
  'the administrators are notified when an administrator is banned, unbanned or deleted, and of no other user',
  rolledBack(async (db) => {
    const [chief, second] = await addAdministratorAndOther(db, 'admin')
    const [, record] = await addAdministratorAndOther(db)
    const context = contextOn(db, chief)
    const administrators = await db.$count(user, eq(user.role, 'admin'))
    // Compare the count with the count before, because the queue might contain notices of other tests.
    const before = await noticesToAdministrators(db)
    await banUser(context, { id: record.id, ...BAN })
    await unbanUser(context, { id: record.id })
    await deleteUser(context, { id: record.id })
    expect(await noticesToAdministrators(db)).toBe(before)
    await banUser(context, { id: second.id, ...BAN })
    expect(await noticesToAdministrators(db)).toBe(before + administrators - 1)
    await unbanUser(context, { id: second.id })
    expect(await noticesToAdministrators(db)).toBe(before + 2 * administrators - 1)
    await deleteUser(context, { id: second.id })
    expect(await noticesToAdministrators(db)).toBe(before + 3 * administrators - 2)
  }),
)

describe('the last administrator', () => {
  test('the last administrator cannot be banned or deleted, even by a user who was demoted in the meantime', () =>
    withOwnDatabase(async (db) => {
      const [chief, last] = await addAdministratorAndOther(db, 'admin')
      await db.update(user).set({ role: 'user' }).where(eq(user.id, chief.id))
      const refusal = { code: 'LAST_ADMINISTRATOR' }
      await expect(banUser(contextOn(db, chief), { id: last.id, ...BAN })).rejects.toMatchObject(refusal)
      await expect(deleteUser(contextOn(db, chief), { id: last.id })).rejects.toMatchObject(refusal)
      expect(await getUser(contextOn(db), last)).toMatchObject({ role: 'admin', ban: null })
      expect(await eventsOn(db, last.id)).toEqual([])
    }))

  test.each([
    ['ban', (context: AdministratorContext, { id }: { id: string }) => banUser(context, { id, ...BAN })],
    ['delete', deleteUser],
  ])('one administrator remains when two %s each other at the same moment', (_what, remove) =>
    withOwnDatabase(async (db) => {
      for (let round = 0; round < 10; round += 1) {
        const [one, two] = await addAdministratorAndOther(db, 'admin')
        await db.delete(user).where(notInArray(user.id, [one.id, two.id]))
        const outcomes = await Promise.allSettled([remove(contextOn(db, one), two), remove(contextOn(db, two), one)])
        const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
        expect(refused).toMatchObject([{ reason: { code: 'LAST_ADMINISTRATOR' } }])
        expect(await db.$count(user, and(eq(user.role, 'admin'), eq(user.banned, false)))).toBe(1)
      }
    }),
  )
})

interface TestUser {
  id: string
  name: string
  email: string
}

/** Adds an administrator, and another user with the given role. */
async function addAdministratorAndOther(db: Database, role: 'admin' | 'user' = 'user'): Promise<[TestUser, TestUser]> {
  const email = () => `${crypto.randomUUID()}@actions.example`
  const [chief, record] = await db
    .insert(user)
    .values([
      { email: email(), name: 'Chief', role: 'admin' },
      { email: email(), name: 'Person', role },
    ])
    .returning({ id: user.id, name: user.name, email: user.email })
  if (!chief || !record) throw new Error('no users were added')
  return [chief, record]
}

async function signInTimes(db: Database, userId: string, times: number, impersonatedBy?: string) {
  const expiresAt = new Date(Date.now() + 60_000)
  const rows = Array.from({ length: times }, () => ({ userId, token: crypto.randomUUID(), expiresAt, impersonatedBy }))
  await db.insert(session).values(rows)
}

async function sessionsOf(db: Database, userId: string): Promise<number> {
  return db.$count(session, eq(session.userId, userId))
}

/** Counts the queued notices to administrators. */
async function noticesToAdministrators(db: Database): Promise<number> {
  const rows = await db.execute(
    sql`select 1 from graphile_worker._private_jobs where payload ->> 'kind' = 'administrator-changed'`,
  )
  return rows.length
}

function eventsOn(db: Database, subjectId: string) {
  return db.select().from(historyEvent).where(eq(historyEvent.subjectId, subjectId)).orderBy(historyEvent.id)
}
