import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { historyEvent, invitation, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { inviteUser } from '#auth/account-invitations.server.ts'
import { SECOND_LANGUAGE } from '#lib/test-languages.ts'
import { AppError } from '#lib/app-error.ts'
import { contextOn } from '#service/test-context.server.ts'
import { withdrawInvitation } from './account-invitations.server.ts'
import { getUser } from './user-detail.server.ts'
import { createUser, updateUser } from './users-change.server.ts'
import { countUsers, listUsers } from './users.server.ts'

const { rolledBack, withDatabase } = ownDatabase()

const someone = () => ({ email: `${crypto.randomUUID()}@example.com`, name: 'Some One', role: 'user' }) as const

describe('adding a user with an invitation', () => {
  test(
    'an invited user has the status invited until the first sign-in, and their page shows the invitation',
    rolledBack(async (db) => {
      const { chief, id } = await invitedOne(db)
      const found = await getUser(contextOn(db), { id })
      expect(found).toMatchObject({
        status: 'invited',
        canBeInvited: true,
        invitation: {
          invitedBy: 'Chief',
          language: SECOND_LANGUAGE,
          mailState: 'queued',
          isOver: false,
          addsPerson: true,
        },
      })
      expect(await statusesOf(db, found.email)).toEqual({ listed: 'invited', counted: ['invited'] })
      await db
        .update(user)
        .set({ lastSignInAt: sql`now()` })
        .where(eq(user.id, id))
      expect(await getUser(contextOn(db), { id })).toMatchObject({
        status: 'active',
        canBeInvited: false,
        invitation: null,
      })
      expect(await statusesOf(db, found.email)).toEqual({ listed: 'active', counted: ['active'] })
      expect(await actionsOn(db, id)).toEqual(['user-created', 'invitation-sent'])
      expect(chief.id).not.toBe(id)
    }),
  )

  test(
    'a user added with an invitation is deleted when it is withdrawn; the history records this, and no other row has the name',
    rolledBack(async (db) => {
      const { chief, id } = await invitedOne(db)
      expect(await withdrawInvitation(contextOn(db, chief), { id })).toEqual({ isDeleted: true })
      expect(await db.$count(user, eq(user.id, id))).toBe(0)
      expect(await actionsOn(db, id)).toEqual([
        'user-created',
        'invitation-sent',
        'invitation-withdrawn',
        'user-deleted',
      ])
      const [left] = await db.select().from(invitation).where(eq(invitation.invitedById, chief.id))
      expect(left).toMatchObject({ userId: null, email: null })
    }),
  )

  test(
    'a user is not added with an invitation if the invitation limit of their address is reached',
    rolledBack(async (db) => {
      const chief = await aChief(db)
      const fields = { ...someone(), invitation: 'en' } as const
      const context = contextOn(db, chief)
      for (let round = 0; round < 3; round += 1) {
        const { id } = await createUser(context, fields)
        await withdrawInvitation(context, { id })
      }
      await expect(createUser(context, fields)).rejects.toMatchObject({ code: 'TOO_MANY_INVITATIONS' })
      expect(await db.$count(user, eq(user.email, fields.email))).toBe(0)
      await createUser(context, { ...fields, invitation: '' })
    }),
  )

  test(
    'an invited user is no longer invited after a change of address, but can be invited again',
    rolledBack(async (db) => {
      const { chief, id, email } = await invitedOne(db)
      await updateUser(contextOn(db, chief), { id, ...someone() })
      expect(await getUser(contextOn(db), { id })).toMatchObject({ status: 'active', invitation: null })
      await inviteUser(contextOn(db, chief), { id, language: 'en' })
      expect(await getUser(contextOn(db), { id })).toMatchObject({
        status: 'invited',
        invitation: { addsPerson: false },
      })
      expect(email).not.toBe((await getUser(contextOn(db), { id })).email)
    }),
  )
})

describe('withdrawing an invitation', () => {
  test(
    'withdrawing an invitation keeps a user who was added without it and can be invited again',
    rolledBack(async (db) => {
      const chief = await aChief(db)
      const { id } = await createUser(contextOn(db, chief), someone())
      await inviteUser(contextOn(db, chief), { id, language: 'en' })
      expect(await withdrawInvitation(contextOn(db, chief), { id })).toEqual({ isDeleted: false })
      expect(await getUser(contextOn(db), { id })).toMatchObject({
        status: 'active',
        invitation: null,
        canBeInvited: true,
      })
      await inviteUser(contextOn(db, chief), { id, language: 'en' })
    }),
  )

  test(
    'withdrawing requires a recent authentication, and fails for an accepted, withdrawn or missing invitation',
    rolledBack(async (db) => {
      const { chief, id } = await invitedOne(db)
      const refusal = new AppError('SESSION_EXPIRED')
      const stale = { ...contextOn(db, chief), requireRecentAuthentication: () => Promise.reject(refusal) }
      await expect(withdrawInvitation(stale, { id })).rejects.toBe(refusal)
      await db
        .update(user)
        .set({ lastSignInAt: sql`now()` })
        .where(eq(user.id, id))
      const notFound = { code: 'NOT_FOUND' }
      await expect(withdrawInvitation(contextOn(db, chief), { id })).rejects.toMatchObject(notFound)
      await expect(withdrawInvitation(contextOn(db), chief)).rejects.toMatchObject(notFound)
      expect(await db.$count(user, eq(user.id, id))).toBe(1)
    }),
  )

  test('withdrawing succeeds only once if two administrators withdraw an invitation at the same time', () =>
    withDatabase(async (db) => {
      const { chief, id } = await invitedOne(db)
      const outcomes = await Promise.allSettled([
        withdrawInvitation(contextOn(db, chief), { id }),
        withdrawInvitation(contextOn(db), { id }),
      ])
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'NOT_FOUND' } }])
      expect(await actionsOn(db, id)).toEqual([
        'user-created',
        'invitation-sent',
        'invitation-withdrawn',
        'user-deleted',
      ])
    }))

  test('an invitation withdrawn during the first sign-in is in the end either withdrawn or accepted', () =>
    withDatabase(async (db) => {
      for (let round = 0; round < 10; round += 1) {
        const { chief, id } = await invitedOne(db)
        const signIn = db.transaction(async (transaction) => {
          const found = await transaction.select().from(user).where(eq(user.id, id)).for('key share')
          await transaction
            .update(user)
            .set({ lastSignInAt: sql`now()` })
            .where(eq(user.id, id))
          return found.length
        })
        const [signedIn, withdrawn] = await Promise.allSettled([
          signIn,
          withdrawInvitation(contextOn(db, chief), { id }),
        ])
        const isIn = signedIn.status === 'fulfilled' && signedIn.value === 1
        const isHere = (await db.$count(user, eq(user.id, id))) === 1
        expect({ isIn, isHere }).toEqual(
          withdrawn.status === 'rejected' ? { isIn: true, isHere: true } : { isIn: false, isHere: false },
        )
      }
    }))
})

