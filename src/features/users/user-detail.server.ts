import { eq, sql } from 'drizzle-orm'
import { listApiKeys } from '#auth/user-api-keys.server.ts'
import * as sessions from '#auth/user-sessions.server.ts'
import type { SessionContext } from '#auth/current-session.server.ts'
import { statusOf } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { member, organization } from '#db/schema.ts'
import { nameOf } from '#lib/names.ts'
import { getPerson } from '#person/find-person.server.ts'
import { protectedUntil } from '#person/protected-person.server.ts'
import type { ActorRef, AdministratorContext, ServiceContext } from '#service/service-context.server.ts'
import { canBeInvited, getInvitation } from './invitations.server.ts'
import type { SessionInput, UserDetail, UserWithKeys } from './user-detail.schema.ts'

/** Reads one person, as administrators see them. @throws {AppError} NOT_FOUND */
export async function getUser({ db }: ServiceContext, input: { id: string }): Promise<UserDetail> {
  const person = await getPerson(db, input.id)
  const { id, name, email, role, banReason, banExpires, createdAt, lastSignInAt } = person
  const status = statusOf(person)
  return {
    id,
    name,
    email,
    role,
    status,
    ban: status === 'banned' ? { reason: banReason, endsAt: banExpires?.toISOString() ?? null } : null,
    invitation: await getInvitation(db, person),
    canBeInvited: canBeInvited(person),
    protectedUntil: protectedUntil(person)?.toISOString() ?? null,
    organizations: await listOrganizationsOf(db, id),
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  }
}

/** Reads one person with the API keys that the viewer can revoke. @throws {AppError} NOT_FOUND */
export async function getUserWithKeys(context: SessionContext, input: { id: string }): Promise<UserWithKeys> {
  const user = await getUser(context, input)
  const { id, permissions } = context.session.viewer
  const canRevoke = user.role === 'admin' && user.id !== id && permissions.includes('api-key:manage')
  return { ...user, apiKeys: canRevoke ? await listApiKeys(context, user) : [] }
}

async function listOrganizationsOf(db: Database, userId: string): Promise<UserDetail['organizations']> {
  return db
    .select({ id: organization.id, name: organization.name, role: member.role })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(eq(member.userId, userId))
    .orderBy(sql`folded(${organization.name})`, organization.id)
}

/** Ends one session of a person. @throws {AppError} SESSION_EXPIRED for another's, NOT_FOUND */
export async function endUserSession(context: AdministratorContext, { id, sessionId }: SessionInput): Promise<void> {
  if (id !== context.actor.id) await context.requireFreshSignIn()
  await sessions.endSession(context, { person: await getNamed(context, id), sessionId })
}

/**
 * Ends all sessions of a person; an administrator who does it to themselves stays signed in here.
 * @throws {AppError} SESSION_EXPIRED for another's, NOT_FOUND
 */
export async function endUserSessions(context: SessionContext, { id }: { id: string }): Promise<number> {
  if (id !== context.actor.id) await context.requireFreshSignIn()
  return sessions.endSessions(context, { person: await getNamed(context, id), exceptId: context.session.id })
}

async function getNamed({ db }: ServiceContext, id: string): Promise<ActorRef> {
  return { id, name: nameOf(await getPerson(db, id)) }
}
