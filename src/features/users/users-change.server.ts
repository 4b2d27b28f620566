import { eq, sql } from 'drizzle-orm'
import { endInvitation, inviteUser } from '#auth/account-invitations.server.ts'
import { unlinkProviders } from '#auth/provider-accounts.server.ts'
import { passkeysKeptOnEmailChange, removeSecondFactorsSince } from '#auth/second-factor.server.ts'
import { endSessionsExcept } from '#auth/user-sessions.server.ts'
import type { Database } from '#db/client.ts'
import { fieldMap } from '#db/field-map.ts'
import { takeRoom } from '#db/limits.ts'
import { user } from '#db/schema.ts'
import { lastAdministratorViolation, uniqueViolation } from '#db/violations.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { enqueueNotice, notifyAdministrators } from '#queue/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { getUserRecord, lockUser, type UserRecord } from '#user/find-user.server.ts'
import { findWhenAdministratorChangedEmail, protectedUntil, refuseProtectedUser } from '#user/protected-user.server.ts'
import { inTransaction, type AdministratorContext, type ServiceContext } from '#service/service-context.server.ts'
import { userFields, type NewUserFields, type UserFields, type UserFormData } from './users.schema.ts'

const fieldMapping = fieldMap(user, userFields)
const emailTaken = uniqueViolation('user_email_unique', 'email')

/** Returns the fields of a user that administrators can change. @throws {AppError} NOT_FOUND */
export async function getUserFields({ db }: ServiceContext, { id }: { id: string }): Promise<UserFields> {
  return fieldMapping.toFields(await getUserRecord(db, id))
}

/** Returns the initial values of a user's form. @throws {AppError} NOT_FOUND */
export async function getUserForm({ db }: ServiceContext, { id }: { id: string }): Promise<UserFormData> {
  const record = await getUserRecord(db, id)
  return { ...fieldMapping.toFields(record), protectedUntil: protectedUntil(record)?.toISOString() ?? null }
}

/**
 * Adds a user, who signs in with a code sent to their address, and invites them by email if a language is given.
 * @throws {AppError} TAKEN if the address is in use, also in a race; TOO_MANY_INVITATIONS, TOO_MANY_TODAY; SESSION_EXPIRED
 * for a new administrator without a recent authentication
 */
export async function createUser(
  context: AdministratorContext,
  { invitation = '', ...input }: UserFields & { invitation?: NewUserFields['invitation'] },
): Promise<{ id: string }> {
  if (input.role === 'admin') await context.requireRecentAuthentication()
  return inTransaction(context, [emailTaken], async (context) => {
    await takeRoom(context, 'user')
    const after = fieldMapping.toRow(input)
    const [made] = await context.db.insert(user).values(after).returning({ id: user.id })
    if (!made) throw new AppError('UNKNOWN_ERROR')
    await recordAudit(context, { action: 'user-created', subject: { id: made.id, name: after.name }, after })
    if (input.role === 'admin') {
      const notice = { kind: 'administrator-changed', person: input.email } as const
      await notifyAdministrators(context.db, notice, { isOfNewcomer: true })
    }
    if (invitation !== '') await inviteUser(context, { id: made.id, language: invitation, addsPerson: true })
    return made
  })
}

/**
 * Changes a user. A new address counts as verified, and ends the user's sessions and provider sign-ins; an email to the old
 * address has a link that restores the old address. The address of an administrator, also of a former one for some days,
 * cannot be changed by others.
 * @throws {AppError} SESSION_EXPIRED if address or role changes without a recent authentication; NOT_FOUND; TAKEN if the
 * address is in use, also in a race; NOT_ON_YOURSELF for an administrator's own role and address; FORBIDDEN for another's
 * address, ADMINISTRATOR_UNTIL_RECENTLY; LAST_ADMINISTRATOR, also when two demote each other at the same moment
 */
