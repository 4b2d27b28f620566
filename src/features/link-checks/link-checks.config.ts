/** The numbers of link checks: how the links of repositories are asked whether they answer. */
export const linkChecksConfig = {
  everyHours: 24,
  asksOfHostPerMinute: 12,
  /** What an administrator may have asked out of turn. */
  perPerson: { count: 10, minutes: 10 },
} as const
