import * as z from 'zod/mini'
import type { LinkedAuditEntry } from '#audit/audit-entry.ts'
import { isDay } from '#lib/days.ts'
import { normalizeTimeZone } from '#lib/time-zone.ts'
import { idField } from '#lib/id-field.ts'
import type { HistoryParts } from '#slots/history.server.ts'
import { HISTORY_PARTS } from './history-search.ts'

const day = z.string().check(z.refine((text) => text === '' || isDay(text), { error: 'validation.date' }))

/** The filters of the history, from its URL, and the time zone of its days. */
export const historyFilter = z.object({
  searchTerm: z.string(),
  actions: z.string().check(z.maxLength(2_000)),
  person: z.union([z.literal(''), idField]),
  part: z.enum(['', ...HISTORY_PARTS]),
  from: day,
  to: day,
  job: z._default(z.union([z.literal(''), idField]), ''),
  signIns: z._default(z.enum(['', 'shown']), ''),
  timeZone: z.string().check(z.refine((name) => normalizeTimeZone(name) !== undefined)),
})
export type HistoryFilter = z.infer<typeof historyFilter>

/** The input to load one page of the history; the cursor is from the previous page, or null for the first page. */
export const historyListInput = z.extend(historyFilter, { cursor: z.nullable(z.string()) })
export type HistoryListInput = z.infer<typeof historyListInput>

export const historyUsersInput = z.object({ searchTerm: z.string() })

export interface HistoryRow extends LinkedAuditEntry, HistoryParts {
  /** The job of whose work the entry is a part. */
  jobId: string | null
}
