/** Everything that is kept for good. Each has a sentence in `locales/<lang>/history.json`. */
export const HISTORY_ACTIONS = [
  'signed-in',
  'name-changed',
  'email-changed',
  'session-ended',
  'sessions-ended',
  'data-downloaded',
  'account-deleted',
  'user-created',
  'user-updated',
  'user-banned',
  'user-unbanned',
  'user-deleted',
  'impersonation-started',
  'impersonation-stopped',
  'repository-created',
  'repository-updated',
  'repository-deleted',
  'repository-restored',
] as const

export type HistoryAction = (typeof HISTORY_ACTIONS)[number]

/** One thing that happened, as pages show it. */
export interface HistoryEntry {
  id: number
  /** ISO 8601 */
  at: string
  action: HistoryAction
  actorId: string | null
  actorName: string | null
  subjectId: string | null
  subjectName: string | null
  before: Record<string, string | null> | null
  after: Record<string, string | null> | null
  reason: string | null
  ipAddress: string | null
}
