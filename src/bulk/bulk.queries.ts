import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { ensureTexts } from '#i18n/require-texts.ts'
import { pagedQuery } from '#ui/paged-query.ts'
import { isSettled } from './bulk-job.ts'
import { findUndoableJob, getBulkJob, listBulkJobs, listBulkProblems } from './bulk.functions.ts'

/** Milliseconds between two queries for the progress of a job. */
const REFRESHED_EVERY_MS = 1_500

/** The first part of the keys of all queries about bulk jobs. Starting a job invalidates them. */
export const bulkQueryKey = ['bulk']

/** The query for the list of bulk jobs, page by page; refetched while a job runs. @param after a cursor, or empty */
export function bulkJobsQuery(after: string) {
  const query = pagedQuery([...bulkQueryKey, 'list', after], (cursor) => listBulkJobs({ data: { cursor } }), after)
  return infiniteQueryOptions({
    ...query,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ rows }) => rows.some((job) => !isSettled(job))) ? 2 * REFRESHED_EVERY_MS : false,
  })
}

/** The query for one bulk job; refetched while it runs. */
export function bulkJobQuery(id: string) {
  return queryOptions({
    queryKey: [...bulkQueryKey, 'detail', id],
    queryFn: () => getBulkJob({ data: { id } }),
    refetchInterval: ({ state: { data } }) => (data && !isSettled(data) ? REFRESHED_EVERY_MS : false),
  })
}

/** The query for the failed rows of a bulk job. @param count the number of these rows; a changed number causes a new fetch */
export function bulkProblemsQuery(id: string, count: number) {
  const list = (after: number | null) => listBulkProblems({ data: { id, after } })
  return pagedQuery([...bulkQueryKey, 'problems', id, count], list)
}

/** The query for the latest job of a subject that can be undone, with the texts of the offer. */
export function undoableJobQuery(i18n: i18n, { subjectId, at }: { subjectId: string; at?: string | undefined }) {
  return queryOptions({
    queryKey: [...bulkQueryKey, 'undoable', subjectId, at ?? null],
    queryFn: async () => {
      const [job] = await Promise.all([
        findUndoableJob({ data: { subjectId, at: at ?? null } }),
        ensureTexts(i18n, ['bulk']),
      ])
      return job
    },
  })
}
