/** The ID of the provider: in the URL of its callback, and in the links of accounts to it. */
export const PROVIDER_ID = 'sso'

/** The limits of single sign-on. */
export const ssoConfig = {
  /** Maximum number of sign-ins (`count`) that one network can start within `minutes`. */
  startsPerNetwork: { count: 60, minutes: 10 },
  /** Minutes for which a process keeps the provider's endpoints. */
  endpointsKeptMinutes: 60,
} as const
