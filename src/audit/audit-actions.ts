import type { CustomTypeOptions } from 'i18next'
import type { historyEvent } from '#db/schema.ts'

type HistoryRow = typeof historyEvent.$inferSelect

/** The kinds of things that can happen. */
export type HistoryAction = HistoryRow['action']

/** A field that history keeps of somebody or something: each has a label in `locales/<lang>/history.json`. */
export type HistoryField = keyof CustomTypeOptions['resources']['history']['fields']

/** One thing that happened, as pages show it. */
export interface HistoryEntry extends Omit<HistoryRow, 'at' | 'searchText'> {
  /** ISO 8601 */
  at: string
}

/** An entry, and who and what of it is still here to be looked up. */
export interface LinkedHistoryEntry extends HistoryEntry {
  isActorHere: boolean
  /** A person or a repository. */
  isSubjectHere: boolean
}
