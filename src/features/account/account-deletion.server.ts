import { eq } from 'drizzle-orm'
import { type SessionContext } from '#auth/current-session.server.ts'
import { user } from '#db/schema.ts'
import { lastAdministrator, mapDatabaseErrors } from '#db/violations.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { redeemCode } from '#one-time-code/code-request.server.ts'
import { toOwnAddress } from './account-codes.server.ts'

/**
 * Deletes the account with all sessions and ways to sign in. What the person added stays, and so does history.
 * @throws {AppError} LAST_ADMINISTRATOR, INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS
 */
export async function deleteAccount(context: SessionContext, { code }: { code: string }): Promise<void> {
  const { session } = context
  await mapDatabaseErrors([lastAdministrator], () =>
    redeemCode(context, toOwnAddress(session, 'delete-account'), code, async (db) => {
      await db.delete(user).where(eq(user.id, session.viewer.id))
      await recordAudit({ ...context, db }, { action: 'account-deleted' })
    }),
  )
}
