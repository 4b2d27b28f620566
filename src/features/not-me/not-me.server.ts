import { and, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import { unlinkProviders } from '#auth/provider-accounts.server.ts'
import { removeSecondFactors } from '#auth/second-factor.server.ts'
import { deleteSessions } from '#auth/user-sessions.server.ts'
import type { Database } from '#db/client.ts'
import { apiKey, knownBrowser, noticeLink, user } from '#db/schema.ts'
import { mapDatabaseErrors, uniqueViolation } from '#db/violations.ts'
import { noticeLinkIdIn } from '#jobs/notice-link.server.ts'
import { notifyAdministrators } from '#jobs/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { nameOf } from '#lib/names.ts'
import { mayBeByAdministrator } from '#mail/notice-kinds.ts'
import { acceptedAddressKeys } from '#one-time-code/code-requester.server.ts'
import { findPerson, lockPerson, type Person } from '#person/find-person.server.ts'
import { inTransaction, type GuestContext } from '#service/service-context.server.ts'
import type { NoticeLink } from './not-me.schema.ts'

type LinkRow = typeof noticeLink.$inferSelect

/**
 * The earliest moment that a link speaks for. Whoever came in has caused a notice before this one, perhaps: what was made
 * between the two is as likely theirs.
 */
const firstNotice = sql`now() - make_interval(days => ${appConfig.notices.linkDays})`

/** Finds what the link of a notice can do; null for one that is none, or too old. */
export async function findNoticeLink({ db }: GuestContext, { token }: { token: string }): Promise<NoticeLink | null> {
  const link = await findLink(db, token)
  if (!link) return null
  const { kind, email, givesAddressBack, usedAt } = link
  const person = await findPerson(db, link.userId)
  return {
    email,
    givesAddressBack,
    mayBeByAdministrator: mayBeByAdministrator(kind, givesAddressBack),
    isDeleted: !person,
    isUsed: usedAt !== null,
    isAddressBack: person?.email === email,
  }
}

/**
 * Takes back what a notice told: all sessions of the account end, passkeys made in the days of a link's life and all API
 * keys go, its address becomes again what it was if the link says so, and the administrators are told. A link works once.
 * @throws {AppError} NOT_FOUND for a link that is none, was used, or is too old
 */
export async function disownNotice(context: GuestContext, { token }: { token: string }): Promise<void> {
  await inTransaction(context, [], async ({ db, ipAddress }) => {
    const link = await findLink(db, token)
    if (!link) throw new AppError('NOT_FOUND')
    // First, for of two links of one person the later one must see what became of it.
    const person = (await findPerson(db, link.userId)) && (await lockPerson(db, link.userId))
    await useUp(db, link)
    if (person) {
      const { email, removedPasskeys } = await secureAccount(db, person, link)
      const subject = { id: person.id, name: nameOf(person) }
      await recordAudit(
        { db, ipAddress, actor: subject },
        {
          action: 'not-me-reported',
          subject,
          before: { email: person.email, ...(removedPasskeys && { passkey: removedPasskeys }) },
          after: { email },
        },
      )
    }
    await notifyAdministrators(db, { kind: 'not-me-reported', person: link.email, isDeleted: !person })
  })
}

async function findLink(db: Database, token: string): Promise<LinkRow | undefined> {
  const id = noticeLinkIdIn(token)
  if (id === undefined) return undefined
  const isInTime = gt(noticeLink.createdAt, firstNotice)
  const [found] = await db
    .select()
    .from(noticeLink)
    .where(and(eq(noticeLink.id, id), isInTime))
  return found
}

/** @throws {AppError} NOT_FOUND when it was used before */
async function useUp(db: Database, { id, userId, createdAt, givesAddressBack }: LinkRow): Promise<void> {
  const used = await db
    .update(noticeLink)
    .set({ usedAt: sql`now()` })
    .where(and(eq(noticeLink.id, id), isNull(noticeLink.usedAt)))
    .returning({ id: noticeLink.id })
  if (used.length === 0) throw new AppError('NOT_FOUND')
  if (!givesAddressBack) return
  // Who took the account over may have gone on to a third address, and would have a link of their own in the second mailbox.
  await db
    .update(noticeLink)
    .set({ usedAt: sql`now()` })
    .where(and(eq(noticeLink.userId, userId), gte(noticeLink.createdAt, createdAt), isNull(noticeLink.usedAt)))
}

/** @returns the address of the account from now on, and what else it lost */
async function secureAccount(db: Database, person: Person, link: LinkRow) {
  await deleteSessions(db, person.id)
  // Sessions that ended cannot make more of them: adding looks at the session with the person held.
  const removedPasskeys = await removeSecondFactors(db, person, firstNotice)
  // All of them: their owner can make new ones, and nobody can tell which were theirs.
  await db.delete(apiKey).where(eq(apiKey.userId, person.id))
  // So that the next sign-in from any of them is told of.
  const addresses = [person.email, link.email].flatMap(acceptedAddressKeys)
  await db.delete(knownBrowser).where(inArray(knownBrowser.addressKey, addresses))
  if (!link.givesAddressBack) return { email: person.email, removedPasskeys }
  await unlinkProviders(db, person.id, link.createdAt)
  return { email: await giveAddress(db, person, link.email), removedPasskeys }
}

/** By now it may be somebody else's: then all the rest has to happen all the same. */
async function giveAddress(db: Database, { id, email }: Person, formerEmail: string): Promise<string> {
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
