import { appConfig } from '#app.config'

// Apart from the schema, for the URL is read on every page: it must not bring the validation library along.
const { plottedDays, plottedDaysOffered } = appConfig.dashboard

/** The range and the view of sign-ins, as the URL of the dashboard has them. */
export interface DashboardSearch {
  days: number
  view: 'plot' | 'table'
}

/** The range and the view that stay out of the URL. */
export const DASHBOARD_DEFAULTS: DashboardSearch = { days: plottedDays, view: 'plot' }

/** Makes what the dashboard shows of the parameters of a URL, whatever they are. */
export function dashboardSearch({ days, view }: { days?: unknown; view?: unknown }): DashboardSearch {
  return {
    days: plottedDaysOffered.find((offered) => offered === Number(days)) ?? plottedDays,
    view: view === 'table' ? 'table' : 'plot',
  }
}
