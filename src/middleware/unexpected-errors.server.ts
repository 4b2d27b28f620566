import { channel } from 'node:diagnostics_channel'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { count } from '#instrumentation/measure.server.ts'
import { findCurrentRequest, requestKey, type RequestContext } from '#request/request-context.server.ts'

/** The key of the server function that a request calls: what failed before there was one never reached our code. */
export const functionCall = requestKey<FunctionCall>('functionCall')

export interface FunctionCall {
  failure?: AppError
  /** What it returned, as it was before it was serialized. */
  result?: unknown
}

/** Connection trouble, cancelled statements, and a server that takes no writes (25006), by postgres.js name and by SQLSTATE. */
const DATABASE_IS_AWAY = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|CONNECT|CONNECTION_|08|25006|57|53)/

/** By PostgreSQL's name for a statement that was ended before it was done. */
const QUERY_CANCELED = '57014'

/**
 * Turns anything thrown into what a caller may be told: itself if it is meant for callers (AppError, redirect, not found),
 * SERVICE_UNAVAILABLE when the database is away, NO_CONNECTION when whoever asked has left, else UNKNOWN_ERROR with an id that
 * is also in the log.
 */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError || error instanceof Response || isRedirect(error) || isNotFound(error)) return error
  const known = findAppError(error)
  if (known) return known
  if (isOfLeaving(error)) return new AppError('NO_CONNECTION')
  if (isDatabaseAway(error)) {
    const isCancelled = reasonOf(error) === QUERY_CANCELED
    // It took too long, or nobody waited for it any more: the database is there, and no operator is woken.
    if (!isCancelled) count('latchkey.errors', { 'error.type': 'database.away' })
    log[isCancelled ? 'warn' : 'error']({
      event: isCancelled ? 'database.query_canceled' : 'database.away',
      requestId: findCurrentRequest()?.id,
      reason: reasonOf(error),
    })
    return new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 })
  }
  return new AppError('UNKNOWN_ERROR', { errorId: logUnexpected(error) })
}

/** An unexpected error, as it may leave the server: nothing of what the visitor sent. */
export interface UnexpectedError {
  errorId: string
  name: string
  /** A code of the driver or the system. */
  reason: string | undefined
  /** Lines of the stack, without the message. */
  stack: string[]
  /** Of the request under way, if any. */
  request: RequestContext | undefined
}

/** The channel on which each unexpected error is told, for who reports them elsewhere. */
export const unexpectedErrors = channel('latchkey.unexpected_error')

/**
 * Writes an unexpected error to the log.
 * @returns the id to find it by
 */
export function logUnexpected(error: unknown): string {
  const errorId = crypto.randomUUID()
  count('latchkey.errors', { 'error.type': 'unforeseen' })
  // Database drivers put the statement and its values into the message: only the names of things are logged.
  const request = findCurrentRequest()
  const said = {
    errorId,
    name: error instanceof Error ? error.name : typeof error,
    reason: reasonOf(error),
    stack: error instanceof Error ? framesOf(error) : [],
  }
  log.error({ event: 'error.unforeseen', requestId: request?.id, ...said })
  unexpectedErrors.publish({ ...said, request } satisfies UnexpectedError)
  return errorId
}

/** The stack of an error without its message, which stands at the head, in as many lines as it has. */
function framesOf({ message, stack = '' }: Error): string[] {
  const head = stack.includes(message) ? stack.indexOf(message) + message.length : 0
  return stack
    .slice(head)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
}

/** Whether an error or one of its causes says that the database does not answer. */
export function isDatabaseAway(error: unknown): boolean {
  return causesOf(error).some((cause) => typeof cause.code === 'string' && DATABASE_IS_AWAY.test(cause.code))
}

/** Whether an error is only that whoever asked has hung up: it has the code of a lost connection, as a database's has. */
function isOfLeaving(error: unknown): boolean {
  const signal = findCurrentRequest()?.signal
  return signal?.aborted === true && causesOf(error).some((cause) => cause === signal.reason)
}

function findAppError(error: unknown): AppError | undefined {
  return causesOf(error).find((cause): cause is AppError & { code: string } => cause instanceof AppError)
}

function reasonOf(error: unknown): string | undefined {
  return causesOf(error)
    .map((cause) => cause.code)
    .find((code) => typeof code === 'string')
}

function causesOf(error: unknown): (Error & { code?: unknown })[] {
  const causes: Error[] = []
  for (let current = error; current instanceof Error && causes.length < 6; current = current.cause) causes.push(current)
  return causes
}
