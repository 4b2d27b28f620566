import { eq } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import { user } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { maskEmail } from '#lib/mask.ts'
import { nameOf } from '#lib/names.ts'
import { inTransaction, type ActorRef, type ServiceContext } from '#service/service-context.server.ts'
import * as limits from './spent-limits.server.ts'
import * as jobs from './system-jobs.server.ts'
import type { AddressInput } from './system.schema.ts'

/** Has a mail that nobody tries any more tried again. @throws {AppError} NOT_FOUND */
export function retryDeadJob(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const subject = await jobAsSubject(context, id)
    if (!(await jobs.retryDeadJob(context.db, id))) throw new AppError('NOT_FOUND')
    await recordAudit(context, { action: 'mail-retried', subject })
  })
}

/** Gives up a mail for good. @throws {AppError} NOT_FOUND */
export function dropDeadJob(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const subject = await jobAsSubject(context, id)
    if (!(await jobs.dropDeadJob(context.db, id))) throw new AppError('NOT_FOUND')
    await recordAudit(context, { action: 'mail-dropped', subject })
  })
}

/** Gives back a limit that is used up. @throws {AppError} NOT_FOUND when it has ended meanwhile */
export function liftLimit(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const lifted = await limits.liftLimit(context.db, id)
    if (!lifted) throw new AppError('NOT_FOUND')
    // Of whose it was there is only a hash.
    await recordAudit(context, { action: 'limit-lifted', subject: nameless(lifted === 'fuse' ? appConfig.name : '…') })
  })
}

/** Tells which limits count for an e-mail address, whether or not somebody has it. */
export function findLimitsOf({ db }: ServiceContext, { email }: AddressInput): Promise<limits.AddressLimit[]> {
  return limits.findLimitsOf(db, email)
}

/** Gives back all limits of an e-mail address: the way in for whoever strangers have locked out of new browsers. */
export function liftLimitsOf(context: ServiceContext, { email }: AddressInput): Promise<void> {
  return inTransaction(context, [], async (context) => {
    await limits.liftLimitsOf(context.db, email)
    const [person] = await context.db
      .select({ id: user.id, name: user.name, email: user.email })
      .from(user)
      .where(eq(user.email, email))
    const subject = person ? { id: person.id, name: nameOf(person) } : nameless(maskEmail(email))
    await recordAudit(context, { action: 'limit-lifted', subject })
  })
}

async function jobAsSubject({ db }: ServiceContext, id: string): Promise<ActorRef> {
  const job = await jobs.findDeadJob(db, id)
  if (!job) throw new AppError('NOT_FOUND')
  return nameless(job.maskedEmail ?? job.task)
}

/** History names a subject by an id of its own: this one has no row that another event could be about. */
function nameless(name: string): ActorRef {
  return { id: crypto.randomUUID(), name }
}
