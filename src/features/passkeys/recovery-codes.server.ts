import { randomInt, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { and, eq, isNull } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { SessionContext } from '#auth/current-session.server.ts'
import { requireRecentAuthentication } from '#auth/recent-authentication.server.ts'
import { countSecondFactors, markSecondFactorGiven } from '#auth/second-factor.server.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { now, recoveryCode, session as sessionTable } from '#db/schema.ts'
import { enforceRateLimit, rateLimit } from '#db/rate-limits.ts'
import { environment } from '#env/environment.server.ts'
import { enqueueNotice } from '#queue/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { ConcurrencyLimiter } from '#lib/concurrency-limiter.ts'
import { lockUser } from '#user/find-user.server.ts'
import { inTransaction } from '#service/service-context.server.ts'

/** Limits how many hashes this process computes at once, because each one takes memory and a thread that other work needs. */
const hashLimiter = new ConcurrencyLimiter({ running: 2, waiting: 100 })
const { count, triesPerUser } = appConfig.recoveryCodes
/** The alphabet of the codes, without I, L, O and U, which look like other characters. A code of 12 characters has 60 bits. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 12

/** Returns the user's second factors, and whether they are required. */
export async function findSecondFactor({ db, session }: SessionContext) {
  const { id, needsSecondFactor } = session.viewer
  return {
    ...(await countSecondFactors(db, id)),
    isRequired: environment().adminSecondFactor === 'passkey',
    needsSecondFactor,
  }
}

/**
 * Creates recovery codes that replace the user's previous ones.
 * @returns the codes, which cannot be read again
 * @throws {AppError} SESSION_EXPIRED
 */
export async function makeRecoveryCodes(context: SessionContext): Promise<string[]> {
  const { session } = context
  const { id } = session.viewer
  await requireRecentAuthentication(context.db, session.id)
  const codes = Array.from({ length: count }, randomRecoveryCode)
  const rows = await Promise.all(codes.map(async (code) => ({ userId: id, codeHash: await hashCode(context, code) })))
  await inTransaction(context, [], async (context) => {
    await lockUser(context.db, id)
    // Check again, because a report of unrecognized activity might have ended the session during hashing.
    await requireRecentAuthentication(context.db, session.id)
    await context.db.delete(recoveryCode).where(eq(recoveryCode.userId, id))
    await context.db.insert(recoveryCode).values(rows)
    await recordAudit(context, { action: 'recovery-codes-made' })
  })
  return codes
}

/**
 * Redeems a recovery code in place of a passkey. If two requests use the same code at once, one is rejected.
 * @throws {AppError} WRONG_RECOVERY_CODE, TOO_MANY_REQUESTS
 */
export async function redeemRecoveryCode(context: SessionContext, { code }: { code: string }): Promise<void> {
  const { id } = context.session.viewer
  await enforceRateLimit(context.db, [rateLimit(`recovery:${id}`, triesPerUser)])
  const codeHash = await hashCode(context, code)
  await inTransaction(context, [], async (context) => {
    const { email, language } = await lockUser(context.db, id)
    const used = await context.db
      .update(recoveryCode)
      .set({ usedAt: now })
      .where(and(eq(recoveryCode.userId, id), eq(recoveryCode.codeHash, codeHash), isNull(recoveryCode.usedAt)))
      .returning({ id: recoveryCode.id })
    if (used.length === 0) throw new AppError('WRONG_RECOVERY_CODE')
    await markSecondFactorGiven(context.db, eq(sessionTable.id, context.session.id))
    await recordAudit(context, { action: 'recovery-code-used' })
    await enqueueNotice(context.db, { kind: 'recovery-code-used', email, language, userId: id })
  })
}

const scryptAsync = promisify<string, string, number, Buffer>(scrypt)

/** Hashes a code without the app's secret, because the secret can change, and users keep codes for years. */
async function hashCode({ session, request }: SessionContext, code: string): Promise<string> {
  const salt = `recovery-code\n${session.viewer.id}`
  const hash = await hashLimiter.run(request.signal, () => scryptAsync(code, salt, 32))
  return hash.toString('base64url')
}

function randomRecoveryCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
}
