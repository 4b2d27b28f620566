import { appConfig } from '#app.config'

// Separate from dashboard.schema.ts, because every page loads this file and must not load the validation library.
const { plottedDays, plottedDaysOffered } = appConfig.dashboard

/** The range and the view of sign-ins, from the URL of the dashboard. */
export interface DashboardSearch {
  days: number
  view: 'plot' | 'table'
}

/** The default range and view, which are left out of the URL. */
export const DASHBOARD_DEFAULTS: DashboardSearch = { days: plottedDays, view: 'plot' }

/** Reads the range and the view from the parameters of a URL; invalid ones become the defaults. */
export function dashboardSearch({ days, view }: { days?: unknown; view?: unknown }): DashboardSearch {
  return {
    days: plottedDaysOffered.find((offered) => offered === Number(days)) ?? plottedDays,
    view: view === 'table' ? 'table' : 'plot',
  }
}
