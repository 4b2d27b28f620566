/** The path of the page that says that signing in through another site failed. */
export const LOGIN_ERROR_PAGE = '/login/error'

/** The reasons that people are told when another site does not sign them in. Each has its texts in `login.json`. */
export const LOGIN_ERRORS = [
  'signup_disabled',
  'access_denied',
  'email_not_verified',
  'banned',
  'unknown_error',
] as const

export type LoginError = (typeof LOGIN_ERRORS)[number]

/** Other names of these failures: those of better-auth, and codes of ours. */
const OTHER_NAMES: Record<string, LoginError> = {
  // An account that nobody has signed in to with a code yet is as unverified as an address of the provider's.
  account_not_linked: 'email_not_verified',
  email_not_found: 'email_not_verified',
  banned_user: 'banned',
}

/** The kind of failure that a code of a provider, of better-auth or of ours stands for. May be hostile. */
export function loginErrorOf(code: string): LoginError {
  const name = code.toLowerCase()
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined
  return other ?? LOGIN_ERRORS.find((known) => known === name) ?? 'unknown_error'
}
