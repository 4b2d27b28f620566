import type { HistoryEntry } from '#audit/audit-actions.ts'

/** The figures and events of the dashboard, at the database's now. */
export interface Dashboard {
  figures: {
    people: number
    peopleNewThisWeek: number
    notOnboarded: number
    banned: number
    activeSessions: number
    repositories: number
    repositoriesNewThisWeek: number
  }
  /** The oldest day first; days without a sign-in are there too. */
  signIns: DayCount[]
  /** What administrators did last, the latest first. */
  latestActions: HistoryEntry[]
}

export interface DayCount {
  /** YYYY-MM-DD, UTC */
  day: string
  count: number
}
