/** The interval and the limits of link checks. */
export const linkChecksConfig = {
  everyHours: 24,
  asksOfHostPerMinute: 12,
  /** The maximum number of checks that a user can request in a number of minutes. */
  perPerson: { count: 10, minutes: 10 },
} as const
