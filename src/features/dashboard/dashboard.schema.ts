import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { LinkedAuditEntry } from '#audit/audit-entry.ts'
import type { HistoryParts } from '#slots/history.server.ts'

const { plottedDaysOffered } = appConfig.dashboard

/** The input of the dashboard: the number of days of which sign-ins are plotted. */
export const dashboardInput = z.optional(
  z.object({ days: z.int().check(z.refine((days) => plottedDaysOffered.some((offered) => offered === days))) }),
)

/** The number of days whose new rows a figure counts and compares with as many days before. */
export const FIGURE_DAYS = 7

/** A figure: the total, the new rows of the seven UTC days that end today, and the new rows of the seven days before. */
export interface Figure {
  total: number
  thisWeek: number
  weekBefore: number
}

/** The figures, in their order on the page. */
export const FIGURES = ['people', 'notOnboarded', 'banned', 'activeSessions', 'repositories'] as const

/** The figures and events of the dashboard, at the current time of the database. */
export interface Dashboard {
  figures: Record<(typeof FIGURES)[number], Figure>
  /** Oldest day first, including days without sign-ins. */
  signIns: DayCount[]
  /** The latest actions of administrators, newest first; a job on many rows is one action. */
  latestActions: (LinkedAuditEntry & HistoryParts)[]
}

export interface DayCount {
  /** YYYY-MM-DD, UTC */
  day: string
  count: number
}
