import { randomInt, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { SessionContext } from '#auth/current-session.server.ts'
import { requireFreshSession } from '#auth/freshness.server.ts'
import { countSecondFactors, setSecondFactor } from '#auth/second-factor.server.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { recoveryCode, session as sessionTable } from '#db/schema.ts'
import { requireBudget } from '#db/throttle.ts'
import { environment } from '#env/environment.server.ts'
import { enqueueNotice } from '#jobs/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { ConcurrencyLimiter } from '#lib/concurrency-limiter.ts'
import { lockPerson } from '#person/find-person.server.ts'
import { inTransaction } from '#service/service-context.server.ts'

/** Of hashes in this process, which take memory and a thread each: more at once would leave none to others. */
const hashing = new ConcurrencyLimiter({ running: 2, waiting: 100 })
const { count, triesPerPerson } = appConfig.recoveryCodes
/** Without letters that look like others: 60 bits in twelve of them. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/** Reads what the person can give a second factor by, and whether they have to. */
export async function findSecondFactor({ db, session }: SessionContext) {
  const { id, needsSecondFactor } = session.viewer
  return {
    ...(await countSecondFactors(db, id)),
    isRequired: environment().adminSecondFactor === 'passkey',
    needsSecondFactor,
  }
}

/**
 * Makes recovery codes in place of those that the person had.
 * @returns the codes, which nobody can read again
 * @throws {AppError} SESSION_EXPIRED
 */
export async function makeRecoveryCodes(context: SessionContext): Promise<string[]> {
  const { session } = context
  const { id } = session.viewer
  await requireFreshSession(context.db, session.id)
  const codes = Array.from({ length: count }, randomCode)
  const rows = await Promise.all(codes.map(async (code) => ({ userId: id, codeHash: await hashOf(context, code) })))
  await inTransaction(context, [], async (context) => {
    await lockPerson(context.db, id)
    // The session may have been ended meanwhile, by who says that it was not them.
    await requireFreshSession(context.db, session.id)
    await context.db.delete(recoveryCode).where(eq(recoveryCode.userId, id))
    await context.db.insert(recoveryCode).values(rows)
    await recordAudit(context, { action: 'recovery-codes-made' })
  })
  return codes
}

/**
 * Takes a recovery code in place of a passkey; it is used up. Of two who come with the same one at once, one is refused.
 * @throws {AppError} WRONG_RECOVERY_CODE, TOO_MANY_REQUESTS
 */
export async function redeemRecoveryCode(context: SessionContext, { code }: { code: string }): Promise<void> {
  const { id } = context.session.viewer
  const budget = { key: `recovery:${id}`, count: triesPerPerson.count, seconds: triesPerPerson.minutes * 60 }
  await requireBudget(context.db, [budget])
  const codeHash = await hashOf(context, code)
  await inTransaction(context, [], async (context) => {
    const { email, language } = await lockPerson(context.db, id)
    const used = await context.db
      .update(recoveryCode)
      .set({ usedAt: sql`now()` })
      .where(and(eq(recoveryCode.userId, id), eq(recoveryCode.codeHash, codeHash), isNull(recoveryCode.usedAt)))
      .returning({ id: recoveryCode.id })
    if (used.length === 0) throw new AppError('WRONG_RECOVERY_CODE')
    await setSecondFactor(context.db, eq(sessionTable.id, context.session.id))
    await recordAudit(context, { action: 'recovery-code-used' })
    await enqueueNotice(context.db, { kind: 'recovery-code-used', email, language, personId: id })
  })
}

const stretch = promisify<string, string, number, Buffer>(scrypt)

/** Not by the secret of this installation, which may change: the codes lie in a drawer for years, until all else is lost. */
async function hashOf({ session, request }: SessionContext, code: string): Promise<string> {
  const salt = `recovery-code\n${session.viewer.id}`
  const hash = await hashing.run(request.signal, () => stretch(code, salt, 32))
  return hash.toString('base64url')
}

function randomCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
