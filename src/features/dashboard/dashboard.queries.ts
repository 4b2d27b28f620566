import { queryOptions } from '@tanstack/react-query'
import { getDashboard } from './dashboard.functions.ts'

/** Who comes back to the dashboard wants to see what is true now: what is kept is shown, and renewed unless it is brand new. */
const BRAND_NEW_MS = 10_000

/** The query for the dashboard, with sign-ins of so many days. */
export function dashboardQuery(days: number) {
  return queryOptions({
    queryKey: ['dashboard', days],
    queryFn: () => getDashboard({ data: { days } }),
    staleTime: BRAND_NEW_MS,
  })
}
