import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { account, historyEvent, noticeLink, passkey, recoveryCode, session, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { enqueueNotice, decryptNotice, type NoticeJob } from '#queue/queue.server.ts'
import { recordInAppNotices } from '#queue/test-in-app-notices.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { reportActivity, findNoticeLink } from './activity-report.server.ts'

const OLD = 'old@disowned.example'
const NEW = 'new@disowned.example'
const CHIEF_EMAIL = 'chief@disowned.example'
const { rolledBack } = ownDatabase()

test(
  'the link in the notice of an email change restores the old address once and signs out all sessions of the account',
  rolledBack(async (db) => {
    const { id, token } = await addTakenOverAccount(db)
    await db.insert(account).values({ userId: id, providerId: 'github', accountId: 'x' })
    const [question, again] = [
      await findNoticeLink(contextOn(db), { token }),
      await findNoticeLink(contextOn(db), { token }),
    ]
    expect(question).toEqual({
      email: OLD,
      givesAddressBack: true,
      mayBeByAdministrator: false,
      isDeleted: false,
      isUsed: false,
      isAddressBack: false,
    })
    expect(again).toEqual(question)

    await reportActivity(contextOn(db), { token })
    expect(await addressOf(db, id)).toBe(OLD)
    expect(await db.$count(session, eq(session.userId, id))).toBe(0)
    expect(await db.$count(account, eq(account.userId, id))).toBe(0)
    expect(await db.select().from(historyEvent).where(eq(historyEvent.subjectId, id))).toMatchObject([
      { action: 'not-me-reported', before: { email: NEW }, after: { email: OLD } },
    ])
    expect((await notices(db)).filter(({ kind }) => kind === 'not-me-reported')).toMatchObject([
      { kind: 'not-me-reported', email: CHIEF_EMAIL, values: { person: OLD, isDeleted: false } },
    ])
    expect(await findNoticeLink(contextOn(db), { token })).toMatchObject({ isUsed: true, isAddressBack: true })
    await expect(reportActivity(contextOn(db), { token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }),
)

test(
  "a used link removes passkeys and recovery codes created within a link's lifetime, and keeps older ones",
  rolledBack(async (db) => {
    const { id } = await addTakenOverAccount(db)
    const token = await noticeOf(db, { id, email: NEW }, 'new-device')
    const createdAt = sql<Date>`now() - interval '8 days'`
    const beforeNotice = sql<Date>`now() - interval '1 hour'`
    const key = { userId: id, publicKey: new Uint8Array(), counter: 0, transports: [] }
    await db.insert(passkey).values([
      { ...key, credentialId: 'own', name: 'Own', createdAt },
      { ...key, credentialId: 'theirs', name: 'Theirs', createdAt: beforeNotice },
    ])
    await db.insert(recoveryCode).values([
      { userId: id, codeHash: 'own', createdAt },
      { userId: id, codeHash: 'theirs' },
    ])
    await reportActivity(contextOn(db), { token })
    expect(await db.select().from(passkey).where(eq(passkey.userId, id))).toMatchObject([{ name: 'Own' }])
    expect(await db.select().from(recoveryCode).where(eq(recoveryCode.userId, id))).toMatchObject([{ codeHash: 'own' }])
    expect(await db.select().from(historyEvent).where(eq(historyEvent.subjectId, id))).toMatchObject([
      { action: 'not-me-reported', before: { passkey: 'Theirs' } },
    ])
  }),
)

test(
  'after two email changes, the link sent to the second address cannot take over the account',
  rolledBack(async (db) => {
    const { id, token } = await addTakenOverAccount(db)
    await db.update(user).set({ email: 'third@disowned.example' }).where(eq(user.id, id))
    const second = await noticeOf(db, { id, email: NEW })
    await reportActivity(contextOn(db), { token })
    await expect(reportActivity(contextOn(db), { token: second })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await addressOf(db, id)).toBe(OLD)
  }),
)

test(
  'if another account has the old address, a used link leaves the address there and does everything else',
  rolledBack(async (db) => {
    const { id, token } = await addTakenOverAccount(db)
    await db.insert(user).values({ email: OLD })
    await reportActivity(contextOn(db), { token })
    expect(await addressOf(db, id)).toBe(NEW)
    expect(await db.$count(session, eq(session.userId, id))).toBe(0)
    expect(await findNoticeLink(contextOn(db), { token })).toMatchObject({ isUsed: true, isAddressBack: false })
  }),
)

test(
  'a link of another kind of notice ends the sessions and keeps the address, even if the account is deleted',
  rolledBack(async (db) => {
    const { id } = await addTakenOverAccount(db)
    const [first, second] = [
      await noticeOf(db, { id, email: NEW }, 'new-device'),
      await noticeOf(db, { id, email: NEW }, 'account-deleted'),
    ]
    await reportActivity(contextOn(db), { token: first })
    expect(await addressOf(db, id)).toBe(NEW)
    expect(await db.$count(session, eq(session.userId, id))).toBe(0)
    await db.delete(user).where(eq(user.id, id))
    expect(await findNoticeLink(contextOn(db), { token: second })).toMatchObject({ isDeleted: true, isUsed: false })
    await reportActivity(contextOn(db), { token: second })
    const told = (await notices(db)).filter(({ kind }) => kind === 'not-me-reported')
    expect(told.map(({ values }) => values.isDeleted)).toEqual([false, true])
  }),
)

test(
  'an expired, forged or missing link does nothing',
  rolledBack(async (db) => {
    const { id, token } = await addTakenOverAccount(db)
    const [linkId = '', signature = ''] = token.split('.')
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    await db
      .update(noticeLink)
      .set({ createdAt: sql`now() - make_interval(days => ${appConfig.notices.linkDays}, secs => 1)` })
    for (const wrong of [
      token,
      linkId,
      `${linkId}.${flipped}`,
      `${linkId}.`,
      `x.${signature}`,
      '',
      `${token}x`,
      '\u0000',
    ]) {
      expect(await findNoticeLink(contextOn(db), { token: wrong })).toBeNull()
      await expect(reportActivity(contextOn(db), { token: wrong })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await addressOf(db, id)).toBe(NEW)
  }),
)

test(
  'a user finds a sign-in on a new device in the app, even without the email, but not a change of role',
  rolledBack(async (db) => {
    const noticed = recordInAppNotices()
    const { id } = await addTakenOverAccount(db)
    await db
      .update(user)
      .set({ mutedNotices: ['new-device'] })
      .where(eq(user.id, id))
    const values = { device: { browser: 'Firefox', system: 'Linux' } }
    await enqueueNotice(db, { kind: 'new-device', email: NEW, language: null, userId: id, values })
    await enqueueNotice(db, {
      kind: 'role-changed',
      email: NEW,
      language: null,
      userId: id,
      values: { role: 'user' },
    })
    expect(noticed).toEqual([{ kind: 'new-device', to: [NEW], path: '/app/account', values }])
    expect((await notices(db)).filter(({ kind }) => kind === 'new-device')).toEqual([])
  }),
)

test(
  'many notices of one kind are limited, and notices of other kinds are still sent',
  rolledBack(async (db) => {
    const { id } = await addTakenOverAccount(db)
    for (let index = 0; index < appConfig.notices.ofAKindPerDay + 5; index += 1)
      await enqueueNotice(db, { kind: 'new-device', email: NEW, language: null, userId: id })
    await enqueueNotice(db, {
      kind: 'role-changed',
      email: NEW,
      language: null,
      userId: id,
      values: { role: 'user' },
    })
    const kinds = (await notices(db)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'new-device')).toHaveLength(appConfig.notices.ofAKindPerDay)
    expect(kinds).toContain('role-changed')
  }),
)

/** Creates an administrator, and a signed-in user whose address an attacker has changed. */
async function addTakenOverAccount(db: Database) {
  await db.insert(user).values({ email: CHIEF_EMAIL, role: 'admin' })
  const [made] = await db.insert(user).values({ email: NEW, name: 'Robbed' }).returning({ id: user.id })
  const id = made?.id ?? ''
  const token = await noticeOf(db, { id, email: OLD })
  await db.insert(session).values({ userId: id, token: crypto.randomUUID(), expiresAt: sql`now() + interval '1 day'` })
  return { id, token }
}

async function noticeOf(
  db: Database,
  { id, email }: { id: string; email: string },
  kind: NoticeJob['kind'] = 'email-changed',
): Promise<string> {
  await enqueueNotice(db, { kind, email, language: 'en', userId: id, givesAddressBack: kind === 'email-changed' })
  return (await notices(db)).at(-1)?.link?.token ?? ''
}

/** Returns the notices that this transaction has queued, decrypted like in the worker. */
async function notices(db: Database) {
  const rows = await db.execute<{ payload: NoticeJob }>(
    sql`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-account-notice' and j.created_at = now() order by j.id`,
  )
  return rows.map(({ payload }) => ({ kind: payload.kind, ...decryptNotice(payload) }))
}

async function addressOf(db: Database, id: string) {
  const [found] = await db.select({ email: user.email }).from(user).where(eq(user.id, id))
  return found?.email
}
