import { and, asc, eq, sql } from 'drizzle-orm'
import { bulkJob, bulkJobRow } from '#db/schema.ts'
import type { Database } from '#db/client.ts'
import type { ErrorCode } from '#lib/app-error.ts'
import type { ActorRef } from '#service/service-context.server.ts'
import type { BulkKind } from './bulk-kind.server.ts'
import { rowErrorCode } from './row-errors.server.ts'

/** The maximum number of rows that are marked at once without being processed. */
const MAX_MARKED_ROWS = 5_000
/** Milliseconds after which a batch starts no further row, because a transaction must end within four seconds. */
const BATCH_MS = 1_000

type RowOutcome = (typeof bulkJobRow.$inferSelect)['outcome']

/** A row of a job, as read for a batch. */
export interface BatchRow {
  position: number
  subject: ActorRef | null
  own: unknown
  before: unknown
}

/** The result of a row. */
interface ProcessedRow {
  outcome: RowOutcome
  code?: ErrorCode
  subject?: ActorRef
  before?: unknown
}

interface NextRowsRequest {
  jobId: string
  kind: BulkKind
  /** The current outcome of the rows to read. */
  outcome: RowOutcome
  most: number
}

/** Reads the next rows of a job, and locks their subjects until the transaction ends (`lock` of the kind). */
export async function lockNextRows(db: Database, { jobId, kind, outcome, most }: NextRowsRequest): Promise<BatchRow[]> {
  const { position, subjectId, subjectName, input, before } = bulkJobRow
  const rows = await db
    .select({ position, subjectId, subjectName, input, before })
    .from(bulkJobRow)
    .where(and(eq(bulkJobRow.jobId, jobId), sql`${bulkJobRow.outcome} = ${sql.raw(`'${outcome}'`)}`))
    .orderBy(asc(bulkJobRow.position))
    .limit(most)
  const ids = rows.flatMap(({ subjectId }) => subjectId ?? [])
  if (ids.length > 0) await kind.lock?.(db, ids)
  return rows.map(({ position, subjectId, subjectName, input, before }) => ({
    position,
    subject: subjectId === null ? null : { id: subjectId, name: subjectName ?? '' },
    own: input,
    before,
  }))
}

/**
 * Processes rows one by one until the time of the batch is over, and marks the outcome of each.
 * @param refusal the outcome of a row whose own data causes an error; any other error is thrown
 */
export async function processRows(
  db: Database,
  jobId: string,
  { rows, refusal }: { rows: BatchRow[]; refusal: RowOutcome },
  doRow: (db: Database, row: BatchRow) => Promise<ProcessedRow>,
): Promise<void> {
  const endsAt = performance.now() + BATCH_MS
  const marks: (ProcessedRow & { position: number })[] = []
  for (const row of rows) {
    if (performance.now() > endsAt) break
    // Each row has a savepoint, so that the changes of a failed row are rolled back.
    const mark = await db
      .transaction((db) => doRow(db, row))
      .catch((error: unknown): ProcessedRow => {
        const code = rowErrorCode(error)
        if (code === undefined) throw error
        return { outcome: refusal, code }
      })
    marks.push({ position: row.position, ...mark })
  }
  await saveResults(db, jobId, marks)
}

async function saveResults(db: Database, jobId: string, marks: (ProcessedRow & { position: number })[]): Promise<void> {
  const values = marks.map(({ subject, ...mark }) => ({ ...mark, subjectId: subject?.id, subjectName: subject?.name }))
  // Select the positions explicitly, although the join implies them; otherwise PostgreSQL would scan all rows of a new job.
  const positions = sql.param(marks.map(({ position }) => position))
  await db.execute(sql`
    update ${bulkJobRow} as r set
      outcome = mark.outcome, code = mark.code, before = mark.before,
      subject_id = coalesce(mark."subjectId", r.subject_id), subject_name = coalesce(mark."subjectName", r.subject_name)
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as mark
      (position int, outcome text, code text, before jsonb, "subjectId" uuid, "subjectName" text)
    where r.job_id = ${jobId} and r.position = any(${positions}::int[]) and r.position = mark.position`)
  for (const outcome of ['done', 'refused', 'undone', 'undo-refused'] as const)
    await addToCount(db, jobId, outcome, marks.filter((mark) => mark.outcome === outcome).length)
}

/** Marks up to `MAX_MARKED_ROWS` pending rows without processing them. @returns whether any row was pending */
export async function skipPendingRows(
  db: Database,
  jobId: string,
  { outcome, code }: { outcome: 'refused' | 'undone'; code?: ErrorCode },
): Promise<boolean> {
  const { count } = await db.execute(sql`
    update ${bulkJobRow} set outcome = ${outcome}, code = ${code ?? null}
    where job_id = ${jobId} and position = any(array(
      select position from ${bulkJobRow} where job_id = ${jobId} and outcome = 'pending' order by position limit ${MAX_MARKED_ROWS}
    ))`)
  await addToCount(db, jobId, outcome, count)
  return count > 0
}

const COUNT_COLUMNS = { done: 'done', refused: 'refused', undone: 'undone', 'undo-refused': 'undoRefused' } as const

async function addToCount(
  db: Database,
  jobId: string,
  outcome: keyof typeof COUNT_COLUMNS,
  count: number,
): Promise<void> {
  if (count === 0) return
  const name = COUNT_COLUMNS[outcome]
  await db
    .update(bulkJob)
    .set({ [name]: sql`${bulkJob[name]} + ${count}` })
    .where(eq(bulkJob.id, jobId))
}
