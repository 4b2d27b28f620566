import { AppError, type ErrorCode } from '#lib/app-error.ts'
import { errorCodeIn } from '#lib/causes.ts'
import { log, nameOfError } from '#lib/log.server.ts'

/** SQLSTATEs caused by the data of a row: data exceptions, violated constraints, and the product's own rules. */
const DATA_ERROR = /^(22|23|LK)/
/** The SQLSTATE of a statement that took too long, for example for a user with very many rows. A retry would take as long. */
const QUERY_CANCELED = '57014'

/**
 * Returns the error code of a row that failed. Returns undefined if the connection or the load caused the failure, so that the
 * batch must be retried.
 */
export function rowErrorCode(error: unknown): ErrorCode | undefined {
  if (error instanceof AppError) return error.status === 503 ? undefined : error.code
  const state = errorCodeIn(error)
  if (state !== undefined && state !== QUERY_CANCELED && !DATA_ERROR.test(state)) return undefined
  log.error({ event: 'bulk.row_failed', name: nameOfError(error), state }, 'a row failed; the bulk job continues')
  return state === QUERY_CANCELED ? 'SERVICE_BUSY' : 'UNKNOWN_ERROR'
}
