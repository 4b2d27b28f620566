import { and, eq, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { database, type Database } from '#db/client.ts'
import { withPatientDatabase } from '#db/patient-database.ts'
import { bulkJob, bulkJobRow } from '#db/schema.ts'
import { defineTask, enqueue } from '#jobs/define-task.server.ts'
import { log } from '#lib/log.server.ts'
import type { ActorRef, AdministratorContext } from '#service/service-context.server.ts'
import { bulkKind, type BulkKind } from './bulk-kind.server.ts'
import { mayDo, undoEnd } from './bulk-rights.server.ts'
import { doRows, markPending, takeRows } from './bulk-rows.server.ts'

/** So many rows are done in one transaction, or fewer where they take long. */
const ROWS = 50

type Job = typeof bulkJob.$inferSelect

interface Running {
  /** For how long batches are begun before this returns, in milliseconds: one at least. */
  forMs?: number
  /** Lends a database without the deadlines of requests. */
  patiently?: typeof withPatientDatabase
}

/**
 * Does the rows of a job, or undoes them, batch by batch: each in a transaction that holds the job, together with what became
 * of its rows. Wherever this ends, whoever runs the job next goes on from there, and no row is done twice.
 * @returns whether something is left to do
 * @throws when the database is away, or too busy
 */
export async function runBulkJob(
  db: Database,
  id: string,
  { forMs = Infinity, patiently = withPatientDatabase }: Running = {},
): Promise<boolean> {
  const endsAt = performance.now() + forMs
  if (await isToBeFrozen(db, id)) await patiently((db) => freezeRows(db, id))
  let isLeft: boolean
  do isLeft = await runBatch(db, id)
  while (isLeft && performance.now() < endsAt)
  return isLeft
}

/** For so long the queue stays with one job, in milliseconds: others have a turn, and a server that stops does so soon. */
const TURN_MS = 2_000

/** Runs a bulk job for as long as its turn takes, and then in another. */
export const bulkJobTask = defineTask({
  name: 'run-bulk-job',
  payload: z.object({ id: z.string() }),
  run: async ({ id }) => {
    if (await runBulkJob(database(), id, { forMs: TURN_MS })) await enqueueBulkJob(database(), id)
  },
})

/**
 * Queues the work of a bulk job, in the transaction that gives it something to do. One bulk job runs at a time, and a long one
 * lets others have a turn: mails wait for none of them.
 * @param afterSeconds for how long the queue leaves it to who calls this
 */
export function enqueueBulkJob(db: Database, id: string, afterSeconds = 0): Promise<void> {
  return enqueue(db, bulkJobTask, { id }, { queue: 'bulk', key: `bulk:${id}`, afterSeconds })
}

async function isToBeFrozen(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: bulkJob.id })
    .from(bulkJob)
    .where(and(eq(bulkJob.id, id), eq(bulkJob.status, 'queued'), isNotNull(bulkJob.filter)))
  return rows.length > 0
}

/** Makes rows of all that the filter of a job fits, by one statement: what comes to fit it later is not the job's. */
async function freezeRows(db: Database, id: string): Promise<void> {
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

async function runBatch(db: Database, id: string): Promise<boolean> {
  try {
    return await db.transaction((db) => runRows(db, id, ROWS))
  } catch (error) {
    log.warn({ event: 'bulk.batch_repeated', jobId: id, name: error instanceof Error ? error.name : 'unknown' })
    // One row may be what takes so long that the others have no time left.
    return db.transaction((db) => runRows(db, id, 1))
  }
}

async function runRows(db: Database, id: string, most: number): Promise<boolean> {
  const job = await lockJob(db, id)
  if (job?.status === 'queued' || job?.status === 'running') return applyRows(db, job, most)
  if (job?.status === 'undoing') return undoRows(db, job, most)
  return false
}

/** Holds a job until the transaction ends, so that nobody else does its rows; reading it and its rows goes on. */
async function lockJob(db: Database, id: string): Promise<Job | undefined> {
  const [job] = await db.select().from(bulkJob).where(eq(bulkJob.id, id)).for('no key update')
  return job
}

async function applyRows(db: Database, { id, kind: name, input, actorId, actorName, status }: Job, most: number) {
  const kind = bulkKind(name)
  const context = contextOf(db, { id: actorId, name: actorName })
  if (status === 'queued') await update(db, id, { status: 'running', startedAt: sql`now()` })
  if (!(await mayDo(context, kind))) {
    if (await markPending(db, id, { outcome: 'refused', code: 'FORBIDDEN' })) return true
    return end(db, id, kind)
  }
  const rows = await takeRows(db, { jobId: id, kind, outcome: 'pending', most })
  if (rows.length === 0) return end(db, id, kind)
  await doRows(db, id, { rows, refusal: 'refused' }, async (db, row) => {
    const applied = await kind.apply({ ...context, db }, { ...row, input })
    return { outcome: 'done', ...applied }
  })
  return true
}

async function end(db: Database, id: string, kind: BulkKind): Promise<false> {
  const undoUntil = kind.undo ? sql`case when ${bulkJob.done} > 0 then ${undoEnd} end` : null
  await update(db, id, { status: 'done', finishedAt: sql`now()`, undoUntil })
  return false
}

async function undoRows(db: Database, { id, kind: name, input, undoneById, undoneByName }: Job, most: number) {
  // What was never done is as it was.
  if (await markPending(db, id, { outcome: 'undone' })) return true
  const kind = bulkKind(name)
  const context = contextOf(db, { id: undoneById ?? '', name: undoneByName ?? '' })
  if (!(await mayDo(context, kind))) return giveUndoingUp(db, id)
  const rows = await takeRows(db, { jobId: id, kind, outcome: 'done', most })
  if (rows.length === 0) {
    // Then the purge forgets what the rows were made of.
    const undoUntil = sql`coalesce(${bulkJob.undoUntil}, ${undoEnd})`
    await update(db, id, { status: 'undone', undoUntil, undoFinishedAt: sql`now()` })
    return false
  }
  await doRows(db, id, { rows, refusal: 'undo-refused' }, async (db, row) => {
    await kind.undo?.({ ...context, db }, { ...row, input })
    return { outcome: 'undone' }
  })
  return true
}

/** Who undid it may do so no more: somebody else may undo the rest. */
async function giveUndoingUp(db: Database, id: string): Promise<false> {
  await update(db, id, {
    status: 'done',
    finishedAt: sql`coalesce(${bulkJob.finishedAt}, now())`,
    undoUntil: sql`coalesce(${bulkJob.undoUntil}, ${undoEnd})`,
    undoneById: null,
    undoneByName: null,
  })
  return false
}

function update(db: Database, id: string, changes: Parameters<ReturnType<Database['update']>['set']>[0]) {
  return db.update(bulkJob).set(changes).where(eq(bulkJob.id, id))
}

/** Whoever asked has shown by then that it is them, and may be gone from their browser. */
function contextOf(db: Database, actor: ActorRef): AdministratorContext {
  const requireFreshSignIn = () => Promise.resolve()
  return { db, actor, ipAddress: undefined, language: appConfig.defaultLanguage, isJob: true, requireFreshSignIn }
}
