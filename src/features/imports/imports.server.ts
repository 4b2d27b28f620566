import { and, asc, count, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { recordAudit } from '#audit/audit.server.ts'
import { bulkKind } from '#bulk/bulk-kind.server.ts'
import { requireBulkPermission } from '#bulk/bulk-rights.server.ts'
import type { ImportKind } from '#bulk/import-kind.ts'
import { enqueueBulkJob } from '#bulk/run-bulk-job.server.ts'
import type { Database } from '#db/client.ts'
import { bulkJob, bulkJobRow } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { inTransaction } from '#service/service-context.server.ts'
import { findImport, type ImportContext, type ImportJob } from './find-import.server.ts'
import { checkRow, type ImportInput } from './import-kinds.server.ts'
import { importsConfig } from './imports.config.ts'
import type { ImportDetail, ImportMatchInput, ImportStartInput } from './imports.schema.ts'

/** The maximum number of rows that one transaction checks. */
const BATCH_SIZE = 2_000
/** The maximum number of rows that one statement marks as repeated. */
const MAX_REPEATED_ROWS = 5_000
/** Milliseconds for which one call checks rows. The page repeats the call until all rows are checked. */
const MAX_CHECK_MS = 1_500
const MAX_SAMPLE_ROWS = 3

interface Id {
  id: string
}

/** Reads an import of the caller. @throws {AppError} NOT_FOUND */
export async function getImport(context: ImportContext, { id }: Id): Promise<ImportDetail> {
  const { db } = context
  const { job, kind } = await findImport(context, id)
  const { status, input, total, done, undone, undoRefused, undoUntil } = job
  const isDraft = status === 'draft'
  const [counted] = await db
    .select({
      checked: sql<number>`(count(*) filter (where ${bulkJobRow.position} <= ${input.checkedTo ?? 2 ** 31 - 1}))::int`,
      bad: count(bulkJobRow.code),
    })
    .from(bulkJobRow)
    .where(eq(bulkJobRow.jobId, id))
  const sample = await db
    .select({ cells: sql<string[]>`coalesce(${bulkJobRow.input}, '[]')` })
    .from(bulkJobRow)
    .where(eq(bulkJobRow.jobId, id))
    .orderBy(asc(bulkJobRow.position))
    .limit(MAX_SAMPLE_ROWS)
  return {
    id,
    thing: kind.namespace,
    status,
    fileName: input.fileName,
    header: input.header,
    samples: input.header.map((_name, place) => sample.map(({ cells }) => (cells[place] ?? '').slice(0, 100))),
    fields: kind.fields.map((name) => ({ name, isRequired: kind.required.includes(name) })),
    columns: input.columns,
    total,
    checked: counted?.checked ?? 0,
    isChecked: input.checkedTo === null,
    bad: isDraft ? (counted?.bad ?? 0) : job.refused,
    done,
    undone,
    undoRefused,
    undoUntil: undoUntil?.toISOString() ?? null,
  }
}

/**
 * Sets the column of each field. All rows must then be checked again.
 * @throws {AppError} NOT_FOUND if it is not a draft; INVALID_INPUT for columns that the file or the kind does not have
 */
export function matchImport(context: ImportContext, { id, columns }: ImportMatchInput): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const { job, kind } = await lockDraft(context, id)
    const places = Object.values(columns).filter((place) => place !== null)
    const isKnown =
      Object.keys(columns).every((field) => kind.fields.includes(field)) &&
      places.every((place) => place < job.input.header.length) &&
      new Set(places).size === places.length
    if (!isKnown) throw new AppError('INVALID_INPUT', { field: 'columns' })
    const changed: ImportInput = { ...job.input, columns, checkedTo: 0, bounded: 0 }
    await context.db.update(bulkJob).set({ input: changed }).where(eq(bulkJob.id, id))
  })
}

/**
 * Checks the next rows of a draft for up to `MAX_CHECK_MS`: by the rules of the form, then whether the key exists already, and at
 * the end whether rows have the same key. Simultaneous calls run one after the other.
 * @throws {AppError} NOT_FOUND if it is not a draft
 */
export async function checkImport(context: ImportContext, { id }: Id): Promise<{ isDone: boolean }> {
  const endsAt = performance.now() + MAX_CHECK_MS
  let isDone: boolean
  do ({ isDone } = await inTransaction(context, [], (context) => checkNextBatch(context, id)))
  while (!isDone && performance.now() < endsAt)
  return { isDone }
}

/** Checks the next rows, or marks repeated rows after the last. @returns whether the check of the import is complete */
async function checkNextBatch(context: ImportContext, id: string): Promise<{ isDone: boolean }> {
  const { db } = context
  const { job, kind } = await lockDraft(context, id)
  const { checkedTo } = job.input
  if (checkedTo === null) return { isDone: true }
  const rows = await db
    .select({ position: bulkJobRow.position, cells: sql<string[]>`${bulkJobRow.input}` })
    .from(bulkJobRow)
    .where(and(eq(bulkJobRow.jobId, id), gt(bulkJobRow.position, checkedTo)))
    .orderBy(asc(bulkJobRow.position))
    .limit(BATCH_SIZE)
  const last = rows.at(-1)?.position ?? null
  if (last === null && (await markRepeated(db, id))) return { isDone: false }
  const bounded = last === null ? 0 : await markRows(db, { job, kind, rows, last })
  await db
    .update(bulkJob)
    .set({ input: { ...job.input, checkedTo: last, bounded } })
    .where(eq(bulkJob.id, id))
  return { isDone: last === null }
}

