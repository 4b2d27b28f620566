import { sql } from 'drizzle-orm'
import { user } from './schema.ts'

/** A person's ban, as the row or better-auth has it. */
interface Ban {
  banned?: boolean | null
  banExpires?: Date | null
}

type UserStatus = 'active' | 'banned' | 'invited' | 'not-onboarded'

/** Whether a ban stands now, by the clock of this node. */
export function isBanned({ banned, banExpires }: Ban): boolean {
  return banned === true && (!banExpires || banExpires > new Date())
}

/** Whether a ban stands now, by the clock of the database. */
export const isBannedNow = sql`(${user.banned} and (${user.banExpires} is null or ${user.banExpires} > now()))`

/** Whether there is a ban that stands no more and was not cleared away yet; read from an index of its own. */
export const isBanOver = sql`(${user.banned} and ${user.banExpires} <= now())`

/** Whether somebody was invited and has not signed in yet; read from an index of its own. */
export const isInvitedStill = sql`(${user.invitedAt} is not null and ${user.lastSignInAt} is null)`

/**
 * The status of a person: banned while a ban stands, else invited until their first sign-in, else not onboarded until they
 * have said their name.
 */
export function statusOf(
  person: Ban & { name: string; invitedAt: Date | null; lastSignInAt: Date | null },
): UserStatus {
  if (isBanned(person)) return 'banned'
  if (person.invitedAt !== null && person.lastSignInAt === null) return 'invited'
  return person.name === '' ? 'not-onboarded' : 'active'
}

/** The status of a person in a query, as `statusOf` says it. */
export const statusColumn = sql<UserStatus>`case when ${isBannedNow} then 'banned' when ${isInvitedStill} then 'invited' when ${user.name} = '' then 'not-onboarded' else 'active' end`
