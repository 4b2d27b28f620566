import type { CustomTypeOptions } from 'i18next'
import type { historyEvent } from '#db/schema.ts'

type AuditRow = typeof historyEvent.$inferSelect

/** A field whose changes the history records. Each field has a label in `locales/<lang>/history.json`. */
export type AuditField = keyof CustomTypeOptions['resources']['history']['fields']

/** An event, as pages show it. */
export interface AuditEntry extends Omit<AuditRow, 'at' | 'searchText' | 'jobId' | 'ownerId'> {
  /** ISO 8601 */
  at: string
}

/** An entry that also says whether its actor and its subject still exist. */
export interface LinkedAuditEntry extends AuditEntry {
  isActorHere: boolean
  /** Whether the subject, a user or a repository, still exists. */
  isSubjectHere: boolean
}
