/** The interval and the limits of link checks. */
export const linkChecksConfig = {
  everyHours: 24,
  asksOfHostPerMinute: 12,
  /** The maximum number of checks (`count`) that a user can request within `minutes`. */
  perUser: { count: 10, minutes: 10 },
} as const
