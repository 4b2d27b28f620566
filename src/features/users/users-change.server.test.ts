import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { historyEvent, session, user } from '#db/schema.ts'
import { rolledBack, withDatabase, withOwnDatabase } from '#db/test-database.ts'
import { SECOND_LANGUAGE } from '#lib/test-languages.ts'
import { AppError } from '#lib/app-error.ts'
import { contextOn } from '#service/test-context.server.ts'
import { createUser, getUserFields, updateUser } from './users-change.server.ts'
import type { UserFields } from './users.schema.ts'

const NOBODY = '0193e5a0-0000-4000-8000-0000000000ff'
const CHIEF = { id: '0193e5a0-0000-4000-8000-00000000c41f', name: 'Chief' }

function someone(fields: Partial<UserFields> = {}): UserFields {
  return { email: `${crypto.randomUUID()}@example.com`, name: 'Some One', role: 'user', ...fields }
}

describe('adding a user', () => {
  test(
    'a new user has the given fields, and is in the history with the administrator who added them',
    rolledBack(async (db) => {
      const fields = someone({ role: 'admin' })
      const { id } = await createUser(contextOn(db, CHIEF), fields)
      expect(await findUser(db, id)).toMatchObject({ ...fields, banned: false, lastSignInAt: null })
      expect(await historyOf(db, id)).toMatchObject([
        { action: 'user-created', actorId: CHIEF.id, actorName: 'Chief', subjectName: 'Some One', after: fields },
      ])
    }),
  )

  test(
    'a user with an address in use cannot be added, and a failed attempt leaves no rows',
    rolledBack(async (db) => {
      const fields = someone()
      await createUser(contextOn(db, CHIEF), fields)
      await expect(createUser(contextOn(db, CHIEF), fields)).rejects.toMatchObject({
        code: 'TAKEN',
        details: { field: 'email' },
      })
      expect(await db.$count(historyEvent, eq(historyEvent.actorId, CHIEF.id))).toBe(1)
    }),
  )

  test('a user is added once if several administrators add them at the same moment', () =>
    withDatabase(async (db) => {
      const fields = someone()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 6 }, () => createUser(contextOn(db, CHIEF), fields)),
      )
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      const taken = { reason: { code: 'TAKEN', details: { field: 'email' } } }
      expect(refused).toMatchObject([taken, taken, taken, taken, taken])
      expect(await db.$count(user, eq(user.email, fields.email))).toBe(1)
      await db.delete(user).where(eq(user.email, fields.email))
    }))
})

