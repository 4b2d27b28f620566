import { eq } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { unlinkProviders } from '#auth/provider-accounts.server.ts'
import type { SessionContext } from '#auth/current-session.server.ts'
import { passkeysKeptOnEmailChange, refuseIfSecondFactorMissing } from '#auth/second-factor.server.ts'
import { deleteSessions } from '#auth/user-sessions.server.ts'
import { user } from '#db/schema.ts'
import { mapDatabaseErrors, uniqueViolation } from '#db/violations.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { enqueueNotice, notifyAdministrators } from '#queue/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { lockUser } from '#user/find-user.server.ts'
import { findWhenAdministratorChangedEmail } from '#user/protected-user.server.ts'
import { codeUseForNewAddress, codeUseForOwnAddress } from './account-codes.server.ts'
import { addKnownBrowser } from '#one-time-code/code-limits.server.ts'
import { hasRecentlyRedeemedCode, redeemCode, requestCode } from '#one-time-code/code-request.server.ts'
import { codeClientOf } from '#one-time-code/code-client.server.ts'

/**
 * Sends a code to the new address, or a mail without a code if another user has this address. The response is the same in both
 * cases, because the worker decides later which mail it writes.
 * @throws {AppError} SESSION_EXPIRED, SECOND_FACTOR_REQUIRED, TOO_MANY_REQUESTS; INVALID_INPUT for the present address
 */
export async function requestEmailChange(context: SessionContext, { newEmail }: { newEmail: string }): Promise<void> {
  const { session } = context
  await requireCodeFromPresentAddress(context)
  if (newEmail === session.viewer.email) throw new AppError('INVALID_INPUT', { fields: { newEmail: 'emailSame' } })
  await requestCode(context, codeUseForNewAddress(session, newEmail))
}

/**
 * Changes the user's address, ends their other sessions, unlinks their identity providers, and sends a notice to the old
 * address. The notice has a link that restores the old address, unless an administrator set the old address in the last days.
 * @throws {AppError} SESSION_EXPIRED, SECOND_FACTOR_REQUIRED, INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS;
 * TAKEN if another user took the address after the code was sent
 */
export async function changeEmail(
  context: SessionContext,
  { newEmail, code }: { newEmail: string; code: string },
): Promise<void> {
  const { session, request, language } = context
  const { id } = session.viewer
  await requireCodeFromPresentAddress(context)
  await mapDatabaseErrors([uniqueViolation('user_email_unique', 'newEmail')], () =>
    redeemCode(context, codeUseForNewAddress(session, newEmail), code, async (db) => {
      const { email, role } = await lockUser(db, id)
      await db.update(user).set({ email: newEmail, emailVerified: true }).where(eq(user.id, id))
      await deleteSessions(db, id, session.id)
      const providers = await unlinkProviders(db, id)
      await recordAudit(
        { ...context, db },
        {
          action: 'email-changed',
          before: { email, ...(providers && { providers }) },
          after: { email: newEmail, ...(await passkeysKeptOnEmailChange(db, id)) },
        },
      )
      const givesAddressBack = (await findWhenAdministratorChangedEmail(db, id)) === null
      await enqueueNotice(db, { kind: 'email-changed', email, language, userId: id, givesAddressBack })
      if (role === 'admin') await notifyAdministrators(db, { kind: 'administrator-changed', person: newEmail })
      await addKnownBrowser(db, codeClientOf(request, newEmail))
    }),
  )
}

/**
 * Requires a recent code from the present address, because the user must own both mailboxes, and a sign-in by other means does
 * not prove that. Users who need a second factor must have shown it.
 * @throws {AppError} SESSION_EXPIRED, SECOND_FACTOR_REQUIRED
 */
async function requireCodeFromPresentAddress(context: SessionContext): Promise<void> {
  await refuseIfSecondFactorMissing(context.db, context.session)
  const use = codeUseForOwnAddress(context.session, 're-authenticate')
  if (!(await hasRecentlyRedeemedCode(context, use, appConfig.session.recentAuthenticationMinutes)))
    throw new AppError('SESSION_EXPIRED', { needsCode: true })
}
