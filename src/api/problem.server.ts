import { STATUS_CODES } from 'node:http'
import { appConfig } from '#app.config'
import { ERROR_STATUS, type AppError, type ErrorCode } from '#lib/app-error.ts'

/** What a call under /api/v1 can be refused for by the rules of HTTP, beside what the product refuses. */
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

/** The code of a problem, as its `code` has it. */
export type ProblemCode = ErrorCode | ProtocolCode

/** For each code a sentence for the log of whoever called. */
const DETAILS = {
  ADMINISTRATOR_UNTIL_RECENTLY: `For ${appConfig.administrator.protectedDays} days after losing the role, an administrator’s email is theirs alone to change.`,
  DEMO_MODE_ENABLED: 'This is a read-only demo.',
  FORBIDDEN: 'This may not be changed here.',
  IDEMPOTENCY_KEY_IN_USE: 'A request with this Idempotency-Key is under way.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request.',
  INSUFFICIENT_SCOPE: 'The API key lacks the scope for this.',
  INVALID_INPUT: 'Some of what was sent is not valid; see errors.',
  INVALID_JSON: 'The body is not JSON.',
  LAST_ADMINISTRATOR: 'The last administrator cannot be removed.',
  METHOD_NOT_ALLOWED: 'See the Allow header.',
  NOT_ACCEPTABLE: 'Answers are application/json.',
  NOT_FOUND: 'There is nothing at this address.',
  NOT_ON_YOURSELF: 'The owner of the API key cannot do this to themselves.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  PRECONDITION_FAILED: 'It has changed since; see If-Match.',
  SECOND_FACTOR_REQUIRED: 'Make a new API key: this one was made without the second factor.',
  SERVICE_BUSY: 'The service is busy; see Retry-After.',
  SERVICE_UNAVAILABLE: 'The service does not respond; see Retry-After.',
  TAKEN: 'Somebody or something else has this already.',
  TOO_MANY_REQUESTS: 'Too many requests; see Retry-After.',
  UNAUTHORIZED: 'Send a valid API key: "Authorization: Bearer lk_…".',
  UNKNOWN_ERROR: 'Something went wrong; the log of the server has it under errorId.',
  UNSUPPORTED_MEDIA_TYPE: 'Send application/json.',
} satisfies Partial<Record<ProblemCode, string>>

/** The codes of all problems that a program has to know. */
export const PROBLEM_CODES = Object.keys(DETAILS)

/** One thing that is wrong with what was sent. */
export interface InputProblem {
  /** The field of the body or the parameter of the query; empty for the body as a whole. */
  field: string
  code: string
  /** The number of the rule that it breaks, for rules with one. */
  limit?: number
}

/** A refusal by the rules of HTTP, or one that names what is wrong with the input. */
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

/** The status that a code is answered with; what is wrong with fields that can be read is 422. */
export function statusOfProblem(code: ProblemCode): number {
  if (code === 'INVALID_INPUT') return 422
  return code in PROTOCOL_STATUS ? PROTOCOL_STATUS[code as ProtocolCode] : ERROR_STATUS[code as ErrorCode]
}

/** The answer that tells of a failure as RFC 9457 has it: a code, never a message from within. */
export function problemResponse(failure: AppError | ApiProblem): Response {
  const { code } = failure
  const status = statusOfProblem(code)
  const { errors, headers, extensions } = failure instanceof ApiProblem ? ofProblem(failure) : ofAppError(failure)
  const problem = {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: isKnown(code) ? DETAILS[code] : undefined,
    code,
    ...extensions,
    ...(errors.length > 0 && { errors }),
  }
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...challengeOf(code), ...headers },
  })
}

function isKnown(code: string): code is keyof typeof DETAILS {
  return Object.hasOwn(DETAILS, code)
}

interface Told {
  errors: InputProblem[]
  headers: Record<string, string>
  extensions: Record<string, string>
}

function ofProblem({ errors, headers }: ApiProblem): Told {
  return { errors, headers, extensions: {} }
}

function ofAppError({ code, details }: AppError): Told {
  const { field, fields = field === undefined ? {} : { [field]: code }, numbers, errorId, retryAfterSeconds } = details
  const errors = Object.entries(fields).map(([name, message]): InputProblem => {
    const limit = numbers?.[name]?.count
    return { field: nameOfField(name), code: message, ...(limit !== undefined && { limit }) }
  })
  return {
    errors,
    headers: { ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }) },
    extensions: { ...(errorId !== undefined && { errorId }) },
  }
}

/** Lists of the product call it a cursor. */
function nameOfField(name: string): string {
  return name === 'cursor' ? 'after' : name
}

/** RFC 6750: how to get in, or what the key lacks. */
function challengeOf(code: ProblemCode): Record<string, string> {
  return code === 'UNAUTHORIZED' ? { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' } : {}
}
