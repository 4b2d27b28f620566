import { and, count, eq, gte, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { passkey, recoveryCode, session, user } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import type { Person } from '#person/find-person.server.ts'
import type { Session } from './current-session.server.ts'

/** Has a session count as one in which the second factor was given. */
export async function setSecondFactor(db: Database, which: SQL): Promise<void> {
  await db
    .update(session)
    .set({ secondFactorAt: sql`now()` })
    .where(which)
}

/** The means by which a person can give a second factor. */
export interface SecondFactors {
  passkeys: number
  recoveryCodesLeft: number
  /** Whether the link of a notice took the last of them from an administrator. */
  isLost: boolean
}

/** Counts the means by which a person can give a second factor. */
export async function countSecondFactors(db: Database, personId: string): Promise<SecondFactors> {
  const [[keys], [codes], [person]] = await Promise.all([
    db.select({ count: count() }).from(passkey).where(eq(passkey.userId, personId)),
    db
      .select({ count: count() })
      .from(recoveryCode)
      .where(and(eq(recoveryCode.userId, personId), isNull(recoveryCode.usedAt))),
    db.select({ lostAt: user.secondFactorLostAt }).from(user).where(eq(user.id, personId)),
  ])
  return {
    passkeys: keys?.count ?? 0,
    recoveryCodesLeft: codes?.count ?? 0,
    isLost: person !== undefined && person.lostAt !== null,
  }
}

/**
 * Takes away the passkeys and recovery codes that were made from a moment on, perhaps by who had taken the account over, as
 * a part of a change that history tells of by itself. An administrator who has none left is kept from starting anew: the
 * mailbox, where the link for this came from, would open the administration.
 * @returns the names of the passkeys; null when there were none
 */
export async function removeSecondFactors(
  db: Database,
  person: Pick<Person, 'id' | 'role'>,
  since: SQL,
): Promise<string | null> {
  const codes = await db
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.userId, person.id), gte(recoveryCode.createdAt, since)))
    .returning({ id: recoveryCode.id })
  const removed = await db
    .delete(passkey)
    .where(and(eq(passkey.userId, person.id), gte(passkey.createdAt, since)))
    .returning({ name: passkey.name })
  if (person.role === 'admin' && removed.length + codes.length > 0) await markIfLost(db, person.id)
  return removed.length > 0 ? namesOf(removed) : null
}

async function markIfLost(db: Database, personId: string): Promise<void> {
  const { passkeys, recoveryCodesLeft } = await countSecondFactors(db, personId)
  if (passkeys + recoveryCodesLeft > 0) return
  await db
    .update(user)
    .set({ secondFactorLostAt: sql`now()` })
    .where(eq(user.id, personId))
}

/**
 * The passkeys that stay where a person gets another address, for history: they prove the person, not the address.
 * @returns their names; nothing where there are none
 */
export async function keptPasskeys(db: Database, personId: string): Promise<{ keptPasskeys?: string }> {
  const rows = await db.select({ name: passkey.name }).from(passkey).where(eq(passkey.userId, personId))
  return rows.length > 0 ? { keptPasskeys: namesOf(rows) } : {}
}

function namesOf(keys: { name: string }[]): string {
  return keys.map(({ name }) => name || '…').join(', ')
}

/**
 * Guards what a person's second factor stands for, and the account itself: who only has the code must neither get past it by
 * adding a passkey, nor take the account away. An administrator who has none yet may add the first.
 * @throws {AppError} SECOND_FACTOR_REQUIRED
 */
export async function requireSecondFactor(db: Database, { viewer }: Session): Promise<void> {
  if (!viewer.needsSecondFactor) return
  const { passkeys, recoveryCodesLeft, isLost } = await countSecondFactors(db, viewer.id)
  if (passkeys > 0 || recoveryCodesLeft > 0 || isLost) throw new AppError('SECOND_FACTOR_REQUIRED')
}
