import type { Challenge } from 'altcha-lib/types'
import type { RuleNumbers } from './validation-issue.ts'

/** All error codes with their HTTP status. The code is also the key of its message in `locales/<lang>/errors.json`. */
export const ERROR_STATUS = {
  DEMO_MODE_ENABLED: 403,
  /** The action has effects outside the visitor's sandbox. */
  DEMO_LEAVES_OUT: 403,
  INVALID_INPUT: 400,
  INVALID_EMAIL: 400,
  INVALID_OTP: 400,
  OTP_EXPIRED: 400,
  TOO_MANY_ATTEMPTS: 403,
  TOO_MANY_REQUESTS: 429,
  BANNED_USER: 403,
  SIGNUP_DISABLED: 403,
  /** Another row already has this value, for example this email address. */
  TAKEN: 409,
  /** The user has already signed in, or is banned. */
  CANNOT_BE_INVITED: 409,
  /** Too many invitations to one address within a day. */
  TOO_MANY_INVITATIONS: 429,
  /** Too many changes of one kind by one user within a day. */
  TOO_MANY_TODAY: 429,
  /** The maximum number of rows of this kind is reached. */
  NO_ROOM: 409,
  /** Another row of the imported file has the same value. */
  REPEATED: 409,
  /** The imported file adds too many administrators. They are limited, because all others are notified of each new one. */
  TOO_MANY_ADMINISTRATORS: 409,
  LAST_ADMINISTRATOR: 409,
  /** The undo would overwrite a later change of another user. */
  CHANGED_SINCE: 409,
  /** The time to undo is over, or the action cannot be undone. */
  CANNOT_UNDO: 409,
  NOT_ON_YOURSELF: 409,
  YOU_CANNOT_IMPERSONATE_ADMINS: 403,
  YOU_CANNOT_IMPERSONATE_BANNED_USERS: 403,
  /** The account of a user who was an administrator until recently is protected from takeover. */
  ADMINISTRATOR_UNTIL_RECENTLY: 403,
  /** An administrator impersonates the user; actions that could take over the account are refused. */
  NOT_WHILE_IMPERSONATING: 403,
  /** The user has not signed in or confirmed with a code or passkey recently. */
  SESSION_EXPIRED: 403,
  /** The passkey is unknown, or its signature is wrong. */
  PASSKEY_REFUSED: 403,
  /** The challenge is too old, already used, or was sent to another browser. */
  PASSKEY_EXPIRED: 403,
  TOO_MANY_PASSKEYS: 409,
  /** An administrator who must use passkeys cannot delete the last one. */
  LAST_PASSKEY: 409,
  /** An administrator must show a passkey in addition to the code. */
  SECOND_FACTOR_REQUIRED: 403,
  WRONG_RECOVERY_CODE: 400,
  /** Codes of organizations, with better-auth's names. */
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: 409,
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 409,
  MEMBER_NOT_FOUND: 404,
  INVITATION_NOT_FOUND: 404,
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 409,
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 409,
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 403,
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: 409,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 409,
  /** The user is the only owner of an organization with other members, so their account cannot be deleted. */
  ONLY_OWNER: 409,
  /** The page shows another organization than the session's active one. */
  ORGANIZATION_SWITCHED: 409,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 403,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  INVALID_ORIGIN: 403,
  /** The browser does not state the site that sends the form. */
  ORIGIN_MISSING: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  /** The browser got no response, or the client disconnected before the response. */
  NO_CONNECTION: 503,
  SERVICE_UNAVAILABLE: 503,
  /** The server is overloaded. */
  SERVICE_BUSY: 503,
  UNKNOWN_ERROR: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Whether an untrusted text is an error code. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)
}

/** A proof-of-work challenge that a browser can solve instead of waiting, in ALTCHA's format. */
export type WorkChallenge = Pick<Challenge, 'parameters' | 'signature'>

export interface AppErrorDetails {
  /** Name of the invalid input, as in the form. */
  field?: string
  /** Message key for each invalid input. */
  fields?: Record<string, string>
  /** Numbers for the messages of invalid inputs. */
  numbers?: Record<string, RuleNumbers>
  /** Whole seconds after which the same call might succeed. */
  retryAfterSeconds?: number
  /** Challenge to solve for immediate success; absent if only waiting helps. */
  challenge?: WorkChallenge
  /** Number of attempts left before the code becomes invalid. */
  triesLeft?: number
  /** Whether this browser has an unused code that has not expired. Its page shows the code's state and when a new one can be sent. */
  hasUnusedCode?: boolean
  /** Whether users must authenticate again with a code sent to their address, because other ways do not prove they own it. */
  needsCode?: boolean
  /** Reason and end (ISO 8601) of a user's ban. */
  banReason?: string | null
  banExpires?: string | null
  /** ID of the log line of an unexpected error. */
  errorId?: string
}

/** An error that is shown to users. Any other error becomes UNKNOWN_ERROR with an ID. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: AppErrorDetails

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** Returns the message key of each invalid field in an error: the key of the rule, or the error's code. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof AppError)) return {}
  const { field, fields } = error.details
  return fields ?? (field === undefined ? {} : { [field]: error.code })
}

/** Returns the error in a JSON response of the request handler; null if it has no known code. */
export function findAppErrorIn(answer: unknown): AppError | null {
  const { code, message: _text, ...details } = (answer ?? {}) as AppErrorDetails & { code?: unknown; message?: unknown }
  return isErrorCode(code) ? new AppError(code, details) : null
}
