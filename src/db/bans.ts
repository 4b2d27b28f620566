import { sql } from 'drizzle-orm'
import { user } from './schema.ts'

/** The fields of a user's ban, from the row or from better-auth. */
interface Ban {
  banned?: boolean | null
  banExpires?: Date | null
}

type UserStatus = 'active' | 'banned' | 'invited' | 'not-onboarded'

/** Returns whether a ban is in effect now, by the clock of this node. */
export function isBanned({ banned, banExpires }: Ban): boolean {
  return banned === true && (!banExpires || banExpires > new Date())
}

/** Whether a ban is in effect now, by the clock of the database. */
export const isBannedNow = sql`(${user.banned} and (${user.banExpires} is null or ${user.banExpires} > now()))`

/** Whether a ban has ended but is not removed yet. A separate index exists for this condition. */
export const isBanOver = sql`(${user.banned} and ${user.banExpires} <= now())`

/** Whether a user was invited and has not signed in yet. A separate index exists for this condition. */
export const isInvitationPending = sql`(${user.invitedAt} is not null and ${user.lastSignInAt} is null)`

/**
 * Returns the status of a user: banned during a ban, otherwise invited until the first sign-in, otherwise not onboarded until
 * the user has entered a name.
 */
export function statusOf(
  record: Ban & { name: string; invitedAt: Date | null; lastSignInAt: Date | null },
): UserStatus {
  if (isBanned(record)) return 'banned'
  if (record.invitedAt !== null && record.lastSignInAt === null) return 'invited'
  return record.name === '' ? 'not-onboarded' : 'active'
}

/** The status of a user in a query, by the same rules as `statusOf`. */
export const statusColumn = sql<UserStatus>`case when ${isBannedNow} then 'banned' when ${isInvitationPending} then 'invited' when ${user.name} = '' then 'not-onboarded' else 'active' end`
