/** The interval and the limits of link checks. */
export const linkChecksConfig = {
  everyHours: 24,
  asksOfHostPerMinute: 12,
  /** The maximum number of checks that one person can request in this time. */
  perPerson: { count: 10, minutes: 10 },
} as const
