import { appConfig } from '#app.config'

// Separate from dashboard.schema.ts, because every page loads this file and must not load the validation library.
const { plottedDays, plottedDaysOffered } = appConfig.dashboard

/** The range and the view of sign-ins, from the URL of the dashboard. */
export interface DashboardSearch {
  days: number
  view: 'plot' | 'table'
}

/** Parses the number of days in a URL; the default for other numbers than the offered ones. */
export function parseDays(given: unknown): number {
  return plottedDaysOffered.find((offered) => offered === Number(given)) ?? plottedDays
}
