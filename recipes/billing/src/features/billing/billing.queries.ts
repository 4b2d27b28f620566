import { queryOptions } from '@tanstack/react-query'
import { getBilling } from './billing.functions.ts'

/** Milliseconds between two reads while the page waits for Stripe to confirm a payment. */
const CONFIRMATION_MS = 2_000

/** The query for the plan of the active organization. @param isConfirming whether the user has just paid */
export function billingQuery(isConfirming: boolean) {
  return queryOptions({
    queryKey: ['billing'],
    queryFn: () => getBilling(),
    refetchInterval: ({ state }) => (isConfirming && state.data?.plan === null ? CONFIRMATION_MS : false),
  })
}
