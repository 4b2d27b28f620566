import { eq } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import { user } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { maskEmail } from '#lib/mask.ts'
import { displayNameOf } from '#lib/names.ts'
import { inTransaction, type ActorRef, type ServiceContext } from '#service/service-context.server.ts'
import * as limits from './exhausted-limits.server.ts'
import * as jobs from './system-jobs.server.ts'
import type { AddressInput } from './system.schema.ts'

/** Retries an email that is no longer retried automatically. @throws {AppError} NOT_FOUND */
export function retryDeadJob(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const subject = await subjectOfJob(context, id)
    if (!(await jobs.retryDeadJob(context.db, id))) throw new AppError('NOT_FOUND')
    await recordAudit(context, { action: 'mail-retried', subject })
  })
}

/** Discards an undelivered email. @throws {AppError} NOT_FOUND */
export function dropDeadJob(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const subject = await subjectOfJob(context, id)
    if (!(await jobs.dropDeadJob(context.db, id))) throw new AppError('NOT_FOUND')
    await recordAudit(context, { action: 'mail-dropped', subject })
  })
}

/** Resets an exhausted limit. @throws {AppError} NOT_FOUND if it has already ended */
export function liftLimit(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const lifted = await limits.liftLimit(context.db, id)
    if (!lifted) throw new AppError('NOT_FOUND')
    // The subject names no address or network, because only their hashes are stored.
    await recordAudit(context, {
      action: 'limit-lifted',
      subject: refWithRandomId(lifted === 'fuse' ? appConfig.name : '…'),
    })
  })
}

/** Resets all limits of an email address, so that a user who is locked out of new browsers by an attack can sign in. */
export function liftLimitsOf(context: ServiceContext, { email }: AddressInput): Promise<void> {
  return inTransaction(context, [], async (context) => {
    await limits.liftLimitsOf(context.db, email)
    const [record] = await context.db
      .select({ id: user.id, name: user.name, email: user.email })
      .from(user)
      .where(eq(user.email, email))
    const subject = record ? { id: record.id, name: displayNameOf(record) } : refWithRandomId(maskEmail(email))
    await recordAudit(context, { action: 'limit-lifted', subject })
  })
}

async function subjectOfJob({ db }: ServiceContext, id: string): Promise<ActorRef> {
  const job = await jobs.findDeadMailJob(db, id)
  if (!job) throw new AppError('NOT_FOUND')
  return refWithRandomId(job.maskedEmail ?? job.task)
}

/** Returns a subject for the history with a random ID, because rate limits and jobs have no ID that other entries refer to. */
function refWithRandomId(name: string): ActorRef {
  return { id: crypto.randomUUID(), name }
}