interface CheckedBatch {
  job: ImportJob
  kind: ImportKind
  rows: { position: number; cells: string[] }[]
  last: number
}

/** Stores the result of the check of each row. @returns the number of rows so far that the `bound` of the kind limits */
async function markRows(db: Database, { job, kind, rows, last }: CheckedBatch): Promise<number> {
  const { bound } = kind
  let { bounded = 0 } = job.input
  const codeOf = (data: Record<string, unknown> | undefined) => {
    if (!data) return 'INVALID_INPUT'
    if (!bound?.fits(data)) return null
    bounded += 1
    return bounded > bound.most ? bound.code : null
  }
  const marks = rows.map(({ position, cells }) => {
    const { data } = checkRow(kind, job.input, cells)
    return [position, { name: data?.[kind.key] ?? null, code: codeOf(data) }] as const
  })
  // Look up each row in this object instead of joining the marks. PostgreSQL has no statistics of a new job, estimates a single
  // row, and would choose a slow nested loop.
  const mark = sql`(${JSON.stringify(Object.fromEntries(marks))}::jsonb -> r.position::text)`
  await db.execute(sql`
    update ${bulkJobRow} as r set
      code = ${mark} ->> 'code', subject_name = ${mark} ->> 'name',
      outcome = case when ${mark} ->> 'code' is null then 'pending' else 'refused' end
    where r.job_id = ${job.id} and r.position = any(${sql.param(rows.map(({ position }) => position))}::int[])`)
  await db
    .update(bulkJobRow)
    .set({ code: 'TAKEN', outcome: 'refused' })
    .where(
      and(
        eq(bulkJobRow.jobId, job.id),
        gt(bulkJobRow.position, job.input.checkedTo ?? 0),
        sql`${bulkJobRow.position} <= ${last}`,
        sql`${bulkJobRow.code} is null`,
        kind.isTaken(bulkJobRow.subjectName),
      ),
    )
  return bounded
}

/** Marks up to `MAX_REPEATED_ROWS` rows that have the same key as an earlier row. @returns whether any row was marked */
async function markRepeated(db: Database, id: string): Promise<boolean> {
  const { count } = await db.execute(sql`
    update ${bulkJobRow} as r set code = 'REPEATED', outcome = 'refused'
    where r.job_id = ${id} and r.position = any(array(
      select among.position from (
        select same.position, row_number() over (partition by lower(same.subject_name) order by same.position) as place
        from ${bulkJobRow} as same where same.job_id = ${id} and same.code is null
      ) as among
      where among.place > 1 limit ${MAX_REPEATED_ROWS}
    ))`)
  return count > 0
}

/**
 * Queues the import of the good rows of a draft.
 * @throws {AppError} NOT_FOUND if it is not a draft; INVALID_INPUT if rows are not checked yet, if no row is good, or if a row
 * is bad and all are required; SESSION_EXPIRED, FORBIDDEN
 */
export function startImport(context: ImportContext, { id, isAllOrNothing }: ImportStartInput): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const { db } = context
    const { job } = await lockDraft(context, id)
    if (job.input.checkedTo !== null) throw new AppError('INVALID_INPUT', { field: 'rows' })
    // Mark the bad rows as refused, because a node of the previous release might have checked them without doing so.
    await db
      .update(bulkJobRow)
      .set({ outcome: 'refused' })
      .where(and(eq(bulkJobRow.jobId, id), sql`${bulkJobRow.outcome} = 'pending'`, isNotNull(bulkJobRow.code)))
    const refused = await db.$count(bulkJobRow, and(eq(bulkJobRow.jobId, id), isNotNull(bulkJobRow.code)))
    if (refused === job.total || (isAllOrNothing && refused > 0)) throw new AppError('INVALID_INPUT', { field: 'rows' })
    await requireBulkPermission(context, bulkKind(job.kind))
    await db.update(bulkJob).set({ refused, status: 'queued' }).where(eq(bulkJob.id, id))
    await recordAudit(context, { action: 'bulk-job-started', subject: { id, name: job.kind } })
    await enqueueBulkJob(db, id)
  })
}

async function lockDraft(context: ImportContext, id: string) {
  const found = await findImport(context, id)
  // Refuses expired drafts, because the purge might already have deleted some of their rows.
  const isKept = sql`${bulkJob.createdAt} > now() - make_interval(hours => ${importsConfig.draftHours})`
  const [job] = await context.db
    .select()
    .from(bulkJob)
    .where(and(eq(bulkJob.id, id), isKept))
    .for('update')
  if (job?.status !== 'draft' || !(job.input as ImportInput).isRead) throw new AppError('NOT_FOUND')
  return { ...found, job: job as ImportJob }
}
