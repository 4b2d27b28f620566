import { STATUS_CODES } from 'node:http'
import type * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { ERROR_STATUS, type AppError, type ErrorCode } from '#lib/app-error.ts'
import { numbersOf } from '#lib/validation-issue.ts'

/** The HTTP status of each error code that only calls under /api/v1 have, in addition to the product's error codes. */
const PROTOCOL_STATUS = {
  INVALID_JSON: 400,
  INSUFFICIENT_SCOPE: 403,
  NOT_ACCEPTABLE: 406,
  IDEMPOTENCY_KEY_IN_USE: 409,
  PRECONDITION_FAILED: 412,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
} as const

type ProtocolCode = keyof typeof PROTOCOL_STATUS

/** The `code` of an error response. */
export type ProblemCode = ErrorCode | ProtocolCode

/** A sentence for each code, written for the caller's log. */
const DETAILS = {
  ADMINISTRATOR_UNTIL_RECENTLY: `For ${appConfig.administrator.protectedDays} days after losing the role, only former administrators themselves can change their email address and sign-in methods.`,
  DEMO_MODE_ENABLED: 'This is a read-only demo.',
  FORBIDDEN: "You don't have permission to do this.",
  IDEMPOTENCY_KEY_IN_USE: 'Another request with this Idempotency-Key is in progress.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was already used for a different request.',
  INSUFFICIENT_SCOPE: 'The API key lacks the scope that this operation requires.',
  INVALID_INPUT: "The request isn't valid. See errors.",
  INVALID_JSON: "The body isn't valid JSON.",
  LAST_ADMINISTRATOR: "The last administrator can't be removed. Make someone else an administrator first.",
  METHOD_NOT_ALLOWED: "This method isn't allowed. See the Allow header.",
  NOT_ACCEPTABLE: 'Responses are only available as application/json. Change the Accept header of the request.',
  NOT_FOUND: 'Not found.',
  NOT_ON_YOURSELF: "An API key can't do this to its owner.",
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  PRECONDITION_FAILED: 'The resource was changed in the meantime. Read it again and send its ETag as If-Match.',
  SECOND_FACTOR_REQUIRED: 'This API key was created without a second factor. Create a new one.',
  SERVICE_BUSY: 'The service is busy. Try again after the time in Retry-After.',
  SERVICE_UNAVAILABLE: "The service isn't available. Try again after the time in Retry-After.",
  TAKEN: 'This value is already in use.',
  TOO_MANY_REQUESTS: 'Too many requests. Try again after the time in Retry-After.',
  UNAUTHORIZED: `Send a valid API key: "Authorization: Bearer ${appConfig.tokenPrefix}…".`,
  UNKNOWN_ERROR: 'Something went wrong. The server log has the details under errorId.',
  URI_TOO_LONG: 'The URL is too long.',
  UNSUPPORTED_MEDIA_TYPE:
    'Send the body as application/json, or in the media type that the API description names for this operation.',
} satisfies Partial<Record<ProblemCode, string>>

/** The codes of all error responses. */
export const PROBLEM_CODES = Object.keys(DETAILS)

/** The codes of broken input rules that many fields share. Some fields have rules and codes of their own, too. */
export const RULE_CODES =
  'required invalid number wholeNumber decimals choice date tooShort tooLong tooSmall tooLarge taken repeated unknownField unexpectedBody'.split(
    ' ',
  )

/** Converts a message key or an error code to the code of a broken rule, in camel case. */
function ruleCode(key: string): string {
  const name = key.replace(/^validation\./, '')
  const isConstant = name === name.toUpperCase()
  return isConstant ? name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : name
}

/** An error in the input. */
export interface InputProblem {
  /** The field of the body or the parameter of the query; empty for the body as a whole. */
  field: string
  code: string
  /** The limit that the broken rule sets, for example a maximum length; absent for other rules. */
  limit?: number
}

/** Returns the problems of an issue that zod found, by field. */
export function inputProblemsOf(issue: z.core.$ZodIssue): InputProblem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((field) => ({ field, code: 'unknownField' }))
  const { count } = numbersOf(issue)
  // A malformed id causes NOT_FOUND only in the path; in a query or body it is invalid input.
  const code = issue.message === 'NOT_FOUND' ? 'validation.invalid' : issue.message
  return [{ field: issue.path.join('.'), code: ruleCode(code), ...(count !== undefined && { limit: count }) }]
}

/** An error of an API call: an HTTP error, or a list of errors in the input. */
export class ApiProblem extends Error {
  readonly code: ProblemCode
  readonly errors: InputProblem[]
  readonly headers: Record<string, string>

  constructor(code: ProblemCode, { errors = [], headers = {} }: Partial<Pick<ApiProblem, 'errors' | 'headers'>> = {}) {
    super(code)
    this.name = 'ApiProblem'
    this.code = code
    this.errors = errors
    this.headers = headers
  }
}

/** Returns the HTTP status of a code. For a body that could be parsed but has invalid fields, it is 422. */
export function statusOfProblem(code: ProblemCode): number {
  if (code === 'INVALID_INPUT') return 422
  return code in PROTOCOL_STATUS ? PROTOCOL_STATUS[code as ProtocolCode] : ERROR_STATUS[code as ErrorCode]
}

/** Returns the response for a failure in the format of RFC 9457, with a code and never an internal message. */
export function problemResponse(failure: AppError | ApiProblem): Response {
  const { code } = failure
  const status = statusOfProblem(code)
  const { errors, headers, errorId }: ProblemContent = failure instanceof ApiProblem ? failure : contentOf(failure)
  const problem = {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: isKnown(code) ? DETAILS[code] : undefined,
    code,
    errorId,
    ...(errors.length > 0 && { errors: errors.map((error) => ({ ...error, code: ruleCode(error.code) })) }),
  }
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...authenticateHeaderOf(code), ...headers },
  })
}

function isKnown(code: string): code is keyof typeof DETAILS {
  return Object.hasOwn(DETAILS, code)
}

interface ProblemContent extends Pick<ApiProblem, 'errors' | 'headers'> {
  errorId?: string | undefined
}

function contentOf({ code, details }: AppError): ProblemContent {
  const { field, fields = field === undefined ? {} : { [field]: code }, numbers, errorId, retryAfterSeconds } = details
  const errors = Object.entries(fields).map(([name, message]): InputProblem => {
    const limit = numbers?.[name]?.count
    return { field: apiNameOfField(name), code: message, ...(limit !== undefined && { limit }) }
  })
  return {
    errors,
    headers: { ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }) },
    errorId,
  }
}

/** Returns the API's name of a field: `after` for the `cursor` of the product's lists. */
function apiNameOfField(name: string): string {
  return name === 'cursor' ? 'after' : name
}

/** Returns the WWW-Authenticate header of RFC 6750 if the key is missing or invalid, else no header. */
function authenticateHeaderOf(code: ProblemCode): Record<string, string> {
  return code === 'UNAUTHORIZED' ? { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' } : {}
}
