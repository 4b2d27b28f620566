import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { SessionContext } from '#auth/current-session.server.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { consumeDailyChange } from '#db/limits.ts'
import { user } from '#db/schema.ts'
import { OPTIONAL_NOTICES, type OptionalNotice } from '#mail/notice-kinds.ts'
import { getUserRecord, lockUser } from '#user/find-user.server.ts'
import { inTransaction } from '#service/service-context.server.ts'
import type { noticesInput } from './account.schema.ts'

type NoticesContext = Omit<SessionContext, 'request'>

/** Finds the optional kinds of account mails that the user receives. */
export async function findMyNotices({ db, session }: NoticesContext): Promise<OptionalNotice[]> {
  const { mutedNotices } = await getUserRecord(db, session.viewer.id)
  return OPTIONAL_NOTICES.filter((kind) => !mutedNotices.includes(kind))
}

/** Turns the wanted kinds of optional account mails on for the user, and the other optional kinds off. */
export function chooseNotices(context: NoticesContext, wanted: z.infer<typeof noticesInput>): Promise<void> {
  const { id } = context.session.viewer
  const mutedNotices = OPTIONAL_NOTICES.filter((kind) => wanted[kind] === undefined)
  return inTransaction(context, [], async (context) => {
    const before = await lockUser(context.db, id)
    if (before.mutedNotices.join() === mutedNotices.join()) return
    await consumeDailyChange(context, 'user')
    await context.db.update(user).set({ mutedNotices }).where(eq(user.id, id))
    await recordAudit(context, { action: 'notices-chosen' })
  })
}