async function aChief(db: Database) {
  const fields = { email: `${crypto.randomUUID()}@example.com`, name: 'Chief', role: 'admin' } as const
  const [chief] = await db.insert(user).values(fields).returning({ id: user.id, name: user.name })
  if (!chief) throw new Error('no administrator was added')
  return chief
}

async function invitedOne(db: Database) {
  const chief = await aChief(db)
  const fields = someone()
  const { id } = await createUser(contextOn(db, chief), { ...fields, invitation: SECOND_LANGUAGE })
  return { chief, id, email: fields.email }
}

/** Returns a user's status in the list, and the status filters that match the user. */
async function statusesOf(db: Database, email: string) {
  const filter = { searchTerm: email, role: '' } as const
  const { rows } = await listUsers(contextOn(db), { ...filter, status: '', sort: 'newest', cursor: null })
  const counts = await Promise.all(
    (['active', 'invited', 'banned', 'not-onboarded'] as const).map(async (status) =>
      (await countUsers(contextOn(db), { ...filter, status })) === 1 ? [status] : [],
    ),
  )
  return { listed: rows[0]?.status, counted: counts.flat() }
}

async function actionsOn(db: Database, id: string) {
  const events = await db
    .select({ action: historyEvent.action })
    .from(historyEvent)
    .where(eq(historyEvent.subjectId, id))
    .orderBy(asc(historyEvent.id))
  return events.map(({ action }) => action)
}
