/** The path of the page for a failed sign-in through a provider. */
export const LOGIN_ERROR_PAGE = '/login/error'

/** The reasons for a failed sign-in through a provider. Each has its texts in `login.json`. */
export const PROVIDER_SIGN_IN_ERRORS = [
  'signup_disabled',
  'access_denied',
  'email_not_verified',
  'banned',
  'unknown_error',
] as const

export type ProviderSignInError = (typeof PROVIDER_SIGN_IN_ERRORS)[number]

/** Error codes of better-auth and of this product, with the reason that each stands for. */
const REASON_BY_ERROR_CODE: Record<string, ProviderSignInError> = {
  // better-auth refuses to link to an account whose email is unverified, that is, never used to sign in with a code.
  account_not_linked: 'email_not_verified',
  email_not_found: 'email_not_verified',
  banned_user: 'banned',
}

/** Returns the reason for an error code from a URL: one of better-auth, a provider or this product, or any other text. */
export function providerSignInErrorOf(code: string): ProviderSignInError {
  const name = code.toLowerCase()
  const other = Object.hasOwn(REASON_BY_ERROR_CODE, name) ? REASON_BY_ERROR_CODE[name] : undefined
  return other ?? PROVIDER_SIGN_IN_ERRORS.find((known) => known === name) ?? 'unknown_error'
}
