import type { i18n } from 'i18next'
import { numberIn } from '#lib/intl.ts'
import type { BulkJob } from './bulk-job.ts'

/** Names the kind of things that the rows of a job are, as the texts do. */
export type RowsOf = 'users' | 'repositories'

/** Tells the kind of things that the rows of a job are. */
export function rowsOf({ kind }: Pick<BulkJob, 'kind'>): RowsOf {
  return kind === 'repository-delete' || kind === 'import-repositories' ? 'repositories' : 'users'
}

/**
 * Counts rows in the words that a sentence about a job has a place for: '4 users'.
 * @param number the count as it is to be read, where that is not all: '10,000+'
 */
export function whomIn(
  i18n: i18n,
  rows: RowsOf,
  count: number,
  number = numberIn(i18n.language).format(count),
): string {
  return i18n.t(`bulk:who.${rows}`, { count, number })
}
