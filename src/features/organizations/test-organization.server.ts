import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { member, organizationInvitation, session, user } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { contextOn } from '#service/test-context.server.ts'
import * as invitations from './organization-invitations.server.ts'
import type { OrganizationContext } from './organization-context.server.ts'
import * as organizations from './organizations.server.ts'

/** A signed-in user. */
export interface TestMember extends OrganizationContext {
  id: string
  email: string
}

/** Adds a user with a session. */
export async function signedIn(db: Database, name = 'Ada'): Promise<TestMember> {
  const email = `${crypto.randomUUID()}@organizations.example`
  const [record] = await db.insert(user).values({ email, name }).returning({ id: user.id })
  const id = record?.id ?? ''
  const [own] = await db
    .insert(session)
    .values({ userId: id, token: email, expiresAt: sql`now() + interval '1 day'` })
    .returning({ id: session.id })
  return {
    ...contextOn(db, { id, name }),
    session: { id: own?.id, impersonatedBy: null, viewer: { id, name, email } },
    id,
    email,
  } as unknown as TestMember
}

/** Creates an organization with a member in each role, and a user who is not a member. */
export async function createTeam(db: Database) {
  const owner = await signedIn(db, 'Olga')
  const { id } = await organizations.createOrganization(owner, { name: 'Engines' })
  const join = async (role: OrganizationRole, name: string) => {
    const record = await signedIn(db, name)
    await db.insert(member).values({ organizationId: id, userId: record.id, role })
    return record
  }
  return {
    id,
    owner,
    admin: await join('admin', 'Amir'),
    member: await join('member', 'Mia'),
    outsider: await signedIn(db, 'Otto'),
    join,
  }
}

/** Adds a user. The owner of an organization then invites this user to it. */
export async function inviteWithRole(
  db: Database,
  { id, owner }: { id: string; owner: TestMember },
  role: OrganizationRole = 'member',
) {
  const guest = await signedIn(db, 'Gus')
  await invitations.inviteMember(owner, { id, email: guest.email, role, language: 'en' })
  return { guest, invitationId: await invitationOf(db, guest.email) }
}

async function invitationOf(db: Database, email: string): Promise<string> {
  const [found] = await db
    .select({ id: organizationInvitation.id })
    .from(organizationInvitation)
    .where(and(eq(organizationInvitation.email, email), eq(organizationInvitation.status, 'pending')))
  return found?.id ?? ''
}

/** Returns a user's role in an organization; undefined if they are not a member. */
export async function roleOf(db: Database, organizationId: string, userId: string): Promise<string | undefined> {
  const [found] = await db
    .select({ role: member.role })
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.userId, userId)))
  return found?.role
}

/** Returns `done` if a change succeeds, otherwise its error code. */
export const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof AppError) return error.code
      throw error
    },
  )

/** Returns the active organization of a user's session. */
export async function activeOf(db: Database, { session: { id } }: TestMember): Promise<string | null> {
  const [found] = await db.select({ active: session.activeOrganizationId }).from(session).where(eq(session.id, id))
  return found?.active ?? null
}
