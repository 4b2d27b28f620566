import { eq } from 'drizzle-orm'
import type { SessionContext } from '#auth/current-session.server.ts'
import { collectFeatureData } from '#auth/account-hooks.server.ts'
import { listSessions } from '#auth/user-sessions.server.ts'
import { listAllOwnEvents, recordAudit } from '#audit/audit.server.ts'
import { account } from '#db/schema.ts'
import { getUserRecord } from '#user/find-user.server.ts'

/** Collects all data that is stored about the user, to be exported. Contains no token or secret. */
export async function collectUserData(context: Omit<SessionContext, 'request'>) {
  const { db, session } = context
  const { id } = session.viewer
  await recordAudit(context, { action: 'data-downloaded' })
  // Omit only these columns, so that columns added later are exported. The ban is omitted, as a decision of the administrators.
  const {
    image: _image,
    banned: _banned,
    banReason: _reason,
    banExpires: _expires,
    ...profile
  } = await getUserRecord(db, id)
  return {
    profile,
    sessions: await listSessions(context, { id }),
    linkedAccounts: await db
      .select({ provider: account.providerId, createdAt: account.createdAt })
      .from(account)
      .where(eq(account.userId, id))
      .orderBy(account.providerId),
    ...(await collectFeatureData(context)),
    history: await listAllOwnEvents(context, { id }),
  }
}

/** Returns all data that is stored about the user, as a file that browsers save. */
export async function dataFileResponse(context: SessionContext): Promise<Response> {
  return new Response(JSON.stringify(await collectUserData(context), null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="account.json"',
      'Cache-Control': 'no-store',
    },
  })
}
