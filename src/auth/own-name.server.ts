import { eq } from 'drizzle-orm'
import { consumeDailyChange } from '#db/limits.ts'
import { user } from '#db/schema.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { lockUser } from '#user/find-user.server.ts'
import { inTransaction } from '#service/service-context.server.ts'
import type { ViewerContext } from './current-session.server.ts'

/**
 * Sets the name of the signed-in user, and thereby confirms the name of an invitation, even if the name is unchanged.
 * @throws {AppError} NOT_FOUND if the user was deleted; TOO_MANY_TODAY
 */
export function changeOwnName(context: ViewerContext, { name }: { name: string }): Promise<void> {
  const { id } = context.session.viewer
  return inTransaction(context, [], async (context) => {
    const before = await lockUser(context.db, id)
    const isConfirmed = before.invitedAt !== null && before.lastSignInAt !== null
    if (isConfirmed) await context.db.update(user).set({ invitedAt: null }).where(eq(user.id, id))
    if (before.name === name) return
    await consumeDailyChange(context, 'user')
    await context.db.update(user).set({ name }).where(eq(user.id, id))
    const subject = { id, name }
    // Use the new name in the audit entry, because the user might not have had a name before.
    const actor = context.actor.id === id ? subject : context.actor
    await recordAudit(
      { ...context, actor },
      { action: 'name-changed', subject, before: { name: before.name || null }, after: { name } },
    )
  })
}
