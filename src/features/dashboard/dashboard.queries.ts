import { queryOptions } from '@tanstack/react-query'
import { getDashboard } from './dashboard.functions.ts'

/** Milliseconds for which cached figures are fresh. Older figures are shown only until new ones are fetched. */
const STALE_AFTER_MS = 10_000

/** Returns the query for the dashboard, with the sign-ins of a number of days. */
export function dashboardQuery(days: number) {
  return queryOptions({
    queryKey: ['dashboard', days],
    queryFn: () => getDashboard({ data: { days } }),
    staleTime: STALE_AFTER_MS,
  })
}
