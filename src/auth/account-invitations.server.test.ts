import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { statusColumn } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { historyEvent, invitation, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { SECOND_LANGUAGE, THIRD_LANGUAGE } from '#lib/test-languages.ts'
import { contextOn } from '#service/test-context.server.ts'
import {
  endInvitation,
  findInvitationOf,
  inviteUser,
  recordInvitationAcceptance,
} from './account-invitations.server.ts'

const { rolledBack, withDatabase } = ownDatabase()
const NOBODY = '0193e5a0-0000-4000-8000-0000000000ff'
const { days, mailsPerDay } = appConfig.invitation

describe('an invitation', () => {
  test(
    'an invitation stores its sender, language and end, queues a mail and is in the audit history',
    rolledBack(async (db) => {
      const { chief, record } = await addAdministratorAndUser(db)
      await inviteUser(contextOn(db, chief), { id: record.id, language: SECOND_LANGUAGE })
      const found = await findInvitationOf(db, record.id)
      expect(found).toMatchObject({
        email: record.email,
        language: SECOND_LANGUAGE,
        invitedBy: 'Chief',
        mailState: 'queued',
        isOver: false,
        addsPerson: false,
      })
      expect(Number(found?.endsAt) - Number(found?.sentAt)).toBe(days * 86_400_000)
      expect(await queued(db)).toEqual([{ invitationId: found?.id, mailId: found?.mailId }])
      expect(await statusOf(db, record.id)).toBe('invited')
      expect(await historyOf(db, record.id)).toMatchObject([
        { action: 'invitation-sent', actorId: chief.id, subjectName: 'Person', after: { email: record.email } },
      ])
    }),
  )

  test(
    'an invitation that is sent again keeps its link, and gets a new end and the new sender',
    rolledBack(async (db) => {
      const { chief, record } = await addAdministratorAndUser(db)
      await inviteUser(contextOn(db, chief), { id: record.id, language: SECOND_LANGUAGE, addsPerson: true })
      const first = await findInvitationOf(db, record.id)
      await db.update(invitation).set({ endsAt: sql`now() - interval '1 hour'`, mailState: 'failed' })
      expect(await findInvitationOf(db, record.id)).toMatchObject({ isOver: true })
      const { chief: other } = await addAdministratorAndUser(db)
      await inviteUser(contextOn(db, other), { id: record.id, language: THIRD_LANGUAGE })
      const second = await findInvitationOf(db, record.id)
      expect(second).toMatchObject({
        id: first?.id,
        isOver: false,
        language: THIRD_LANGUAGE,
        mailState: 'queued',
        addsPerson: true,
      })
      expect(second).toMatchObject({ invitedById: other.id })
      expect(second?.mailId).not.toBe(first?.mailId)
    }),
  )

  test(
    'an invitation gets another link for another address, so that the earlier link does not reveal it',
    rolledBack(async (db) => {
      const { chief, record } = await addAdministratorAndUser(db)
      await inviteUser(contextOn(db, chief), { id: record.id, language: 'en' })
      const first = await findInvitationOf(db, record.id)
      const email = `${crypto.randomUUID()}@example.com`
      await db.update(user).set({ email }).where(eq(user.id, record.id))
      await inviteUser(contextOn(db, chief), { id: record.id, language: 'en' })
      const second = await findInvitationOf(db, record.id)
      expect(second?.email).toBe(email)
      expect(second?.id).not.toBe(first?.id)
      expect(await db.$count(invitation, eq(invitation.id, first?.id ?? ''))).toBe(0)
    }),
  )

  test(
    'an invitation past the daily limit of an address is refused, even if the user was deleted and added again',
    rolledBack(async (db) => {
      const { chief, record } = await addAdministratorAndUser(db)
      const context = contextOn(db, chief)
      for (let sent = 0; sent < mailsPerDay; sent += 1) await inviteUser(context, { id: record.id, language: 'en' })
      const refusal = { code: 'TOO_MANY_INVITATIONS' }
      await expect(inviteUser(context, { id: record.id, language: 'en' })).rejects.toMatchObject(refusal)
      await db.delete(user).where(eq(user.id, record.id))
      const [again] = await db.insert(user).values({ email: record.email }).returning({ id: user.id })
      await expect(inviteUser(context, { id: again?.id ?? '', language: 'en' })).rejects.toMatchObject(refusal)
      expect(await queued(db)).toHaveLength(mailsPerDay)
      expect(await statusOf(db, again?.id ?? '')).toBe('not-onboarded')
    }),
  )

  test.each([
    ['has signed in', { lastSignInAt: sql`now()` }],
    ['is banned', { banned: true }],
  ])('an invitation is refused for a user who %s', (_why, values) =>
    rolledBack(async (db) => {
      const { chief, record } = await addAdministratorAndUser(db)
      await db.update(user).set(values).where(eq(user.id, record.id))
      await expect(inviteUser(contextOn(db, chief), { id: record.id, language: 'en' })).rejects.toMatchObject({
        code: 'CANNOT_BE_INVITED',
      })
      expect(await queued(db)).toEqual([])
    })(),
  )

  test(
    'an invitation is refused for a missing user',
    rolledBack(async (db) => {
      await expect(inviteUser(contextOn(db), { id: NOBODY, language: 'en' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }),
  )

  test('an invitation that two administrators send at once is stored once; the history records both', () =>
    withDatabase(async (db) => {
      const { chief, record } = await addAdministratorAndUser(db)
      const { chief: other } = await addAdministratorAndUser(db)
      await Promise.all(
        [chief, other].map((actor) => inviteUser(contextOn(db, actor), { id: record.id, language: 'en' })),
      )
      expect(await db.$count(invitation, eq(invitation.userId, record.id))).toBe(1)
      const actions = (await historyOf(db, record.id)).map(({ action }) => action)
      expect(actions).toEqual(['invitation-sent', 'invitation-sent'])
    }))
})

test(
  'a withdrawn invitation contains no data of its user, who keeps their status',
  rolledBack(async (db) => {
    const { chief, record } = await addAdministratorAndUser(db)
    await inviteUser(contextOn(db, chief), { id: record.id, language: 'en' })
    const { id = '' } = (await findInvitationOf(db, record.id)) ?? {}
    await endInvitation(db, record.id)
    const [left] = await db.select().from(invitation).where(eq(invitation.id, id))
    expect(left).toMatchObject({ userId: null, email: null })
    expect(left?.withdrawnAt).not.toBeNull()
    expect(await statusOf(db, record.id)).toBe('active')
  }),
)

test(
  'only the first sign-in of an invited user is recorded as an acceptance',
  rolledBack(async (db) => {
    const { chief, record } = await addAdministratorAndUser(db)
    const signIn = async () => {
      const [row] = await db.select().from(user).where(eq(user.id, record.id))
      if (row) await recordInvitationAcceptance(db, row, '192.0.2.1')
      await db
        .update(user)
        .set({ lastSignInAt: sql`now()` })
        .where(eq(user.id, record.id))
    }
    await inviteUser(contextOn(db, chief), { id: record.id, language: 'en' })
    await signIn()
    await signIn()
    const actions = (await historyOf(db, record.id)).map(({ action }) => action)
    expect(actions).toEqual(['invitation-sent', 'invitation-accepted'])
    expect(await statusOf(db, record.id)).toBe('active')
  }),
)

/** Adds an administrator, and a user who has never signed in. */
async function addAdministratorAndUser(db: Database) {
  const [chief, record] = await db
    .insert(user)
    .values([
      { email: `${crypto.randomUUID()}@example.com`, name: 'Chief', role: 'admin' },
      { email: `${crypto.randomUUID()}@example.com`, name: 'Person' },
    ])
    .returning({ id: user.id, name: user.name, email: user.email })
  if (!chief || !record) throw new Error('no administrator or user was added')
  return { chief, record }
}

async function statusOf(db: Database, id: string) {
  const [found] = await db.select({ status: statusColumn }).from(user).where(eq(user.id, id))
  return found?.status
}

function historyOf(db: Database, subjectId: string) {
  return db.select().from(historyEvent).where(eq(historyEvent.subjectId, subjectId)).orderBy(asc(historyEvent.id))
}

/** Returns the invitation emails that this transaction has queued. */
async function queued(db: Database) {
  const rows = await db.execute<{ payload: unknown }>(
    sql`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-invitation' and j.created_at = now() order by j.id`,
  )
  return rows.map(({ payload }) => payload)
}