export function updateUser(
  context: AdministratorContext,
  { id, ...input }: UserFields & { id: string },
): Promise<void> {
  return inTransaction(context, [emailTaken, lastAdministratorViolation], async (context) => {
    const record = await lockUser(context.db, id)
    const before = fieldMapping.pick(record)
    const after = fieldMapping.toRow(input)
    const changed = { email: after.email !== before.email, role: after.role !== before.role }
    if (id === context.actor.id) refuseChangeOfSelf(changed)
    if (fieldMapping.isSame(before, after)) return
    await requireAllowedChange(context, record, changed)
    const givenAt = await findWhenAdministratorChangedEmail(context.db, id)
    await context.db
      .update(user)
      .set({ ...after, ...(changed.email && { emailVerified: true }) })
      .where(eq(user.id, id))
    const untrustedSince = changed.role && after.role === 'admin' ? givenAt : null
    const removed = await removeUntrustedMethods(context.db, id, {
      isEmailChanged: changed.email,
      untrustedSince,
    })
    const subject = { id, name: after.name }
    await recordAudit(context, {
      action: 'user-updated',
      subject,
      before: { ...before, ...removed },
      after: { ...after, ...(changed.email && (await passkeysKeptOnEmailChange(context.db, id))) },
    })
    if (changed.email) await endInvitation(context.db, id)
    if (changed.email || untrustedSince) await endSessionsExcept(context, { user: subject })
    await notifyOfUpdate(context.db, {
      user: record,
      after,
      changed,
      // The link in the email restores the old address only if the user has signed in with it, and no administrator set it.
      givesAddressBack: givenAt === null && record.lastSignInAt !== null,
    })
  })
}

type ChangedFields = UserUpdate['changed']

/** Checks whether a user can be changed. @throws {AppError} FORBIDDEN, ADMINISTRATOR_UNTIL_RECENTLY, SESSION_EXPIRED */
async function requireAllowedChange(context: AdministratorContext, record: UserRecord, changed: ChangedFields) {
  if (changed.email && record.role === 'admin')
    throw new AppError('FORBIDDEN', { fields: { email: 'emailOfAdministrator' } })
  if (changed.email) refuseProtectedUser(record, 'email')
  if (changed.email || changed.role) await context.requireRecentAuthentication()
}

interface MethodRemoval {
  isEmailChanged: boolean
  /** The time when an administrator set the email of a user who now becomes one. Sign-in methods added since are removed. */
  untrustedSince: Date | null
}

/**
 * Unlinks all providers after a change of email. If the user becomes an administrator, removes the providers and passkeys that
 * were added since an administrator set the email.
 * @returns their names for the history
 */
async function removeUntrustedMethods(db: Database, id: string, { isEmailChanged, untrustedSince }: MethodRemoval) {
  const since = untrustedSince ?? undefined
  const providers = isEmailChanged || since ? await unlinkProviders(db, id, isEmailChanged ? undefined : since) : null
  const madeSince = since && sql`${since.toISOString()}::timestamptz`
  const passkey = madeSince ? await removeSecondFactorsSince(db, { id, role: 'user' }, madeSince) : null
  return { ...(providers && { providers }), ...(passkey && { passkey }) }
}

interface UserUpdate {
  user: UserRecord
  after: Pick<UserFields, 'email' | 'role'>
  changed: { email: boolean; role: boolean }
  givesAddressBack: boolean
}

async function notifyOfUpdate(db: Database, { user: record, after, changed, givesAddressBack }: UserUpdate) {
  const { id: userId, email, language } = record
  if (changed.email) await enqueueNotice(db, { kind: 'email-changed', email, language, userId, givesAddressBack })
  if (!changed.role) return
  await enqueueNotice(db, {
    kind: 'role-changed',
    email: after.email,
    language,
    userId,
    values: { role: after.role },
  })
  await notifyAdministrators(db, { kind: 'administrator-changed', person: after.email })
}

/** Throws if administrators change their own role, or their own address, which requires a code on the account page. */
function refuseChangeOfSelf(changed: { email: boolean; role: boolean }) {
  const field = changed.role ? 'role' : changed.email ? 'email' : undefined
  if (field) throw new AppError('NOT_ON_YOURSELF', { field })
}
