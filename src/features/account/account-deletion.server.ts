import { eq } from 'drizzle-orm'
import { personOf, type Session } from '#auth/current-session.server.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { lastAdministrator, mapDatabaseErrors } from '#db/violations.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { redeemCode } from '#one-time-code/code-request.server.ts'
import { toOwnAddress } from './account-codes.server.ts'

/**
 * Deletes the account with all sessions and ways to sign in. What the person added stays, and so does history.
 * @throws {AppError} LAST_ADMINISTRATOR, INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS
 */
export async function deleteAccount(db: Database, session: Session, code: string): Promise<void> {
  await mapDatabaseErrors([lastAdministrator], () =>
    redeemCode(db, toOwnAddress(session, 'delete-account'), code, async (transaction) => {
      await transaction.delete(user).where(eq(user.id, session.viewer.id))
      await recordAudit(transaction, { action: 'account-deleted', actor: personOf(session) })
    }),
  )
}
