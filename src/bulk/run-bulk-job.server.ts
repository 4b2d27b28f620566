import { and, eq, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { database, withBackgroundDatabase, type Database } from '#db/client.ts'
import { bulkJob, bulkJobRow, now, user } from '#db/schema.ts'
import { defineTask, enqueue } from '#queue/define-task.server.ts'
import { addInAppNotice } from '#queue/in-app-notices.server.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import type { ActorRef, AdministratorContext } from '#service/service-context.server.ts'
import { bulkKind, type BulkKind } from './bulk-kind.server.ts'
import { hasBulkPermission, undoDeadline } from './bulk-rights.server.ts'
import { processRows, skipPendingRows, lockNextRows } from './bulk-rows.server.ts'

/** The maximum number of rows in one transaction; fewer if the rows take long. */
const BATCH_SIZE = 50

type Job = typeof bulkJob.$inferSelect

interface RunOptions {
  /** Milliseconds during which batches are started; at least one batch runs. */
  forMs?: number
  /** Runs work with a database that has no request deadlines. */
  withBackgroundDb?: typeof withBackgroundDatabase
}

/**
 * Applies or undoes the rows of a job, batch by batch. Each batch is a transaction that locks the job and includes the
 * outcomes of its rows. If a run stops at any point, the next run continues there, and no row is processed twice.
 * @returns whether there is more to do
 * @throws if the database is unavailable or too busy
 */
export async function runBulkJob(
  db: Database,
  id: string,
  { forMs = Infinity, withBackgroundDb = withBackgroundDatabase }: RunOptions = {},
): Promise<boolean> {
  const endsAt = performance.now() + forMs
  if (await hasPendingFilter(db, id)) await withBackgroundDb((db) => addMatchingRows(db, id))
  let isLeft: boolean
  do isLeft = await runNextBatch(db, id)
  while (isLeft && performance.now() < endsAt)
  return isLeft
}

/** Milliseconds after which a bulk job lets other jobs run; short, so that no job and no stopping server waits long. */
const MAX_RUN_MS = 2_000

/** Runs a bulk job for `MAX_RUN_MS`, and queues it again if rows are left. */
export const bulkJobTask = defineTask({
  name: 'run-bulk-job',
  payload: z.object({ id: z.string() }),
  run: async ({ id }) => {
    if (await runBulkJob(database(), id, { forMs: MAX_RUN_MS })) await enqueueBulkJob(database(), id)
  },
})

/**
 * Queues a run of a bulk job, in the transaction that creates or changes the job. Only one bulk job runs at a time, and a long
 * job is queued again and again, so that mails do not wait for it.
 * @param afterSeconds the delay of the run, during which the caller processes the rows itself
 */
export function enqueueBulkJob(db: Database, id: string, afterSeconds = 0): Promise<void> {
  return enqueue(db, bulkJobTask, { id }, { queue: 'bulk', key: `bulk:${id}`, afterSeconds })
}

async function hasPendingFilter(db: Database, id: string): Promise<boolean> {
  const isPending = and(eq(bulkJob.id, id), eq(bulkJob.status, 'queued'), isNotNull(bulkJob.filter))
  return (await db.$count(bulkJob, isPending)) > 0
}

/** Adds a row for each match of a job's filter, in one statement, so that later matches are not part of the job. */
async function addMatchingRows(db: Database, id: string): Promise<void> {
  await db.transaction(async (db) => {
    const job = await lockJob(db, id)
    if (job?.status !== 'queued' || job.filter === null) return
    const before = sql`${job.createdAt.toISOString()}::timestamptz`
    const found = bulkKind(job.kind).find?.({ filter: job.filter }, before, job.actorId)
    const frozen = await db.execute(sql`
      insert into ${bulkJobRow} (job_id, position, subject_id, subject_name)
      select ${id}::uuid, row_number() over (), found.id, found.name from (${found}) as found`)
    await db.update(bulkJob).set({ filter: null, total: frozen.count }).where(eq(bulkJob.id, id))
  })
}

/** Applies or undoes the job for its next rows. @returns whether further rows might remain */
async function runNextBatch(db: Database, id: string): Promise<boolean> {
  try {
    return await db.transaction((db) => runNextRows(db, id, BATCH_SIZE))
  } catch (error) {
    log.warn(
      { event: 'bulk.batch_retried', jobId: id, name: nameOfError(error) },
      'a batch of a bulk job failed; its rows are retried one by one',
    )
    // Retry a single row: one slow row might have used up the time of the whole batch.
    return db.transaction((db) => runNextRows(db, id, 1))
  }
}

async function runNextRows(db: Database, id: string, most: number): Promise<boolean> {
  const job = await lockJob(db, id)
  if (job?.status === 'queued' || job?.status === 'running') return applyRows(db, job, most)
  if (job?.status === 'undoing') return undoRows(db, job, most)
  return false
}

/** Locks a job until the transaction ends, so that only one process works on its rows. Others can still read the job. */
async function lockJob(db: Database, id: string): Promise<Job | undefined> {
  const [job] = await db.select().from(bulkJob).where(eq(bulkJob.id, id)).for('no key update')
  return job
}

async function applyRows(db: Database, job: Job, most: number) {
  const { id, kind: name, input, actorId, actorName, status } = job
  const kind = bulkKind(name)
  const context = jobContext(db, id, { id: actorId, name: actorName })
  if (status === 'queued') await updateJob(db, id, { status: 'running', startedAt: now })
  if (!(await hasBulkPermission(context, kind))) {
    if (await skipPendingRows(db, id, { outcome: 'refused', code: 'FORBIDDEN' })) return true
    return finishJob(db, job, kind)
  }
  const rows = await lockNextRows(db, { jobId: id, kind, outcome: 'pending', most })
  if (rows.length === 0) return finishJob(db, job, kind)
  await processRows(db, id, { rows, refusal: 'refused' }, async (db, row) => {
    const applied = await kind.apply({ ...context, db }, { ...row, input })
    return { outcome: 'done', ...applied }
  })
  return true
}

/** Finishes a job whose rows are applied. For a large job, the user gets a notice in the app; a small one ends in its request. */
async function finishJob(
  db: Database,
  { id, actorId, input, total, done, refused }: Job,
  kind: BulkKind,
): Promise<false> {
  const undoUntil = kind.undo ? sql`case when ${bulkJob.done} > 0 then ${undoDeadline} end` : null
  await updateJob(db, id, { status: 'done', finishedAt: now, undoUntil })
  if (total > appConfig.bulk.rowsAtOnce)
    await addInAppNotice(db, {
      kind: refused > 0 ? 'job-incomplete' : 'job-done',
      to: eq(user.id, actorId),
      path: `/manager/jobs/${id}`,
      values: { target: fileNameIn(input), done, refused },
    })
  return false
}

/** Returns the name of the file that a job imports. */
function fileNameIn(input: unknown): string | undefined {
  return (input as { fileName?: string } | null)?.fileName
}

async function undoRows(db: Database, { id, kind: name, input, undoneById, undoneByName }: Job, most: number) {
  // Rows that were never done need no undo.
  if (await skipPendingRows(db, id, { outcome: 'undone' })) return true
  const kind = bulkKind(name)
  const context = jobContext(db, id, { id: undoneById ?? '', name: undoneByName ?? '' })
  if (!(await hasBulkPermission(context, kind))) return stopUndo(db, id)
  const rows = await lockNextRows(db, { jobId: id, kind, outcome: 'done', most })
  if (rows.length === 0) {
    // After this time `clearUndoData` clears the data of the rows.
    const undoUntil = sql`coalesce(${bulkJob.undoUntil}, ${undoDeadline})`
    await updateJob(db, id, { status: 'undone', undoUntil, undoFinishedAt: now })
    return false
  }
  await processRows(db, id, { rows, refusal: 'undo-refused' }, async (db, row) => {
    await kind.undo?.({ ...context, db }, { ...row, input })
    return { outcome: 'undone' }
  })
  return true
}

/** Stops an undo whose user has lost the permission, so that another user can undo the remaining rows. */
async function stopUndo(db: Database, id: string): Promise<false> {
  await updateJob(db, id, {
    status: 'done',
    finishedAt: sql`coalesce(${bulkJob.finishedAt}, now())`,
    undoUntil: sql`coalesce(${bulkJob.undoUntil}, ${undoDeadline})`,
    undoneById: null,
    undoneByName: null,
  })
  return false
}

function updateJob(db: Database, id: string, changes: Parameters<ReturnType<Database['update']>['set']>[0]) {
  return db.update(bulkJob).set(changes).where(eq(bulkJob.id, id))
}

/** Returns a context without a session: the recent sign-in was checked at the start, and the session might have ended. */
function jobContext(db: Database, jobId: string, actor: ActorRef): AdministratorContext {
  const requireRecentAuthentication = () => Promise.resolve()
  return {
    db,
    actor,
    ipAddress: undefined,
    language: appConfig.defaultLanguage,
    jobId,
    requireRecentAuthentication,
  }
}
