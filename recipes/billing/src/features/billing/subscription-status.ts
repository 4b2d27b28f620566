/** The statuses of subscriptions that have ended, or never began. */
const ENDED = new Set(['canceled', 'incomplete', 'incomplete_expired'])

/** Whether a subscription with this status of Stripe goes on, so that the organization needs no other. */
export function isLive(status: string | null | undefined): boolean {
  return typeof status === 'string' && !ENDED.has(status)
}
