import { and, desc, eq } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { SessionContext } from '#auth/current-session.server.ts'
import { requireRecentAuthentication } from '#auth/recent-authentication.server.ts'
import { countSecondFactors, refuseIfSecondFactorMissing, markSecondFactorGiven } from '#auth/second-factor.server.ts'
import { recordAudit } from '#audit/audit.server.ts'
import type { Database } from '#db/client.ts'
import { columnsOf } from '#db/columns-of.ts'
import { takeRoom } from '#db/limits.ts'
import { now, passkey, recoveryCode, session as sessionTable, user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { enqueueNotice } from '#queue/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { displayNameOf } from '#lib/names.ts'
import { findUserRecord, lockUser, type UserRecord } from '#user/find-user.server.ts'
import { protectedUntil, refuseProtectedUser } from '#user/protected-user.server.ts'
import { inTransaction, type AdministratorContext, type ServiceContext } from '#service/service-context.server.ts'
import type { PasskeyRow } from './passkeys.schema.ts'

const { maxPerUser } = appConfig.passkey

/** Lists the passkeys of a user, newest first. */
export async function listPasskeys({ db }: { db: Database }, { id }: { id: string }): Promise<PasskeyRow[]> {
  const rows = await db
    .select(columnsOf(passkey, 'id', 'name', 'createdAt', 'lastUsedAt'))
    .from(passkey)
    .where(eq(passkey.userId, id))
    .orderBy(desc(passkey.createdAt), desc(passkey.id))
    .limit(maxPerUser)
  return rows.map(withIsoTimes)
}

/** Returns a user's second factors, for administrators who might have to reset them. */
export async function findSecondFactorsOf({ db }: { db: Database }, { id }: { id: string }) {
  const [passkeys, { recoveryCodesLeft, isLost }, record] = await Promise.all([
    listPasskeys({ db }, { id }),
    countSecondFactors(db, id),
    findUserRecord(db, id),
  ])
  const until = record ? protectedUntil(record) : null
  return { passkeys, hasRecoveryCodes: recoveryCodesLeft > 0, isLost, protectedUntil: until?.toISOString() ?? null }
}

/** Renames one of the user's passkeys. @throws {AppError} NOT_FOUND, SECOND_FACTOR_REQUIRED */
export function renamePasskey(context: SessionContext, { id, name }: { id: string; name: string }): Promise<void> {
  return changeOwnPasskeys(context, async (context, record) => {
    const before = await findOwnPasskey(context, id)
    if (before.name === name) return
    await context.db.update(passkey).set({ name }).where(eq(passkey.id, id))
    await recordChange(context, record, { action: 'passkey-renamed', before: before.name, after: name })
  })
}

/**
 * Removes one of the user's passkeys.
 * @throws {AppError} NOT_FOUND, SESSION_EXPIRED, SECOND_FACTOR_REQUIRED; LAST_PASSKEY for an administrator who needs one for
 * the next sign-in
 */
export async function removePasskey(context: SessionContext, { id }: { id: string }): Promise<void> {
  await requireRecentAuthentication(context.db, context.session.id)
  await changeOwnPasskeys(context, async (context, record) => {
    const { db, session } = context
    const { name } = await findOwnPasskey(context, id)
    const isKept = environment().adminSecondFactor === 'passkey' && session.viewer.role === 'admin'
    if (isKept && (await countPasskeys(db, session.viewer.id)) === 1) throw new AppError('LAST_PASSKEY')
    await db.delete(passkey).where(eq(passkey.id, id))
    await recordChange(context, record, { action: 'passkey-removed', before: name })
  })
}

/**
 * Removes all passkeys and recovery codes of another user, who lost a device for example and can then create new ones. The
 * user's sessions must confirm the second factor again.
 * @throws {AppError} NOT_FOUND, NOT_ON_YOURSELF, SESSION_EXPIRED, ADMINISTRATOR_UNTIL_RECENTLY
 */
export async function removePasskeysOf(context: AdministratorContext, { id }: { id: string }): Promise<void> {
  await context.requireRecentAuthentication()
  if (id === context.actor.id) throw new AppError('NOT_ON_YOURSELF')
  await inTransaction(context, [], async (context) => {
    const { db } = context
    const record = await lockUser(db, id)
    refuseProtectedUser(record)
    const removed = await db.delete(passkey).where(eq(passkey.userId, id)).returning({ name: passkey.name })
    const codes = await db.delete(recoveryCode).where(eq(recoveryCode.userId, id)).returning({ id: recoveryCode.id })
    await db.update(sessionTable).set({ secondFactorAt: null }).where(eq(sessionTable.userId, id))
    await db.update(user).set({ secondFactorLostAt: null }).where(eq(user.id, id))
    if (removed.length + codes.length === 0 && record.secondFactorLostAt === null) return
    const before = removed.map(({ name }) => name).join(', ')
    await recordChange(context, record, { action: 'passkey-removed', before })
  })
}

/** Records that the user declined the offer of a passkey. */
export async function declinePasskey({ db, session }: SessionContext): Promise<void> {
  await db.update(user).set({ passkeyDeclinedAt: now }).where(eq(user.id, session.viewer.id))
}

type NewPasskey = Omit<typeof passkey.$inferInsert, 'userId'> & { name: string }

/**
 * Adds a verified passkey, which also confirms the second factor for the session.
 * @throws {AppError} SESSION_EXPIRED, TOO_MANY_PASSKEYS, TOO_MANY_TODAY
 */
export async function addVerifiedPasskey(context: SessionContext, made: NewPasskey): Promise<void> {
  await changeOwnPasskeys(context, async (context, record) => {
    const { db, session } = context
    // Check again now that the user's row is locked, because a report of unrecognized activity might have ended the session.
    await requireRecentAuthentication(db, session.id)
    const { id: holder } = session.viewer
    await takeRoom(context, 'passkey', {
      holder,
      count: () => countPasskeys(db, holder),
      refusal: new AppError('TOO_MANY_PASSKEYS'),
    })
    await db.insert(passkey).values({ ...made, userId: session.viewer.id })
    await markSecondFactorGiven(db, eq(sessionTable.id, session.id))
    if (record.secondFactorLostAt) await db.update(user).set({ secondFactorLostAt: null }).where(eq(user.id, record.id))
    await recordChange(context, record, { action: 'passkey-added', after: made.name })
  })
}

/** Changes the user's own passkeys while the user's row is locked, so that concurrent changes run one after the other. */
async function changeOwnPasskeys(
  context: SessionContext,
  change: (context: SessionContext, record: UserRecord) => Promise<void>,
) {
  await inTransaction(context, [], async (context) => {
    const record = await lockUser(context.db, context.session.viewer.id)
    await refuseIfSecondFactorMissing(context.db, context.session)
    await change(context, record)
  })
}

interface Change {
  action: 'passkey-added' | 'passkey-renamed' | 'passkey-removed'
  /** The passkey's name before the change; absent for a new passkey. */
  before?: string
  /** The passkey's name after the change; absent for a removed passkey. */
  after?: string
}

/** Records a change of passkeys in the audit history, and notifies the user by email. Must be called for every change. */
async function recordChange(context: ServiceContext, record: UserRecord, { action, before, after }: Change) {
  await recordAudit(context, {
    action,
    subject: { id: record.id, name: displayNameOf(record) },
    before: before === undefined ? {} : { passkey: before || null },
    after: { passkey: after || null },
  })
  // Renaming a passkey grants no access, so send no notice.
  if (action === 'passkey-renamed') return
  const { email, language, id: userId } = record
  const kind = action === 'passkey-removed' && context.actor.id !== userId ? 'passkeys-reset' : action
  await enqueueNotice(context.db, { kind, email, language, userId })
}

async function findOwnPasskey({ db, session }: SessionContext, id: string) {
  const [found] = await db
    .select({ name: passkey.name })
    .from(passkey)
    .where(and(eq(passkey.id, id), eq(passkey.userId, session.viewer.id)))
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

function countPasskeys(db: Database, userId: string): Promise<number> {
  return db.$count(passkey, eq(passkey.userId, userId))
}