describe('changing a user', () => {
  test(
    'a change of a user is in the history with the values before and after',
    rolledBack(async (db) => {
      const before = someone()
      const { id } = await createUser(contextOn(db, CHIEF), before)
      const after = { ...before, name: 'Other Name', role: 'admin' } as const
      await updateUser(contextOn(db, CHIEF), { id, ...after })
      expect(await findUser(db, id)).toMatchObject(after)
      expect((await historyOf(db, id)).at(-1)).toMatchObject({
        action: 'user-updated',
        actorId: CHIEF.id,
        before,
        after,
      })
    }),
  )

  test(
    'saving a user with unchanged values adds no entry to the history',
    rolledBack(async (db) => {
      const fields = someone()
      const { id } = await createUser(contextOn(db, CHIEF), fields)
      await updateUser(contextOn(db, CHIEF), { id, ...fields })
      expect(await historyOf(db, id)).toHaveLength(1)
    }),
  )

  test(
    'changing the name keeps address and sessions, and sends no email',
    rolledBack(async (db) => {
      const fields = someone()
      const { id } = await createUser(contextOn(db, CHIEF), fields)
      await openSession(db, id)
      await updateUser(contextOn(db, CHIEF), { id, ...fields, name: 'Renamed' })
      expect(await db.$count(session, eq(session.userId, id))).toBe(1)
      expect(await findUser(db, id)).toMatchObject({ emailVerified: false })
      expect(await queuedNotices(db)).toEqual([])
    }),
  )

  test(
    'the user and all administrators are notified of a change of the role',
    rolledBack(async (db) => {
      const [fields, other] = [someone(), someone({ role: 'admin' })]
      const { id } = await createUser(contextOn(db, CHIEF), fields)
      await db.insert(user).values(other)
      await updateUser(contextOn(db, CHIEF), { id, ...fields, role: 'admin' })
      const told = await queuedNotices(db)
      expect(told.filter(({ kind }) => kind === 'role-changed')).toHaveLength(1)
      expect(told.filter(({ kind }) => kind === 'administrator-changed').length).toBeGreaterThanOrEqual(2)
    }),
  )

  test(
    'a change of an administrator’s address is rejected for every caller',
    rolledBack(async (db) => {
      const fields = someone({ role: 'admin' })
      const { id } = await createUser(contextOn(db, CHIEF), fields)
      for (const role of ['admin', 'user'] as const)
        await expect(
          updateUser(contextOn(db, CHIEF), { id, ...fields, role, email: someone().email }),
        ).rejects.toMatchObject({ code: 'FORBIDDEN', details: { fields: { email: 'emailOfAdministrator' } } })
      expect(await findUser(db, id)).toMatchObject(fields)
    }),
  )

  test(
    'changing address or role and adding an administrator require a recent authentication; changing the name does not',
    rolledBack(async (db) => {
      const fields = someone()
      const { id } = await createUser(contextOn(db, CHIEF), fields)
      const refusal = new AppError('SESSION_EXPIRED')
      const stale = { ...contextOn(db, CHIEF), requireRecentAuthentication: () => Promise.reject(refusal) }
      await expect(updateUser(stale, { id, ...fields, email: someone().email })).rejects.toBe(refusal)
      await expect(updateUser(stale, { id, ...fields, role: 'admin' })).rejects.toBe(refusal)
      await expect(createUser(stale, someone({ role: 'admin' }))).rejects.toBe(refusal)
      expect(await findUser(db, id)).toMatchObject(fields)
      await updateUser(stale, { id, ...fields, name: 'Renamed' })
      await createUser(stale, someone())
    }),
  )

  test(
    "changing the address verifies it, ends the sessions, and queues a notice to the old address, encrypted, in the user's language",
    rolledBack(async (db) => {
      const fields = someone()
      const { id } = await createUser(contextOn(db, CHIEF), fields)
      await db.update(user).set({ language: SECOND_LANGUAGE }).where(eq(user.id, id))
      await openSession(db, id)
      const email = someone().email
      await updateUser(contextOn(db, CHIEF), { id, ...fields, email })
      expect(await findUser(db, id)).toMatchObject({ email, emailVerified: true })
      expect(await db.$count(session, eq(session.userId, id))).toBe(0)
      const notices = await queuedNotices(db)
      expect(notices).toMatchObject([{ kind: 'email-changed', language: SECOND_LANGUAGE }])
      expect(JSON.stringify(notices)).not.toContain(fields.email)
      expect((await historyOf(db, id)).map(({ action }) => action)).toEqual([
        'user-created',
        'user-updated',
        'sessions-ended',
      ])
    }),
  )

  test(
    'an address in use is rejected at its field, and changes no row',
    rolledBack(async (db) => {
      const taken = someone()
      await createUser(contextOn(db, CHIEF), taken)
      const fields = someone()
      const { id } = await createUser(contextOn(db, CHIEF), fields)
      await openSession(db, id)
      await expect(
        updateUser(contextOn(db, CHIEF), { id, ...fields, email: taken.email, name: 'Renamed' }),
      ).rejects.toMatchObject({
        code: 'TAKEN',
        details: { field: 'email' },
      })
      expect(await findUser(db, id)).toMatchObject(fields)
      expect(await db.$count(session, eq(session.userId, id))).toBe(1)
      expect(await queuedNotices(db)).toEqual([])
    }),
  )

  test(
    'saving a missing user and opening the form for one are rejected',
    rolledBack(async (db) => {
      const context = contextOn(db, CHIEF)
      const refusal = { code: 'NOT_FOUND' }
      await expect(updateUser(context, { id: NOBODY, ...someone() })).rejects.toMatchObject(refusal)
      await expect(getUserFields(context, { id: NOBODY })).rejects.toMatchObject(refusal)
    }),
  )

  test(
    'the form of a user starts with the current values',
    rolledBack(async (db) => {
      const fields = someone({ role: 'admin' })
      const { id } = await createUser(contextOn(db, CHIEF), fields)
      expect(await getUserFields(contextOn(db), { id })).toEqual(fields)
    }),
  )
})

