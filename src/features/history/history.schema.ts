import * as z from 'zod/mini'
import type { LinkedHistoryEntry } from '#audit/audit-actions.ts'
import { isDay } from '#lib/days.ts'
import { asTimeZone } from '#lib/time-zone.ts'
import { idField } from '#lib/id-field.ts'
import { EXPORT_FORMATS, HISTORY_PARTS } from './history-search.ts'

const day = z.string().check(z.refine((text) => text === '' || isDay(text), { error: 'validation.date' }))

/** The filters of the history, as its URL has them, and the zone that its days are of. */
export const historyFilter = z.object({
  searchTerm: z.string(),
  actions: z.string().check(z.maxLength(2_000)),
  person: z.union([z.literal(''), idField]),
  part: z.enum(['', ...HISTORY_PARTS]),
  from: day,
  to: day,
  timeZone: z.string().check(z.refine((name) => asTimeZone(name) !== undefined)),
})
export type HistoryFilter = z.infer<typeof historyFilter>

/** The input of a page of the history; the cursor is from the page before, null for the first page. */
export const historyListInput = z.extend(historyFilter, { cursor: z.nullable(z.string()) })
export type HistoryListInput = z.infer<typeof historyListInput>

/** The input of an export, as a form sends it. A byte order mark tells old spreadsheets that the file is UTF-8. */
export const historyExportInput = z.extend(historyFilter, {
  format: z.enum(EXPORT_FORMATS),
  byteOrderMark: z.optional(z.literal('yes')),
})
export type HistoryExportInput = z.infer<typeof historyExportInput>

export const historyPersonInput = z.object({ id: idField })

export type HistoryRow = LinkedHistoryEntry
