import { eq, sql } from 'drizzle-orm'
import * as sessions from '#auth/user-sessions.server.ts'
import type { SessionContext } from '#auth/current-session.server.ts'
import { statusOf } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { member, organization } from '#db/schema.ts'
import type { ReadUserData } from '#feature/user-section.ts'
import { displayNameOf } from '#lib/names.ts'
import { getUserRecord } from '#user/find-user.server.ts'
import { protectedUntil } from '#user/protected-user.server.ts'
import type { ActorRef, AdministratorContext, ServiceContext } from '#service/service-context.server.ts'
import { canBeInvited, getInvitation } from './account-invitations.server.ts'
import { userDataReaders } from '#slots/user.server.ts'
import type { SessionInput, UserDetail, UserWithFeatureData } from './user-detail.schema.ts'

/** Returns one user, as administrators see them. @throws {AppError} NOT_FOUND */
export async function getUser({ db }: ServiceContext, input: { id: string }): Promise<UserDetail> {
  const user = await getUserRecord(db, input.id)
  const { id, name, email, role, banReason, banExpires, createdAt, lastSignInAt } = user
  const status = statusOf(user)
  return {
    id,
    name,
    email,
    role,
    status,
    ban: status === 'banned' ? { reason: banReason, endsAt: banExpires?.toISOString() ?? null } : null,
    invitation: await getInvitation(db, user),
    canBeInvited: canBeInvited(user),
    protectedUntil: protectedUntil(user)?.toISOString() ?? null,
    organizations: await listOrganizationsOf(db, id),
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  }
}

/** Returns one user with the data that features add. @throws {AppError} NOT_FOUND */
export async function getUserWithParts(context: SessionContext, input: { id: string }): Promise<UserWithFeatureData> {
  const user = await getUser(context, input)
  const reads = Object.entries<ReadUserData>(userDataReaders).map(
    async ([name, read]) => [name, await read(context, user)] as const,
  )
  return { ...user, parts: Object.fromEntries(await Promise.all(reads)) as UserWithFeatureData['parts'] }
}

async function listOrganizationsOf(db: Database, userId: string): Promise<UserDetail['organizations']> {
  return db
    .select({ id: organization.id, name: organization.name, role: member.role })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(eq(member.userId, userId))
    .orderBy(sql`folded(${organization.name})`, organization.id)
}

/** Ends one session of a user. Other users' sessions need recent authentication. @throws {AppError} SESSION_EXPIRED, NOT_FOUND */
export async function endUserSession(context: AdministratorContext, { id, sessionId }: SessionInput): Promise<void> {
  if (id !== context.actor.id) await context.requireRecentAuthentication()
  await sessions.endSession(context, { user: await getUserRef(context, id), sessionId })
}

/**
 * Ends all sessions of a user except the caller's current session. Other users' sessions need recent authentication.
 * @throws {AppError} SESSION_EXPIRED without a recent authentication; NOT_FOUND for an unknown user
 */
export async function endUserSessions(
  context: AdministratorContext & { session: { id: string } },
  { id }: { id: string },
): Promise<number> {
  if (id !== context.actor.id) await context.requireRecentAuthentication()
  return sessions.endSessionsExcept(context, { user: await getUserRef(context, id), exceptId: context.session.id })
}

async function getUserRef({ db }: ServiceContext, id: string): Promise<ActorRef> {
  return { id, name: displayNameOf(await getUserRecord(db, id)) }
}
