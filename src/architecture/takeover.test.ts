import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { SessionContext } from '#auth/current-session.server.ts'
import { startImpersonating } from '#auth/impersonation.server.ts'
import { startBulkJob } from '#bulk/bulk-job.server.ts'
import { registerBulkKinds } from '#bulk/bulk-kind.server.ts'
import type { Database } from '#db/client.ts'
import { historyEvent, noticeLink, passkey, recoveryCode, session, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { removePasskeysOf } from '#features/passkeys/passkeys.server.ts'
import { AppError } from '#lib/app-error.ts'
import { contextOn } from '#service/test-context.server.ts'
import { userKinds } from '#features/users/users.bulk.server.ts'
import { getUserFields, updateUser } from '#features/users/users-change.server.ts'
import { getUser } from '#features/users/user-detail.server.ts'
import type { UserFields } from '#features/users/users.schema.ts'
import { changeByApi } from './takeover.api.ts'

registerBulkKinds(userKinds)

const OWN = 'own@takeover.example'
const STOLEN_EMAIL = 'stolen@takeover.example'
const REFUSAL_CODES = new Set<string>([
  'ADMINISTRATOR_UNTIL_RECENTLY',
  'FORBIDDEN',
  'YOU_CANNOT_IMPERSONATE_ADMINS',
  'LAST_ADMINISTRATOR',
])

// Use a separate database, because other tests count administrators.
const { rolledBack } = ownDatabase()

interface Scene {
  attacker: SessionContext
  /** ID of the administrator whose account the attacker wants. */
  id: string
}

type Call = (scene: Scene) => Promise<unknown>
type UserChange = Partial<Pick<UserFields, 'email' | 'role'>>

/** The ways to change a user. */
const WAYS_TO_CHANGE_A_USER: Record<string, (change: UserChange) => Call> = {
  page:
    (change) =>
    async ({ attacker, id }) =>
      updateUser(attacker, { ...(await getUserFields(attacker, { id })), ...change, id }),
  api: changeByApi,
  bulk: (change) =>
    change.role
      ? ({ attacker, id }) =>
          startBulkJob(attacker, { kind: 'user-role', selection: { ids: [id] }, input: { role: change.role } })
      : (WAYS_TO_CHANGE_A_USER.page?.(change) ?? (() => Promise.resolve())),
}

function callsBy(way: (change: UserChange) => Call): Record<string, Call> {
  return {
    demote: way({ role: 'user' }),
    'change the email': way({ email: STOLEN_EMAIL }),
    'remove the passkeys': ({ attacker, id }) => removePasskeysOf(attacker, { id }),
    promote: way({ role: 'admin' }),
    'act as': impersonate,
  }
}

describe.each(Object.entries(WAYS_TO_CHANGE_A_USER))('with changes by %s', (_name, way) => {
  test(
    'no order of calls gives an administrator the account of another administrator',
    rolledBack(async (db) => {
      const { attacker, id } = await setUpScene(db)
      const seen: string[] = []
      await tryAll(db, callsBy(way), [])
      expect(seen).toEqual([])

      /** Tries every order of the calls. Each call starts from the state after the previous calls. */
      async function tryAll(outer: Database, calls: Record<string, Call>, done: string[]): Promise<void> {
        for (const [name, call] of Object.entries(calls)) {
          const { [name]: _used, ...rest } = calls
          await runAndUndo(outer, async (inner) => {
            await callIgnoringRefusals(inner, (db) => call({ attacker: { ...attacker, db }, id }))
            const lost = await controlledPartsOf(inner, { attacker, id })
            if (lost.length > 0) seen.push(`${[...done, name].join(', then ')}: ${lost.join(', ')}`)
            await tryAll(inner, rest, [...done, name])
          })
        }
      }
    }),
    120_000,
  )
})

test(
  'changes to a former administrator are refused during protectedDays, and the user page shows when these end',
  rolledBack(async (db) => {
    const { attacker, id } = await setUpScene(db)
    await WAYS_TO_CHANGE_A_USER.page?.({ role: 'user' })({ attacker, id })
    const refusal = { code: 'ADMINISTRATOR_UNTIL_RECENTLY', details: { field: 'email' } }
    await expect(WAYS_TO_CHANGE_A_USER.page?.({ email: STOLEN_EMAIL })({ attacker, id })).rejects.toMatchObject(refusal)
    await expect(removePasskeysOf(attacker, { id })).rejects.toMatchObject({ code: 'ADMINISTRATOR_UNTIL_RECENTLY' })
    const { protectedUntil } = await getUser(attacker, { id })
    const days = (Date.parse(protectedUntil ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(appConfig.administrator.protectedDays)

    await db
      .update(user)
      .set({ lostAdminAt: sql`now() - make_interval(days => ${appConfig.administrator.protectedDays}, mins => 1)` })
      .where(eq(user.id, id))
    expect(await getUser(attacker, { id })).toMatchObject({ protectedUntil: null })
    await WAYS_TO_CHANGE_A_USER.page?.({ email: STOLEN_EMAIL })({ attacker, id })
    // The protection has ended, so the change sends a link by which the owner of the old address can restore the account.
    expect(await linksOf(db, id)).toEqual([OWN])
  }),
)

test(
  'promotion removes passkeys and sessions that were created while the user had an email set by an administrator',
  rolledBack(async (db) => {
    const { attacker, id } = await setUpScene(db, { role: 'user' })
    const own = await db.$count(passkey, eq(passkey.userId, id))
    await WAYS_TO_CHANGE_A_USER.page?.({ email: STOLEN_EMAIL })({ attacker, id })
    await db
      .insert(passkey)
      .values({ ...PASSKEY, userId: id, credentialId: 'stolen', createdAt: sql`clock_timestamp()` })
    await openSession(db, { userId: id })
    await WAYS_TO_CHANGE_A_USER.page?.({ email: OWN })({ attacker, id })
    await openSession(db, { userId: id, impersonatedBy: attacker.actor.id })
    await WAYS_TO_CHANGE_A_USER.page?.({ role: 'admin' })({ attacker, id })
    expect(await db.$count(passkey, eq(passkey.userId, id))).toBe(own)
    expect(await db.$count(session, eq(session.userId, id))).toBe(0)
    expect(await linksOf(db, id)).toEqual([OWN])
  }),
)

test(
  'the address that restored the account gets another link after the next change by an administrator',
  rolledBack(async (db) => {
    const { attacker, id } = await setUpScene(db, { role: 'user' })
    await WAYS_TO_CHANGE_A_USER.page?.({ email: STOLEN_EMAIL })({ attacker, id })
    await db.insert(historyEvent).values({
      action: 'not-me-reported',
      subjectId: id,
      before: { email: STOLEN_EMAIL },
      after: { email: OWN },
    })
    await db.update(user).set({ email: OWN }).where(eq(user.id, id))
    await WAYS_TO_CHANGE_A_USER.page?.({ email: STOLEN_EMAIL })({ attacker, id })
    expect(await linksOf(db, id)).toEqual([OWN, OWN])
  }),
)

test(
  'the old address of a user who never signed in gets no link to restore it, as it may be mistyped',
  rolledBack(async (db) => {
    const { attacker, id } = await setUpScene(db, { role: 'user' })
    await db.update(user).set({ lastSignInAt: null }).where(eq(user.id, id))
    await WAYS_TO_CHANGE_A_USER.page?.({ email: STOLEN_EMAIL })({ attacker, id })
    expect(await linksOf(db, id)).toEqual([])
  }),
)

const PASSKEY = { publicKey: new Uint8Array(), counter: 0, transports: [], name: 'Key' }

/** Adds an attacker, a target and a third administrator, so that none of them is the last administrator. */
async function setUpScene(db: Database, { role = 'admin' }: Partial<Pick<UserFields, 'role'>> = {}): Promise<Scene> {
  const lastSignInAt = new Date()
  const [attacker, wanted] = await db
    .insert(user)
    .values([
      { email: 'attacker@takeover.example', name: 'Attacker', role: 'admin' },
      { email: OWN, name: 'Wanted', role, lastSignInAt },
      { email: 'third@takeover.example', name: 'Third', role: 'admin' },
    ])
    .returning({ id: user.id, name: user.name })
  if (!attacker || !wanted) throw new Error('no administrator was added')
  const sessionId = await openSession(db, { userId: attacker.id })
  const createdAt = sql<Date>`now() - interval '8 days'`
  await db.insert(passkey).values({ ...PASSKEY, userId: wanted.id, credentialId: 'own', createdAt })
  await db.insert(recoveryCode).values({ userId: wanted.id, codeHash: 'own', createdAt })
  const ofSession = { session: { id: sessionId, viewer: { id: attacker.id } } }
  return { attacker: { ...contextOn(db, attacker), ...ofSession } as unknown as SessionContext, id: wanted.id }
}

async function openSession(db: Database, row: { userId: string; impersonatedBy?: string }): Promise<string> {
  const [made] = await db
    .insert(session)
    .values({ ...row, token: crypto.randomUUID(), expiresAt: sql`now() + interval '1 day'` })
    .returning({ id: session.id })
  return made?.id ?? ''
}

/** Starts impersonating. Inserts the session directly, because better-auth would use another database connection. */
async function impersonate({ attacker, id }: Scene): Promise<void> {
  await startImpersonating(attacker, { id, reason: 'x' }).catch((error: unknown) => {
    if (error instanceof AppError) throw error
  })
  await openSession(attacker.db, { userId: id, impersonatedBy: attacker.actor.id })
}

/** Makes a call, and ignores the refusals in `REFUSAL_CODES` but no other error. */
async function callIgnoringRefusals(db: Database, call: (db: Database) => Promise<unknown>): Promise<void> {
  await db.transaction(call).catch((error: unknown) => {
    if (!(error instanceof AppError && REFUSAL_CODES.has(error.code))) throw error
  })
}

class RollbackError extends Error {}

async function runAndUndo(db: Database, work: (db: Database) => Promise<void>): Promise<void> {
  await db
    .transaction(async (inner) => {
      await work(inner)
      throw new RollbackError()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollbackError)) throw error
    })
}

/** Returns the parts of the account that the attacker controls. */
async function controlledPartsOf(db: Database, { id }: Scene): Promise<string[]> {
  const [found] = await db.select({ email: user.email }).from(user).where(eq(user.id, id))
  const ofUser = and(eq(session.userId, id), isNotNull(session.impersonatedBy))
  const lost = {
    email: found?.email !== OWN,
    session: (await db.$count(session, ofUser)) > 0,
    link: (await linksOf(db, id)).includes(STOLEN_EMAIL),
  }
  return Object.entries(lost).flatMap(([what, isLost]) => (isLost ? [what] : []))
}

/** Returns the addresses to which an unused link to restore the account was sent. */
async function linksOf(db: Database, id: string): Promise<string[]> {
  const rows = await db
    .select({ email: noticeLink.email })
    .from(noticeLink)
    .where(and(eq(noticeLink.userId, id), eq(noticeLink.givesAddressBack, true), isNull(noticeLink.usedAt)))
  return rows.map(({ email }) => email)
}
