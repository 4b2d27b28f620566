/** The limits of billing. */
export const billingConfig = {
  /** Maximum number of times in an hour that an organization's owners can open a page of Stripe. */
  opensPerHour: 60,
  /** Minutes for which a process keeps the names and amounts of prices. */
  offersKeptMinutes: 10,
} as const
