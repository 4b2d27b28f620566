import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import type { Database } from '#db/client.ts'
import { takeRoom } from '#db/limits.ts'
import { bulkJob, bulkJobRow, now } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { inTransaction, type AdministratorContext } from '#service/service-context.server.ts'
import { bulkKind, type BulkKind, type BulkSelection } from './bulk-kind.server.ts'
import { requireBulkPermission, undoDeadline } from './bulk-rights.server.ts'
import { getBulkJob } from './read-bulk-jobs.server.ts'
import { enqueueBulkJob, runBulkJob } from './run-bulk-job.server.ts'

const { rowsAtOnce } = appConfig.bulk

/** Seconds after which the queue runs a small job, unless the request that started the job has already completed it. */
const QUEUE_DELAY_S = 10

interface NewBulkJob {
  kind: string
  selection: BulkSelection
  input: unknown
}

/**
 * Starts a bulk job. A job with few rows runs in this request; a larger job runs in the queue, even if the page is closed.
 * @returns the id of the job; read the outcomes of its rows separately
 * @throws {AppError} SESSION_EXPIRED or FORBIDDEN, as `requireBulkPermission`; TOO_MANY_TODAY
 */
export async function startBulkJob(
  context: AdministratorContext,
  { kind: name, selection, input }: NewBulkJob,
): Promise<{ id: string }> {
  const kind = bulkKind(name)
  await requireBulkPermission(context, kind)
  const isAtOnce = 'ids' in selection && selection.ids.length <= rowsAtOnce
  const { id } = await inTransaction(context, [], async (context) => {
    const { actor } = context
    await takeRoom(context, 'bulkJob')
    const [made] = await context.db
      .insert(bulkJob)
      .values({
        kind: name,
        status: 'queued',
        actorId: actor.id,
        actorName: actor.name,
        input,
        filter: 'filter' in selection ? selection.filter : null,
      })
      .returning({ id: bulkJob.id })
    if (!made) throw new AppError('UNKNOWN_ERROR')
    if ('ids' in selection) await addRows(context, made.id, kind, selection.ids)
    await recordAudit(context, { action: 'bulk-job-started', subject: { id: made.id, name } })
    await enqueueBulkJob(context.db, made.id, isAtOnce ? QUEUE_DELAY_S : 0)
    return made
  })
  // If this run fails or the process dies, the queue processes the remaining rows.
  if (isAtOnce) await runBulkJob(context.db, id)
  return { id }
}

/**
 * Runs a bulk action on a single subject, and saves the data to undo it. Saves nothing if the action throws.
 * @throws {AppError} SESSION_EXPIRED or FORBIDDEN, as `requireBulkPermission`; TOO_MANY_TODAY; the errors of the action
 */
export async function applyWithUndo(
  context: AdministratorContext,
  { kind: name, id: subjectId, input }: { kind: string; id: string; input: unknown },
): Promise<{ id: string }> {
  const kind = bulkKind(name)
  await requireBulkPermission(context, kind)
  return inTransaction(context, [], async (context) => {
    const { db, actor } = context
    await takeRoom(context, 'bulkJob')
    const named = { id: subjectId, name: '' }
    const { before, subject = named } = await kind.apply(context, { subject: named, input, own: null })
    const [made] = await db
      .insert(bulkJob)
      .values({
        kind: name,
        status: 'done',
        actorId: actor.id,
        actorName: actor.name,
        input,
        total: 1,
        done: 1,
        startedAt: now,
        finishedAt: now,
        undoUntil: kind.undo ? undoDeadline : null,
      })
      .returning({ id: bulkJob.id })
    if (!made) throw new AppError('UNKNOWN_ERROR')
    await db.insert(bulkJobRow).values({
      jobId: made.id,
      position: 1,
      subjectId,
      subjectName: subject.name,
      outcome: 'done',
      before,
    })
    return made
  })
}

/**
 * Undoes a job, or stops it and undoes the rows that are done so far. A second call changes nothing.
 * @throws {AppError} NOT_FOUND; SESSION_EXPIRED, FORBIDDEN; CANNOT_UNDO if it is too late or the action has no undo
 */
export async function undoBulkJob(context: AdministratorContext, { id }: { id: string }): Promise<void> {
  const kind = bulkKind((await getBulkJob(context, { id })).kind)
  await requireBulkPermission(context, kind)
  const isAtOnce = await inTransaction(context, [], async (context) => {
    const { db, actor } = context
    const job = await lockBulkJob(db, id)
    if (job.status === 'undoing' || job.status === 'undone') return false
    if (!kind.undo || !job.canUndo) throw new AppError('CANNOT_UNDO')
    await db
      .update(bulkJob)
      .set({ status: 'undoing', filter: null, undoneById: actor.id, undoneByName: actor.name })
      .where(eq(bulkJob.id, id))
    await recordAudit(context, { action: 'bulk-job-undone', subject: { id, name: job.kind } })
    const isSmall = job.total <= rowsAtOnce
    await enqueueBulkJob(db, id, isSmall ? QUEUE_DELAY_S : 0)
    return isSmall
  })
  if (isAtOnce) await runBulkJob(context.db, id)
}

async function addRows(
  { db, actor }: AdministratorContext,
  jobId: string,
  kind: BulkKind,
  ids: string[],
): Promise<void> {
  if (!kind.find) throw new AppError('INVALID_INPUT')
  const unique = [...new Set(ids)]
  await db.execute(sql`
    insert into ${bulkJobRow} (job_id, position, subject_id, subject_name)
    select ${jobId}::uuid, wanted.position, wanted.id, found.name
    from unnest(${sql.param(unique)}::uuid[]) with ordinality as wanted (id, position)
    left join (${kind.find({ ids: unique }, now, actor.id)}) as found on found.id = wanted.id`)
  await db.update(bulkJob).set({ total: unique.length }).where(eq(bulkJob.id, jobId))
}

const CAN_UNDO = sql<boolean>`(
  ${bulkJob.status} in ('queued', 'running') or (${bulkJob.status} = 'done' and coalesce(${bulkJob.undoUntil} > now(), false))
)`

async function lockBulkJob(db: Database, id: string) {
  const [job] = await db
    .select({ kind: bulkJob.kind, status: bulkJob.status, total: bulkJob.total, canUndo: CAN_UNDO })
    .from(bulkJob)
    .where(eq(bulkJob.id, id))
    .for('update')
  if (!job) throw new AppError('NOT_FOUND')
  return job
}
