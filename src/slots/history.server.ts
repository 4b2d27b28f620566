import { jobOfEntry } from '#bulk/job-of-entry.server.ts'

/** The parts that features add to the entries of the history, by name: SQL in queries of `history_event`. */
export const historyParts = {
  job: jobOfEntry,
}

/** The types of these parts. */
export type HistoryParts = { [Name in keyof typeof historyParts]: (typeof historyParts)[Name]['_']['type'] }
