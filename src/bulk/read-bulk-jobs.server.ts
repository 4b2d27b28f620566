import { and, asc, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { columnsOf } from '#db/columns-of.ts'
import { keysetPage, pageOf } from '#db/keyset-page.ts'
import { bulkJob, bulkJobRow } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { cutPage, type Page } from '#lib/page.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import type { BulkJob, BulkProblem, BulkResult } from './bulk-job.ts'
import { findBulkKind } from './bulk-kind.server.ts'

const { pageSize } = appConfig.lists

const jobColumns = {
  ...columnsOf(bulkJob, 'id', 'kind', 'status', 'actorId', 'actorName', 'createdAt', 'finishedAt', 'undoUntil'),
  ...columnsOf(bulkJob, 'total', 'done', 'refused', 'undone', 'undoRefused', 'undoneByName'),
  isCounting: sql<boolean>`(${bulkJob.filter} is not null)`,
  label: sql<string | null>`coalesce(nullif(${bulkJob.input} ->> 'fileName', ''), case when ${bulkJob.total} = 1 then (
    select subject_name from ${bulkJobRow} where bulk_job_row.job_id = bulk_job.id and bulk_job_row.position = 1) end)`,
  isInTime: sql<boolean>`coalesce(${bulkJob.undoUntil} > now(), false)`,
}

const newestFirst = { by: bulkJob.createdAt, type: 'timestamptz', direction: 'desc' } as const
const searchable = { table: bulkJob, id: bulkJob.id, trigramColumn: bulkJob.kind, prefixColumns: [] }

/** Lists a page of the bulk jobs, newest first, without drafts. */
export async function listBulkJobs(
  { db }: ServiceContext,
  { cursor, limit = pageSize }: { cursor: string | null; limit?: number },
): Promise<Page<BulkJob>> {
  const where = ne(bulkJob.status, 'draft')
  const page = keysetPage({ of: searchable, order: newestFirst, where, searchTerm: '', cursor, limit })
  const found = await db
    .select({ ...jobColumns, position: page.position })
    .from(bulkJob)
    .where(page.where)
    .orderBy(page.orderBy)
    .limit(page.limit)
  return pageOf(found, limit, toJob)
}

/** Reads one bulk job. @throws {AppError} NOT_FOUND */
export async function getBulkJob({ db }: Pick<ServiceContext, 'db'>, { id }: { id: string }): Promise<BulkJob> {
  const [found] = await db.select(jobColumns).from(bulkJob).where(eq(bulkJob.id, id))
  if (!found) throw new AppError('NOT_FOUND')
  return toJob(found)
}

type ReaderContext = Pick<ServiceContext, 'db' | 'actor' | 'language'>

/** Reads a bulk job with the first of its problems. @throws {AppError} NOT_FOUND */
export async function getBulkResult(context: ReaderContext, { id }: { id: string }): Promise<BulkResult> {
  const job = await getBulkJob(context, { id })
  return { ...job, problems: await readProblems(context, id, 0, pageSize) }
}

interface UndoableInput {
  subjectId: string
  /** A time between the start and the end of the job, in ISO 8601; null for the latest job. */
  at: string | null
}

/** Finds the latest job with this subject that can be undone. */
export async function findUndoableJob({ db }: ServiceContext, { subjectId, at }: UndoableInput) {
  const [found] = await db
    .select(jobColumns)
    .from(bulkJob)
    .innerJoin(bulkJobRow, eq(bulkJobRow.jobId, bulkJob.id))
    .where(
      and(
        eq(bulkJobRow.subjectId, subjectId),
        eq(bulkJobRow.outcome, 'done'),
        eq(bulkJob.status, 'done'),
        sql`${bulkJob.undoUntil} > now()`,
        at === null ? undefined : sql`${at}::timestamptz between ${bulkJob.createdAt} and ${bulkJob.finishedAt}`,
      ),
    )
    .orderBy(desc(bulkJob.createdAt), desc(bulkJob.id))
    .limit(1)
  return found ? toJob(found) : null
}

interface ProblemsInput {
  id: string
  /** The position after which the page begins; null for the first page. */
  after: number | null
  limit?: number
}

/** Lists a page of the rows of a job that could not be done, or undone, in the order of the job. Only its user sees a draft's. */
export async function listBulkProblems(context: ReaderContext, { id, after, limit = pageSize }: ProblemsInput) {
  const found = await readProblems(context, id, after ?? 0, limit + 1)
  return cutPage(found, limit, ({ position }) => position)
}

async function readProblems({ db, actor, language }: ReaderContext, id: string, after: number, limit: number) {
  const rows = await db
    .select({
      ...columnsOf(bulkJobRow, 'position', 'code', 'outcome', 'subjectName'),
      own: bulkJobRow.input,
      job: columnsOf(bulkJob, 'kind', 'input'),
    })
    .from(bulkJobRow)
    .innerJoin(bulkJob, eq(bulkJob.id, bulkJobRow.jobId))
    .where(
      and(
        eq(bulkJobRow.jobId, id),
        inArray(bulkJobRow.outcome, ['refused', 'undo-refused']),
        gt(bulkJobRow.position, after),
        or(ne(bulkJob.status, 'draft'), eq(bulkJob.actorId, actor.id)),
      ),
    )
    .orderBy(asc(bulkJobRow.position))
    .limit(limit)
  return rows.map(({ position, outcome, subjectName, own, job: { kind, input }, ...row }): BulkProblem => {
    const code = row.code ?? 'UNKNOWN_ERROR'
    const { name, reason = null } = findBulkKind(kind)?.explain?.({ position, code, input, own }, language) ?? {}
    return { position, code, name: subjectName || name || null, reason, isOfUndoing: outcome === 'undo-refused' }
  })
}

type FoundJob = Omit<BulkJob, 'createdAt' | 'finishedAt' | 'undoUntil' | 'canUndo'> & {
  createdAt: Date
  finishedAt: Date | null
  undoUntil: Date | null
  isInTime: boolean
}

function toJob({ isInTime, ...found }: FoundJob): BulkJob {
  const job = withIsoTimes(found)
  const isUnderWay = job.status === 'queued' || job.status === 'running'
  const isOffered = job.status === 'done' && isInTime
  return {
    ...job,
    undoUntil: isOffered ? job.undoUntil : null,
    canUndo: (isUnderWay || isOffered) && findBulkKind(job.kind)?.undo !== undefined,
  }
}
