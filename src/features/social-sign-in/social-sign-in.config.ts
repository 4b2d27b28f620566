/** The limits of sign-in with GitHub or Google. */
export const socialSignInConfig = {
  /** Maximum number of sign-ins (`count`) that one network can start within `minutes`. */
  startsPerNetwork: { count: 60, minutes: 10 },
} as const
