import { eq } from 'drizzle-orm'
import { requireFreshSession } from '#auth/freshness.server.ts'
import { unlinkProviders } from '#auth/provider-accounts.server.ts'
import { personOf, type Session } from '#auth/current-session.server.ts'
import { deleteSessions } from '#auth/user-sessions.server.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { mapDatabaseErrors, uniqueViolation } from '#db/violations.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { enqueueNotice } from '#jobs/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { currentRequest } from '#lib/request-context.server.ts'
import { rememberBrowser } from '#one-time-code/code-limits.server.ts'
import { redeemCode, requestCode } from '#one-time-code/code-request.server.ts'
import { requesterOf } from '#one-time-code/code-requester.server.ts'
import { toNewAddress } from './account-codes.server.ts'

/**
 * Sends a code to the new address. Somebody's address gets a mail that says so instead; the answer is the same, for the
 * mail is made later.
 * @throws {AppError} SESSION_EXPIRED, TOO_MANY_REQUESTS; INVALID_INPUT for the address they have
 */
export async function askForNewEmail(db: Database, session: Session, newEmail: string): Promise<void> {
  await requireFreshSession(db, session.id)
  if (newEmail === session.viewer.email) throw new AppError('INVALID_INPUT', { fields: { newEmail: 'emailSame' } })
  await requestCode(db, toNewAddress(session, newEmail))
}

/**
 * Gives the person the new address. Their other sessions and their ways to sign in through providers end, and the old
 * address is told.
 * @throws {AppError} SESSION_EXPIRED, INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS; TAKEN when somebody
 * took the address after the code was sent
 */
export async function changeEmail(
  db: Database,
  session: Session,
  { newEmail, code }: { newEmail: string; code: string },
): Promise<void> {
  const { id } = session.viewer
  const request = currentRequest()
  await requireFreshSession(db, session.id)
  await mapDatabaseErrors([uniqueViolation('user_email_unique', 'newEmail')], () =>
    redeemCode(db, toNewAddress(session, newEmail), code, async (transaction) => {
      const [before] = await transaction.select({ email: user.email }).from(user).where(eq(user.id, id)).for('update')
      if (!before) throw new AppError('UNAUTHORIZED')
      await transaction.update(user).set({ email: newEmail, emailVerified: true }).where(eq(user.id, id))
      await deleteSessions(transaction, id, session.id)
      const providers = await unlinkProviders(transaction, id)
      await recordAudit(transaction, {
        action: 'email-changed',
        actor: personOf(session),
        before: { ...before, ...(providers && { providers }) },
        after: { email: newEmail },
      })
      await enqueueNotice(transaction, { kind: 'email-changed', email: before.email, language: request.language })
      await rememberBrowser(transaction, requesterOf(request, newEmail))
    }),
  )
}
