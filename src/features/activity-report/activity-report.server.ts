import { and, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import { runSecureAccountHooks } from '#auth/account-hooks.server.ts'
import { unlinkProviders } from '#auth/provider-accounts.server.ts'
import { removeSecondFactorsSince } from '#auth/second-factor.server.ts'
import { deleteSessions } from '#auth/user-sessions.server.ts'
import type { Database } from '#db/client.ts'
import { knownBrowser, noticeLink, now, user } from '#db/schema.ts'
import { mapDatabaseErrors, uniqueViolation } from '#db/violations.ts'
import { noticeLinkIdIn } from '#queue/notice-link.server.ts'
import { notifyAdministrators } from '#queue/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { displayNameOf } from '#lib/names.ts'
import { mayBeByAdministrator } from '#mail/notice-kinds.ts'
import { acceptedAddressKeys } from '#one-time-code/code-client.server.ts'
import { findUserRecord, lockUser, type UserRecord } from '#user/find-user.server.ts'
import { inTransaction, type GuestContext } from '#service/service-context.server.ts'
import type { NoticeLink } from './activity-report.schema.ts'

type LinkRow = typeof noticeLink.$inferSelect

/**
 * The creation time of the oldest valid notice links. A report also removes passkeys that were added since then,
 * because an intruder might have added some before the notice that the user reports.
 */
const oldestLinkTime = sql`now() - make_interval(days => ${appConfig.notices.linkDays})`

/** Finds the state of a notice link; null for an invalid or expired link. */
export async function findNoticeLink({ db }: GuestContext, { token }: { token: string }): Promise<NoticeLink | null> {
  const link = await findLink(db, token)
  if (!link) return null
  const { kind, email, givesAddressBack, usedAt } = link
  const record = await findUserRecord(db, link.userId)
  return {
    email,
    givesAddressBack,
    mayBeByAdministrator: mayBeByAdministrator(kind, givesAddressBack),
    isDeleted: !record,
    isUsed: usedAt !== null,
    isAddressBack: record?.email === email,
  }
}

/**
 * Secures an account by a link in a notice, which works once: ends all sessions, removes passkeys added since `oldestLinkTime`,
 * revokes access that features have granted, restores the address if the link allows it, and notifies the administrators.
 * @throws {AppError} NOT_FOUND for an invalid, used or expired link
 */
export async function reportActivity(context: GuestContext, { token }: { token: string }): Promise<void> {
  await inTransaction(context, [], async ({ db, ipAddress }) => {
    const link = await findLink(db, token)
    if (!link) throw new AppError('NOT_FOUND')
    // Lock the user first: if two links are used at the same time, the second must see the changes of the first.
    const record = (await findUserRecord(db, link.userId)) && (await lockUser(db, link.userId))
    await consumeLink(db, link)
    if (record) {
      const { email, removedPasskeys } = await secureAccount(db, record, link)
      const subject = { id: record.id, name: displayNameOf(record) }
      await recordAudit(
        { db, ipAddress, actor: subject },
        {
          action: 'not-me-reported',
          subject,
          before: { email: record.email, ...(removedPasskeys && { passkey: removedPasskeys }) },
          after: { email },
        },
      )
    }
    await notifyAdministrators(db, { kind: 'not-me-reported', person: link.email, isDeleted: !record })
  })
}

async function findLink(db: Database, token: string): Promise<LinkRow | undefined> {
  const id = noticeLinkIdIn(token)
  if (id === undefined) return undefined
  const isInTime = gt(noticeLink.createdAt, oldestLinkTime)
  const [found] = await db
    .select()
    .from(noticeLink)
    .where(and(eq(noticeLink.id, id), isInTime))
  return found
}

/** Marks a notice link as used. @throws {AppError} NOT_FOUND if it was already used */
async function consumeLink(db: Database, { id, userId, createdAt, givesAddressBack }: LinkRow): Promise<void> {
  const used = await db
    .update(noticeLink)
    .set({ usedAt: now })
    .where(and(eq(noticeLink.id, id), isNull(noticeLink.usedAt)))
    .returning({ id: noticeLink.id })
  if (used.length === 0) throw new AppError('NOT_FOUND')
  if (!givesAddressBack) return
  // Invalidate later links too, because an intruder might have changed the address again, and received such a link.
  await db
    .update(noticeLink)
    .set({ usedAt: now })
    .where(and(eq(noticeLink.userId, userId), gte(noticeLink.createdAt, createdAt), isNull(noticeLink.usedAt)))
}

/** Removes an intruder's access. @returns the address that the account now has, and the number of removed passkeys */
async function secureAccount(db: Database, record: UserRecord, link: LinkRow) {
  await deleteSessions(db, record.id)
  // No passkey can be added later: adding one waits for the lock of the user, and then finds the session deleted.
  const removedPasskeys = await removeSecondFactorsSince(db, record, oldestLinkTime)
  await runSecureAccountHooks(db, record.id)
  // Forget the known browsers, so that the next sign-in from each of them sends a notice.
  const addresses = [record.email, link.email].flatMap(acceptedAddressKeys)
  await db.delete(knownBrowser).where(inArray(knownBrowser.addressKey, addresses))
  if (!link.givesAddressBack) return { email: record.email, removedPasskeys }
  await unlinkProviders(db, record.id, link.createdAt)
  return { email: await restoreAddress(db, record, link.email), removedPasskeys }
}

/** Restores the former address. If another account has that address now, keeps the present address instead of failing. */
async function restoreAddress(db: Database, { id, email }: UserRecord, formerEmail: string): Promise<string> {
  try {
    await mapDatabaseErrors([uniqueViolation('user_email_unique', 'email')], () =>
      db.transaction((inner) =>
        inner.update(user).set({ email: formerEmail, emailVerified: true }).where(eq(user.id, id)),
      ),
    )
    return formerEmail
  } catch (error) {
    if (error instanceof AppError && error.code === 'TAKEN') return email
    throw error
  }
}
