import type { Challenge } from 'altcha-lib/types'
import type { RuleNumbers } from './broken-rule.ts'

/** Every way a call can fail, each with its HTTP status. The code is the key of its sentence in `locales/<lang>/errors.json`. */
export const ERROR_STATUS = {
  DEMO_MODE_ENABLED: 403,
  /** In a visitor's own sandbox: it would reach beyond it. */
  DEMO_LEAVES_OUT: 403,
  INVALID_INPUT: 400,
  INVALID_EMAIL: 400,
  INVALID_OTP: 400,
  OTP_EXPIRED: 400,
  TOO_MANY_ATTEMPTS: 403,
  TOO_MANY_REQUESTS: 429,
  BANNED_USER: 403,
  SIGNUP_DISABLED: 403,
  /** Somebody or something else has this value already. */
  TAKEN: 409,
  /** Of a person who has signed in, or is banned. */
  CANNOT_BE_INVITED: 409,
  /** To one address, within a day. */
  TOO_MANY_INVITATIONS: 429,
  /** Of one kind, by one person, within a day. */
  TOO_MANY_TODAY: 429,
  /** As many are there as may be at once. */
  NO_ROOM: 409,
  /** Another row of the same file has it. */
  REPEATED: 409,
  /** In one file: each of them is told of to all others. */
  TOO_MANY_ADMINISTRATORS: 409,
  LAST_ADMINISTRATOR: 409,
  /** Undoing would overwrite what somebody else has done since. */
  CHANGED_SINCE: 409,
  /** The time for it is over, or there is no way back. */
  CANNOT_UNDO: 409,
  NOT_ON_YOURSELF: 409,
  YOU_CANNOT_IMPERSONATE_ADMINS: 403,
  YOU_CANNOT_IMPERSONATE_BANNED_USERS: 403,
  /** Others cannot take the account of who lost the role in the last days. */
  ADMINISTRATOR_UNTIL_RECENTLY: 403,
  /** An administrator acts as this person: what could take the account from them has to wait. */
  NOT_WHILE_IMPERSONATING: 403,
  SESSION_EXPIRED: 403,
  /** Not a passkey of somebody here, or its answer is not right. */
  PASSKEY_REFUSED: 403,
  /** The question to the passkey is too old, was answered already, or was put to another browser. */
  PASSKEY_EXPIRED: 403,
  TOO_MANY_PASSKEYS: 409,
  /** Of an administrator who could not get in without it. */
  LAST_PASSKEY: 409,
  /** An administrator has to show a passkey on top of the code. */
  SECOND_FACTOR_REQUIRED: 403,
  WRONG_RECOVERY_CODE: 400,
  /** In organizations; the names are better-auth's. */
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: 409,
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 409,
  MEMBER_NOT_FOUND: 404,
  INVITATION_NOT_FOUND: 404,
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 409,
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 409,
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 403,
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: 409,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 409,
  /** Of an organization with others in it, by who would delete their account. */
  ONLY_OWNER: 409,
  /** The page is about another organization than the session is by now. */
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
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  /** Made in the browser: no answer came. */
  NO_CONNECTION: 503,
  SERVICE_UNAVAILABLE: 503,
  /** More is asked for than can be answered in time. */
  SERVICE_BUSY: 503,
  UNKNOWN_ERROR: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Whether a text from the wire is a code of the list. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)
}

/** Work that a browser may do in place of waiting, as ALTCHA describes it. */
export type WorkChallenge = Pick<Challenge, 'parameters' | 'signature'>

export interface AppErrorDetails {
  /** The input that is wrong, as the form names it. */
  field?: string
  /** For each wrong input, the key of its message. */
  fields?: Record<string, string>
  /** For those of them that break a rule with a number, what their sentences tell. */
  numbers?: Record<string, RuleNumbers>
  /** Whole seconds after which the same call may succeed. */
  retryAfterSeconds?: number
  /** What the caller may solve to succeed at once; none where only waiting helps. */
  challenge?: WorkChallenge
  /** How many wrong codes are let through before this one is void. */
  triesLeft?: number
  /** A code that this browser asked for before can still be entered. */
  hasLiveCode?: boolean
  /** Why and until when (ISO 8601) a person is banned. */
  banReason?: string | null
  banExpires?: string | null
  /** What a log line of an unexpected error is found by. */
  errorId?: string
}

/** A failure that people can be told about. Anything else that is thrown becomes UNKNOWN_ERROR with an id. */
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

/** The wrong fields that a failure names, each with the key of its message: a rule's, or the error's code. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof AppError)) return {}
  const { field, fields } = error.details
  return fields ?? (field === undefined ? {} : { [field]: error.code })
}

/** The failure that a JSON answer of the request handler tells of; null when it tells of none. */
export function findAppErrorIn(answer: unknown): AppError | null {
  const { code, ...details } = (answer ?? {}) as AppErrorDetails & { code?: unknown }
  return isErrorCode(code) ? new AppError(code, details) : null
}
