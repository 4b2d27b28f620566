import { channel } from 'node:diagnostics_channel'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { AppError } from '#lib/app-error.ts'
import { causesOf, errorCodeIn } from '#lib/causes.ts'
import { log } from '#lib/log.server.ts'
import { countEvent } from '#instrumentation/measure.server.ts'
import { findCurrentRequest, requestKey, type RequestContext } from '#request/request-context.server.ts'

/** The store's key of a request's call of a server function. If the value is missing, the request failed before our code ran. */
export const functionCallKey = requestKey<FunctionCall>('functionCall')

export interface FunctionCall {
  failure?: AppError
  /** The result before serialization. */
  result?: unknown
}

/** Codes of lost connections, cancelled statements and read-only servers (25006): names of postgres.js and SQLSTATE. */
const DATABASE_UNREACHABLE = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|CONNECT|CONNECTION_|08|25006|57|53)/

/** The SQLSTATE of a cancelled statement. */
const QUERY_CANCELED = '57014'

/**
 * Converts any thrown value into an error for callers: unchanged if it is meant for them (AppError, redirect, not found),
 * SERVICE_UNAVAILABLE if the database is unreachable, NO_CONNECTION if the client left, otherwise UNKNOWN_ERROR with an ID
 * that is also in the log.
 */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError || error instanceof Response || isRedirect(error) || isNotFound(error)) return error
  const known = findAppError(error)
  if (known) return known
  if (isClientDisconnect(error)) return new AppError('NO_CONNECTION')
  if (isDatabaseUnreachable(error)) {
    const isCancelled = errorCodeIn(error) === QUERY_CANCELED
    // If a statement was cancelled, it took too long or its client left. The database is reachable, so operators are not alerted.
    if (!isCancelled) countEvent('app.errors', { 'error.type': 'database.unreachable' })
    const about = { requestId: findCurrentRequest()?.id, reason: errorCodeIn(error) }
    if (isCancelled) log.warn({ event: 'database.query_canceled', ...about }, 'a query was too slow or its client left')
    else log.error({ event: 'database.unreachable', ...about }, 'the database is unreachable or too slow')
    return new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 })
  }
  return new AppError('UNKNOWN_ERROR', { errorId: logUnexpected(error) })
}

/** An unexpected error without any data of the visitor, so that it can leave the server. */
export interface UnexpectedError {
  errorId: string
  name: string
  /** Error code of the driver or the system. */
  reason: string | undefined
  /** Lines of the stack, without the message. */
  stack: string[]
  /** The current request, if any. */
  request: RequestContext | undefined
}

/** The channel that publishes each unexpected error, for external error reporters. */
export const unexpectedErrors = channel('app.unexpected_error')

/**
 * Logs an unexpected error.
 * @returns the ID of its line in the log
 */
export function logUnexpected(error: unknown): string {
  const errorId = crypto.randomUUID()
  countEvent('app.errors', { 'error.type': 'unexpected' })
  // Log only names, because database drivers put the statement and its values into the message.
  const request = findCurrentRequest()
  const said = {
    errorId,
    name: error instanceof Error ? error.name : typeof error,
    reason: errorCodeIn(error),
    stack: error instanceof Error ? stackFramesOf(error) : [],
  }
  log.error({ event: 'error.unexpected', requestId: request?.id, ...said }, 'an unexpected error; users see its ID')
  unexpectedErrors.publish({ ...said, request } satisfies UnexpectedError)
  return errorId
}

/** Returns the stack of an error without its message, which comes first and can have several lines. */
function stackFramesOf({ message, stack = '' }: Error): string[] {
  const head = stack.includes(message) ? stack.indexOf(message) + message.length : 0
  return stack
    .slice(head)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
}

/** Whether an error or one of its causes means that the database is unreachable. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return causesOf(error).some((cause) => typeof cause.code === 'string' && DATABASE_UNREACHABLE.test(cause.code))
}

/** Whether an error only means that the client disconnected; its code is the same as for a lost database connection. */
function isClientDisconnect(error: unknown): boolean {
  const signal = findCurrentRequest()?.signal
  return signal?.aborted === true && causesOf(error).some((cause) => cause === signal.reason)
}

function findAppError(error: unknown): AppError | undefined {
  return causesOf(error).find((cause): cause is AppError & { code: string } => cause instanceof AppError)
}
