import type { i18n } from 'i18next'
import { numberIn } from '#lib/intl.ts'
import type { BulkJob } from './bulk-job.ts'

/** The kind of rows that a job changes, as the key of its texts. */
export type RowKind = 'users' | 'repositories'

/** Returns the kind of rows that a job changes. */
export function rowKindOf({ kind }: Pick<BulkJob, 'kind'>): RowKind {
  return kind.includes('repositor') ? 'repositories' : 'users'
}

/**
 * Returns a count of rows in words, to be used in a sentence about a job: '4 users'.
 * @param number the formatted count; given if there are more rows than were counted: '10,000+'
 */
export function countLabel(
  i18n: i18n,
  rows: RowKind,
  count: number,
  number = numberIn(i18n.language).format(count),
): string {
  return i18n.t(`bulk:who.${rows}`, { count, number })
}
