import { desc, eq } from 'drizzle-orm'
import { personOf, type Session } from '#auth/current-session.server.ts'
import { listSessions } from '#auth/user-sessions.server.ts'
import type { Database } from '#db/client.ts'
import { account, repository, user } from '#db/schema.ts'
import { listAllOwnEvents, recordAudit } from '#audit/audit.server.ts'

/** Everything that is kept about the person, for them to take away. No token or secret is in it. */
export async function collectData(db: Database, session: Session) {
  const { id } = session.viewer
  await recordAudit(db, { action: 'data-downloaded', actor: personOf(session) })
  const [profile] = await db
    .select({
      id: user.id,
      email: user.email,
      emailVerified: user.emailVerified,
      name: user.name,
      role: user.role,
      language: user.language,
      lastSignInAt: user.lastSignInAt,
      createdAt: user.createdAt,
      updatedAt: user.updatedAt,
    })
    .from(user)
    .where(eq(user.id, id))
  const socialAccounts = await db
    .select({ provider: account.providerId, createdAt: account.createdAt })
    .from(account)
    .where(eq(account.userId, id))
    .orderBy(account.providerId)
  const repositories = await db
    .select({ name: repository.name, link: repository.link, createdAt: repository.createdAt })
    .from(repository)
    .where(eq(repository.createdById, id))
    .orderBy(desc(repository.createdAt), desc(repository.id))
  return {
    profile,
    socialAccounts,
    sessions: await listSessions(db, id, session.id),
    repositories,
    history: await listAllOwnEvents(db, id),
  }
}

/** The same as a file that browsers save. */
export async function dataFile(db: Database, session: Session): Promise<Response> {
  return new Response(JSON.stringify(await collectData(db, session), null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="account.json"',
      'Cache-Control': 'no-store',
    },
  })
}
