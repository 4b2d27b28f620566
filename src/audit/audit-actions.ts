import type { CustomTypeOptions } from 'i18next'
import type { historyEvent } from '#db/schema.ts'

type HistoryRow = typeof historyEvent.$inferSelect

/** The kind of an event. */
export type HistoryAction = HistoryRow['action']

/** A field of a person or thing that history keeps. Each has a label in `locales/<lang>/history.json`. */
export type HistoryField = keyof CustomTypeOptions['resources']['history']['fields']

/** An event, as pages show it. */
export interface HistoryEntry extends Omit<HistoryRow, 'at' | 'searchText'> {
  /** ISO 8601 */
  at: string
}

/** An entry, with whether its actor and its subject still exist. */
export interface LinkedHistoryEntry extends HistoryEntry {
  isActorHere: boolean
  /** Whether the subject, a person or a repository, still exists. */
  isSubjectHere: boolean
}