describe('administrators', () => {
  test.each([
    ['role', { role: 'user' }],
    ['email', { email: 'elsewhere@example.com' }],
  ] as const)('an administrator cannot change their own %s in the administration', (field, change) =>
    rolledBack(async (db) => {
      const fields = someone({ role: 'admin' })
      const { id } = await createUser(contextOn(db, CHIEF), fields)
      await expect(updateUser(contextOn(db, { id, name: 'Me' }), { id, ...fields, ...change })).rejects.toMatchObject({
        code: 'NOT_ON_YOURSELF',
        details: { field },
      })
      expect(await findUser(db, id)).toMatchObject(fields)
    })(),
  )

  test(
    'an administrator can change their own name',
    rolledBack(async (db) => {
      const fields = someone({ role: 'admin' })
      const { id } = await createUser(contextOn(db, CHIEF), fields)
      await updateUser(contextOn(db, { id, name: fields.name }), { id, ...fields, name: 'New Me' })
      expect(await findUser(db, id)).toMatchObject({ name: 'New Me', role: 'admin' })
    }),
  )

  test('the last administrator who is not banned cannot be demoted', () =>
    withOwnDatabase(async (db) => {
      const last = someone({ role: 'admin' })
      const { id } = await createUser(contextOn(db, CHIEF), last)
      const banned = await createUser(contextOn(db, CHIEF), someone({ role: 'admin' }))
      await db.update(user).set({ banned: true }).where(eq(user.id, banned.id))
      await expect(updateUser(contextOn(db, CHIEF), { id, ...last, role: 'user' })).rejects.toMatchObject({
        code: 'LAST_ADMINISTRATOR',
      })
      expect(await findUser(db, id)).toMatchObject({ role: 'admin' })
      expect((await historyOf(db, id)).map(({ action }) => action)).toEqual(['user-created'])
    }))

  test('one administrator remains when two demote each other at the same moment', () =>
    withOwnDatabase(async (db, owner) => {
      for (let round = 0; round < 10; round += 1) {
        const [one, other] = [someone({ role: 'admin' }), someone({ role: 'admin' })]
        const [{ id: oneId }, { id: otherId }] = await Promise.all([
          createUser(contextOn(db, CHIEF), one),
          createUser(contextOn(db, CHIEF), other),
        ])
        const outcomes = await Promise.allSettled([
          updateUser(contextOn(db, { id: oneId, name: one.name }), { id: otherId, ...other, role: 'user' }),
          updateUser(contextOn(db, { id: otherId, name: other.name }), { id: oneId, ...one, role: 'user' }),
        ])
        const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
        expect(refused).toMatchObject([{ reason: { code: 'LAST_ADMINISTRATOR' } }])
        expect(await db.$count(user, eq(user.role, 'admin'))).toBe(1)
        await owner.execute(sql`alter table "user" disable trigger user_keep_an_administrator`)
        await db.delete(user)
        await owner.execute(sql`alter table "user" enable trigger user_keep_an_administrator`)
      }
    }))
})

async function findUser(db: Database, id: string) {
  const [found] = await db.select().from(user).where(eq(user.id, id))
  return found
}

function historyOf(db: Database, subjectId: string) {
  return db.select().from(historyEvent).where(eq(historyEvent.subjectId, subjectId)).orderBy(asc(historyEvent.id))
}

async function openSession(db: Database, userId: string) {
  await db.insert(session).values({ userId, token: crypto.randomUUID(), expiresAt: sql`now() + interval '1 day'` })
}

/** Returns the notices that the test's transaction has queued. Their time is the start of the transaction. */
async function queuedNotices(db: Database) {
  const rows = await db.execute<{ payload: { kind: string } }>(
    sql`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-account-notice' and j.created_at = now()`,
  )
  return rows.map(({ payload }) => payload)
}
