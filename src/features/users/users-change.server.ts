import { eq } from 'drizzle-orm'
import { unlinkProviders } from '#auth/provider-accounts.server.ts'
import { endSessions } from '#auth/user-sessions.server.ts'
import { fieldMap } from '#db/field-map.ts'
import { user } from '#db/schema.ts'
import { lastAdministrator, uniqueViolation } from '#db/violations.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { enqueueNotice } from '#jobs/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { getPerson, lockPerson } from '#person/find-person.server.ts'
import { inTransaction, type ServiceContext } from '#service/service-context.server.ts'
import { userFields, type UserFields } from './users.schema.ts'

const fields = fieldMap(user, userFields)
const emailTaken = uniqueViolation('user_email_unique', 'email')

/** Reads what an administrator may change of a person, as it is. @throws {AppError} NOT_FOUND */
export async function getUserFields({ db }: ServiceContext, { id }: { id: string }): Promise<UserFields> {
  return fields.toFields(await getPerson(db, id))
}

/** Adds a person, who signs in by a code to their address. @throws {AppError} TAKEN when it is in use, also in a race */
export function createUser(context: ServiceContext, input: UserFields): Promise<{ id: string }> {
  return inTransaction(context, [emailTaken], async (context) => {
    const after = fields.toRow(input)
    const [made] = await context.db.insert(user).values(after).returning({ id: user.id })
    if (!made) throw new AppError('UNKNOWN_ERROR')
    await recordAudit(context, { action: 'user-created', subject: { id: made.id, name: after.name }, after })
    return made
  })
}

/**
 * Changes a person. Another address counts as verified, ends their sessions and their ways to sign in through providers, and
 * the old one is told by mail.
 * @throws {AppError} NOT_FOUND; TAKEN when the address is in use, also in a race; NOT_ON_YOURSELF for an
 * administrator's own role and address; LAST_ADMINISTRATOR, also when two demote each other at the same moment
 */
export function updateUser(context: ServiceContext, { id, ...input }: UserFields & { id: string }): Promise<void> {
  return inTransaction(context, [emailTaken, lastAdministrator], async (context) => {
    const person = await lockPerson(context.db, id)
    const before = fields.pick(person)
    const after = fields.toRow(input)
    const hasNewEmail = after.email !== before.email
    if (id === context.actor.id) refuseOnSelf({ email: hasNewEmail, role: after.role !== before.role })
    if (fields.isSame(before, after)) return

    await context.db
      .update(user)
      .set({ ...after, ...(hasNewEmail && { emailVerified: true }) })
      .where(eq(user.id, id))
    const providers = hasNewEmail ? await unlinkProviders(context.db, id) : null
    const subject = { id, name: after.name }
    await recordAudit(context, {
      action: 'user-updated',
      subject,
      before: { ...before, ...(providers && { providers }) },
      after,
    })
    if (!hasNewEmail) return
    await endSessions(context, { person: subject })
    await enqueueNotice(context.db, { kind: 'email-changed', email: before.email, language: person.language })
  })
}

/** An own address is changed on the account page, which asks for a code; an own role not at all. */
function refuseOnSelf(changed: { email: boolean; role: boolean }) {
  const field = changed.role ? 'role' : changed.email ? 'email' : undefined
  if (field) throw new AppError('NOT_ON_YOURSELF', { field })
}
