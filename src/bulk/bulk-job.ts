import type { bulkJob, bulkJobRow } from '#db/schema.ts'

type JobRow = typeof bulkJob.$inferSelect

/** A bulk job, as administrators see it. */
export interface BulkJob extends Pick<
  JobRow,
  'id' | 'kind' | 'status' | 'actorName' | 'total' | 'done' | 'refused' | 'undone' | 'undoRefused' | 'undoneByName'
> {
  /** Whom or what it is about, where that is one alone. */
  onlyName: string | null
  /** Whether its rows are still being found. */
  isCounting: boolean
  /** ISO 8601 */
  createdAt: string
  /** ISO 8601; null while it goes on. */
  finishedAt: string | null
  /** ISO 8601; null where it cannot be undone, or no more. */
  undoUntil: string | null
  canUndo: boolean
}

/** A row of a bulk job that could not be done, or undone. */
export interface BulkProblem {
  position: number
  name: string | null
  code: NonNullable<(typeof bulkJobRow.$inferSelect)['code']>
  isOfUndoing: boolean
}

/** A bulk job with the first rows that could not be done. */
export interface BulkResult extends BulkJob {
  problems: BulkProblem[]
}

/** Whether nothing goes on in a job any more by itself. */
export function isAtRest({ status }: Pick<BulkJob, 'status'>): boolean {
  return status === 'done' || status === 'undone' || status === 'draft'
}
