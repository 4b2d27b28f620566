import { eq } from 'drizzle-orm'
import { type SessionContext } from '#auth/current-session.server.ts'
import { refuseIfSecondFactorMissing } from '#auth/second-factor.server.ts'
import { user } from '#db/schema.ts'
import { lastAdministratorViolation, mapDatabaseErrors } from '#db/violations.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { enqueueNotice, notifyAdministrators } from '#queue/queue.server.ts'
import { redeemCode } from '#one-time-code/code-request.server.ts'
import { deleteOrganizationsOfSoleMember } from '#user/leave-organizations.server.ts'
import { codeUseForOwnAddress } from './account-codes.server.ts'

/**
 * Deletes the account, and the user's organizations without other members, with their repositories. Keeps all other content.
 * @throws {AppError} ONLY_OWNER of an organization with other members, SECOND_FACTOR_REQUIRED, LAST_ADMINISTRATOR, INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS
 */
export async function deleteAccount(context: SessionContext, { code }: { code: string }): Promise<void> {
  const { session, language } = context
  const { id, email } = session.viewer
  await refuseIfSecondFactorMissing(context.db, session)
  await mapDatabaseErrors([lastAdministratorViolation], () =>
    redeemCode(context, codeUseForOwnAddress(session, 'delete-account'), code, async (db) => {
      await deleteOrganizationsOfSoleMember(db, id)
      const [deleted] = await db.delete(user).where(eq(user.id, id)).returning({ role: user.role })
      await recordAudit({ ...context, db }, { action: 'account-deleted' })
      await enqueueNotice(db, { kind: 'account-deleted', email, language, userId: id })
      if (deleted?.role === 'admin') await notifyAdministrators(db, { kind: 'administrator-changed', person: email })
    }),
  )
}
