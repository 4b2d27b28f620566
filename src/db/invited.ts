import { and, eq, gt, not } from 'drizzle-orm'
import { isBannedNow } from './bans.ts'
import type { Database } from './client.ts'
import { now, organizationInvitation, user } from './schema.ts'

/**
 * Whether an address has a pending invitation to an organization from an administrator of the product. The address can then
 * sign up although sign-up is closed. Other invitations don't allow that, because anyone can have an organization.
 */
export async function isInvitedByAdministrator(db: Database, email: string): Promise<boolean> {
  const { id, status, expiresAt, inviterId } = organizationInvitation
  const isStanding = and(eq(status, 'pending'), gt(expiresAt, now))
  const [found] = await db
    .select({ id })
    .from(organizationInvitation)
    .innerJoin(user, eq(user.id, inviterId))
    .where(
      and(eq(organizationInvitation.email, email.toLowerCase()), isStanding, eq(user.role, 'admin'), not(isBannedNow)),
    )
    .limit(1)
  return found !== undefined
}
