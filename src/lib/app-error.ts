/** Every way a call can fail, each with its HTTP status. The code is the key of its sentence in `locales/<lang>/errors.json`. */
export const ERROR_STATUS = {
  DEMO_MODE_ENABLED: 403,
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
  LAST_ADMINISTRATOR: 409,
  NOT_ON_YOURSELF: 409,
  YOU_CANNOT_IMPERSONATE_ADMINS: 403,
  YOU_CANNOT_IMPERSONATE_BANNED_USERS: 403,
  /** An administrator acts as this person: what could take the account from them has to wait. */
  NOT_WHILE_IMPERSONATING: 403,
  SESSION_EXPIRED: 403,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  INVALID_ORIGIN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  /** Made in the browser: no answer came. */
  NO_CONNECTION: 503,
  SERVICE_UNAVAILABLE: 503,
  UNKNOWN_ERROR: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Whether a text from the wire is a code of the list. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)
}

export interface AppErrorDetails {
  /** The input that is wrong, as the form names it. */
  field?: string
  /** For each wrong input, the key of its message. */
  fields?: Record<string, string>
  /** Whole seconds after which the same call may succeed. */
  retryAfterSeconds?: number
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
