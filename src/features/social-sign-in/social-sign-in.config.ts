/** The numbers of signing in through GitHub or Google. */
export const socialSignInConfig = {
  /** How often people of one network may set out for them. */
  startsPerNetwork: { count: 60, minutes: 10 },
} as const
