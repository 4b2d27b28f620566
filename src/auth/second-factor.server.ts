import { and, eq, gte, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { now, passkey, recoveryCode, session, user } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import type { UserRecord } from '#user/find-user.server.ts'
import type { Session } from './current-session.server.ts'

/** Marks sessions as authenticated by a second factor. */
export async function markSecondFactorGiven(db: Database, which: SQL): Promise<void> {
  await db.update(session).set({ secondFactorAt: now }).where(which)
}

/** The state of a user's second factors: the number of passkeys and of unused recovery codes. */
export interface SecondFactors {
  passkeys: number
  recoveryCodesLeft: number
  /** Whether an activity report removed an administrator's last second factor. */
  isLost: boolean
}

/** Counts a user's passkeys and recovery codes. */
export async function countSecondFactors(db: Database, userId: string): Promise<SecondFactors> {
  const [passkeys, recoveryCodesLeft, [record]] = await Promise.all([
    db.$count(passkey, eq(passkey.userId, userId)),
    db.$count(recoveryCode, and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt))),
    db.select({ lostAt: user.secondFactorLostAt }).from(user).where(eq(user.id, userId)),
  ])
  return { passkeys, recoveryCodesLeft, isLost: record !== undefined && record.lostAt !== null }
}

/**
 * Deletes the passkeys and recovery codes created since a time, possibly by an attacker; the caller audits it. If this leaves
 * an administrator without any, marks the second factor as lost, so that no first passkey can be set up: access to the mailbox
 * would otherwise be enough to act as administrator.
 * @returns the names of the deleted passkeys, separated by commas; null if none was deleted
 */
export async function removeSecondFactorsSince(
  db: Database,
  record: Pick<UserRecord, 'id' | 'role'>,
  since: SQL,
): Promise<string | null> {
  const codes = await db
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.userId, record.id), gte(recoveryCode.createdAt, since)))
    .returning({ id: recoveryCode.id })
  const removed = await db
    .delete(passkey)
    .where(and(eq(passkey.userId, record.id), gte(passkey.createdAt, since)))
    .returning({ name: passkey.name })
  if (record.role === 'admin' && removed.length + codes.length > 0) await markLostSecondFactor(db, record.id)
  return removed.length > 0 ? namesOf(removed) : null
}

async function markLostSecondFactor(db: Database, userId: string): Promise<void> {
  const { passkeys, recoveryCodesLeft } = await countSecondFactors(db, userId)
  if (passkeys + recoveryCodesLeft > 0) return
  await db.update(user).set({ secondFactorLostAt: now }).where(eq(user.id, userId))
}

/**
 * Returns the names of a user's passkeys, to audit that a change of the email does not remove them.
 * @returns an empty object if the user has no passkeys
 */
export async function passkeysKeptOnEmailChange(db: Database, userId: string): Promise<{ keptPasskeys?: string }> {
  const rows = await db.select({ name: passkey.name }).from(passkey).where(eq(passkey.userId, userId))
  return rows.length > 0 ? { keptPasskeys: namesOf(rows) } : {}
}

function namesOf(keys: { name: string }[]): string {
  return keys.map(({ name }) => name || '…').join(', ')
}

/**
 * Refuses changes of passkeys and of the account in a session that needs a second factor and has not given it, so that a code
 * is not enough to add a passkey or take over the account. An administrator without any second factor can add the first, unless
 * the last one was lost.
 * @throws {AppError} SECOND_FACTOR_REQUIRED
 */
export async function refuseIfSecondFactorMissing(db: Database, { viewer }: Session): Promise<void> {
  if (!viewer.needsSecondFactor) return
  const { passkeys, recoveryCodesLeft, isLost } = await countSecondFactors(db, viewer.id)
  if (passkeys > 0 || recoveryCodesLeft > 0 || isLost) throw new AppError('SECOND_FACTOR_REQUIRED')
}
