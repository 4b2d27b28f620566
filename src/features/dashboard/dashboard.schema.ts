import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { LinkedHistoryEntry } from '#audit/audit-actions.ts'

const { plottedDaysOffered } = appConfig.dashboard

/** The input of the dashboard: over how many days sign-ins are plotted. */
export const dashboardInput = z.optional(
  z.object({ days: z.int().check(z.refine((days) => plottedDaysOffered.some((offered) => offered === days))) }),
)

/** A figure: how many there are, and how many came in seven days of UTC, of which today is the last, and in the seven before. */
export interface Figure {
  total: number
  thisWeek: number
  weekBefore: number
}

/** The figures, in their order on the page. */
export const FIGURES = ['people', 'notOnboarded', 'banned', 'activeSessions', 'repositories'] as const

/** The figures and events of the dashboard, at the database's now. */
export interface Dashboard {
  figures: Record<(typeof FIGURES)[number], Figure>
  /** The oldest day first; days without a sign-in are there too. */
  signIns: DayCount[]
  /** What administrators did last, the latest first. */
  latestActions: LinkedHistoryEntry[]
}

export interface DayCount {
  /** YYYY-MM-DD, UTC */
  day: string
  count: number
}
