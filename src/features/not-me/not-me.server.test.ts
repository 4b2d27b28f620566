import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { account, apiKey, historyEvent, noticeLink, passkey, recoveryCode, session, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { enqueueNotice, openNotice, type NoticeJob } from '#jobs/queue.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { disownNotice, findNoticeLink } from './not-me.server.ts'

const OLD = 'old@disowned.example'
const NEW = 'new@disowned.example'
const CHIEF = 'chief@disowned.example'
const { rolledBack } = ownDatabase()

test(
  'the link in the notice of another address gives the old one back, once, and closes the account to everybody',
  rolledBack(async (db) => {
    const { id, token } = await takenOver(db)
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

    await disownNotice(contextOn(db), { token })
    expect(await addressOf(db, id)).toBe(OLD)
    expect(await db.$count(session, eq(session.userId, id))).toBe(0)
    expect(await db.$count(account, eq(account.userId, id))).toBe(0)
    expect(await db.select().from(historyEvent).where(eq(historyEvent.subjectId, id))).toMatchObject([
      { action: 'not-me-reported', before: { email: NEW }, after: { email: OLD } },
    ])
    expect((await notices(db)).filter(({ kind }) => kind === 'not-me-reported')).toMatchObject([
      { kind: 'not-me-reported', email: CHIEF, values: { person: OLD, isDeleted: false } },
    ])
    expect(await findNoticeLink(contextOn(db), { token })).toMatchObject({ isUsed: true, isAddressBack: true })
    await expect(disownNotice(contextOn(db), { token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }),
)

test(
  'passkeys and recovery codes of the days of a link go with the sessions, also those made before this notice; older ones stay',
  rolledBack(async (db) => {
    const { id } = await takenOver(db)
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
    const program = { userId: id, name: 'Own', secretHash: '', scopes: [], hasSecondFactor: false, createdAt }
    await db.insert(apiKey).values({ ...program, expiresAt: sql`now() + interval '1 day'` })
    await disownNotice(contextOn(db), { token })
    expect(await db.$count(apiKey, eq(apiKey.userId, id))).toBe(0)
    expect(await db.select().from(passkey).where(eq(passkey.userId, id))).toMatchObject([{ name: 'Own' }])
    expect(await db.select().from(recoveryCode).where(eq(recoveryCode.userId, id))).toMatchObject([{ codeHash: 'own' }])
    expect(await db.select().from(historyEvent).where(eq(historyEvent.subjectId, id))).toMatchObject([
      { action: 'not-me-reported', before: { passkey: 'Theirs' } },
    ])
  }),
)

test(
  'who went on to a third address cannot take the account over again from the second',
  rolledBack(async (db) => {
    const { id, token } = await takenOver(db)
    await db.update(user).set({ email: 'third@disowned.example' }).where(eq(user.id, id))
    const second = await noticeOf(db, { id, email: NEW })
    await disownNotice(contextOn(db), { token })
    await expect(disownNotice(contextOn(db), { token: second })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await addressOf(db, id)).toBe(OLD)
  }),
)

test(
  'an address that somebody else has by now stays theirs, and all the rest happens',
  rolledBack(async (db) => {
    const { id, token } = await takenOver(db)
    await db.insert(user).values({ email: OLD })
    await disownNotice(contextOn(db), { token })
    expect(await addressOf(db, id)).toBe(NEW)
    expect(await db.$count(session, eq(session.userId, id))).toBe(0)
    expect(await findNoticeLink(contextOn(db), { token })).toMatchObject({ isUsed: true, isAddressBack: false })
  }),
)

test(
  'a link of another notice ends the sessions and leaves the address; the account may be gone, too',
  rolledBack(async (db) => {
    const { id } = await takenOver(db)
    const [first, second] = [
      await noticeOf(db, { id, email: NEW }, 'new-device'),
      await noticeOf(db, { id, email: NEW }, 'account-deleted'),
    ]
    await disownNotice(contextOn(db), { token: first })
    expect(await addressOf(db, id)).toBe(NEW)
    expect(await db.$count(session, eq(session.userId, id))).toBe(0)
    await db.delete(user).where(eq(user.id, id))
    expect(await findNoticeLink(contextOn(db), { token: second })).toMatchObject({ isDeleted: true, isUsed: false })
    await disownNotice(contextOn(db), { token: second })
    const told = (await notices(db)).filter(({ kind }) => kind === 'not-me-reported')
    expect(told.map(({ values }) => values.isDeleted)).toEqual([false, true])
  }),
)

test(
  'a link that is too old, forged or none at all does nothing',
  rolledBack(async (db) => {
    const { id, token } = await takenOver(db)
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
      await expect(disownNotice(contextOn(db), { token: wrong })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await addressOf(db, id)).toBe(NEW)
  }),
)

test(
  'notices of a kind that come in a flood are not all sent, those of another kind are',
  rolledBack(async (db) => {
    const { id } = await takenOver(db)
    for (let index = 0; index < appConfig.notices.ofAKindPerDay + 5; index += 1)
      await enqueueNotice(db, { kind: 'new-device', email: NEW, language: null, personId: id })
    await enqueueNotice(db, {
      kind: 'role-changed',
      email: NEW,
      language: null,
      personId: id,
      values: { role: 'user' },
    })
    const kinds = (await notices(db)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'new-device')).toHaveLength(appConfig.notices.ofAKindPerDay)
    expect(kinds).toContain('role-changed')
  }),
)

/** Somebody whose address was changed by another, who is signed in; and an administrator. */
async function takenOver(db: Database) {
  await db.insert(user).values({ email: CHIEF, role: 'admin' })
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
  await enqueueNotice(db, { kind, email, language: 'en', personId: id, givesAddressBack: kind === 'email-changed' })
  return (await notices(db)).at(-1)?.link?.token ?? ''
}

/** What this transaction has put into the queue, opened as the worker does. */
async function notices(db: Database) {
  const rows = await db.execute<{ payload: NoticeJob }>(
    sql`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-account-notice' and j.created_at = now() order by j.id`,
  )
  return rows.map(({ payload }) => ({ kind: payload.kind, ...openNotice(payload) }))
}

async function addressOf(db: Database, id: string) {
  const [found] = await db.select({ email: user.email }).from(user).where(eq(user.id, id))
  return found?.email
}
