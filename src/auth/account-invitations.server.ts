import { eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import { isBanned } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { takeRoom } from '#db/limits.ts'
import { invitation, now, user } from '#db/schema.ts'
import { enforceRateLimit } from '#db/rate-limits.ts'
import { enqueueInvitation } from '#queue/send-invitation.server.ts'
import { AppError } from '#lib/app-error.ts'
import { displayNameOf } from '#lib/names.ts'
import { addressKey } from '#one-time-code/code-client.server.ts'
import { lockUser, type UserRecord } from '#user/find-user.server.ts'
import { inTransaction, type ServiceContext } from '#service/service-context.server.ts'

const DAY_SECONDS = 86_400

type InvitationRow = typeof invitation.$inferSelect

interface InviteInput {
  id: string
  /** Language of the mail. */
  language: (typeof appConfig.languages)[number]
  /** Whether the user is created with the invitation, and deleted if it is withdrawn before the first sign-in. */
  addsPerson?: boolean
}

/**
 * Invites a user by mail, or sends the invitation again: its link then expires later, or is replaced if the email has changed.
 * @throws {AppError} NOT_FOUND for an unknown user; CANNOT_BE_INVITED for users who have signed in or are banned;
 * TOO_MANY_INVITATIONS, TOO_MANY_TODAY
 */
export function inviteUser(context: ServiceContext, { id, language, addsPerson = false }: InviteInput): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const { db, actor } = context
    const record = await lockUser(db, id)
    if (record.lastSignInAt !== null || isBanned(record)) throw new AppError('CANNOT_BE_INVITED')
    await takeRoom(context, 'invitation')
    await consumeInvitationLimit(db, record.email)
    await db.update(user).set({ invitedAt: now }).where(eq(user.id, id))
    const sent = {
      email: record.email,
      language,
      invitedById: actor.id,
      mailId: crypto.randomUUID(),
      mailState: 'queued',
      sentAt: now,
      endsAt: sql`now() + make_interval(days => ${appConfig.invitation.days})`,
    } as const
    await db.delete(invitation).where(sql`${invitation.userId} = ${id} and ${invitation.email} <> ${record.email}`)
    const [kept] = await db
      .insert(invitation)
      .values({ ...sent, userId: id, addsPerson })
      .onConflictDoUpdate({ target: invitation.userId, set: sent })
      .returning({ id: invitation.id })
    if (!kept) throw new AppError('UNKNOWN_ERROR')
    await enqueueInvitation(db, { invitationId: kept.id, mailId: sent.mailId })
    await recordAudit(context, {
      action: 'invitation-sent',
      subject: { id, name: displayNameOf(record) },
      before: {},
      after: { email: record.email },
    })
  })
}

/** An invitation with the name of its sender, which is null if that administrator was deleted. */
export interface SentInvitation extends InvitationRow {
  isOver: boolean
  invitedBy: string | null
}

/** Finds the invitation of a user; undefined if the user has no invitation. */
export async function findInvitationOf(db: Database, userId: string): Promise<SentInvitation | undefined> {
  return (await findInvitationsOf(db, [userId]))[0]
}

/** Finds the invitations of users, in no particular order. */
export async function findInvitationsOf(db: Database, userIds: string[]): Promise<SentInvitation[]> {
  const inviter = alias(user, 'inviter')
  const found = await db
    .select({
      invitation,
      isOver: sql<boolean>`${invitation.endsAt} <= now()`,
      inviter: { name: inviter.name, email: inviter.email },
    })
    .from(invitation)
    .leftJoin(inviter, eq(inviter.id, invitation.invitedById))
    .where(inArray(invitation.userId, userIds))
  return found.map(({ invitation, isOver, inviter }) => ({
    ...invitation,
    isOver,
    invitedBy: inviter && displayNameOf(inviter),
  }))
}

/**
 * Ends a user's invitation, in the caller's transaction. Keeps the row without the user's data, so that the page of the link
 * can still explain why the invitation is invalid.
 */
export async function endInvitation(db: Database, userId: string): Promise<void> {
  await db.update(invitation).set({ userId: null, email: null, withdrawnAt: now }).where(eq(invitation.userId, userId))
  await db.update(user).set({ invitedAt: null }).where(eq(user.id, userId))
}

/** Records the first sign-in of an invited user, in the transaction of the sign-in. */
export async function recordInvitationAcceptance(
  db: Database,
  { id, name, email, invitedAt, lastSignInAt }: UserRecord,
  ipAddress: string,
): Promise<void> {
  if (invitedAt === null || lastSignInAt !== null) return
  const actor = { id, name: displayNameOf({ name, email }) }
  await recordAudit({ db, actor, ipAddress }, { action: 'invitation-accepted' })
}

/** Consumes the rate limit of an email address, so that repeatedly adding and deleting its user does not fill the mailbox. */
async function consumeInvitationLimit(db: Database, email: string): Promise<void> {
  const rateLimit = {
    key: `invitation:${addressKey(email)}`,
    count: appConfig.invitation.mailsPerDay,
    seconds: DAY_SECONDS,
  }
  await enforceRateLimit(db, [rateLimit], 'TOO_MANY_INVITATIONS')
}
