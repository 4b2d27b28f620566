/** The limits of sign-in with GitHub or Google. */
export const socialSignInConfig = {
  /** Maximum number of sign-ins that one network can start. */
  startsPerNetwork: { count: 60, minutes: 10 },
} as const
