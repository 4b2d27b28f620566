import type { bulkJob, bulkJobRow } from '#db/schema.ts'

type JobRow = typeof bulkJob.$inferSelect

/** A bulk job, as administrators see it. */
export interface BulkJob extends Pick<
  JobRow,
  | 'id'
  | 'kind'
  | 'status'
  | 'actorId'
  | 'actorName'
  | 'total'
  | 'done'
  | 'refused'
  | 'undone'
  | 'undoRefused'
  | 'undoneByName'
> {
  /** The name of the imported file, or of the row's subject if the job has a single row; otherwise null. */
  label: string | null
  /** Whether the rows that match the job's filter are still being collected. */
  isCounting: boolean
  /** ISO 8601 */
  createdAt: string
  /** ISO 8601; null until it has finished. */
  finishedAt: string | null
  /** ISO 8601; null unless the job is done and can still be undone. */
  undoUntil: string | null
  canUndo: boolean
}

/** A row of a bulk job that could not be done, or undone. */
export interface BulkProblem {
  position: number
  name: string | null
  code: NonNullable<(typeof bulkJobRow.$inferSelect)['code']>
  /** The reason in words, for kinds of jobs that explain more than the code. */
  reason: string | null
  isOfUndoing: boolean
}

/** A bulk job with the first rows that could not be done. */
export interface BulkResult extends BulkJob {
  problems: BulkProblem[]
}

/** Whether a job neither waits nor runs: its status changes only by an action of a user. */
export function isSettled({ status }: Pick<BulkJob, 'status'>): boolean {
  return status === 'done' || status === 'undone' || status === 'draft'
}
