import { AppError, type ErrorCode } from '#lib/app-error.ts'
import { log, nameOfError } from '#lib/log.server.ts'

/** SQLSTATEs that the data of a row causes: data exceptions, broken constraints, and the product's own rules. */
const OF_THE_DATA = /^(22|23|LK)/
/** The SQLSTATE of a statement that took too long, for example for a user with very many rows. A retry would take as long. */
const TOO_LONG = '57014'

/**
 * Returns the error code of a row that failed; undefined if the connection or the load is to blame and not the row, so that
 * its batch must be retried.
 */
export function errorOfRow(error: unknown): ErrorCode | undefined {
  if (error instanceof AppError) return error.status === 503 ? undefined : error.code
  const state = codeIn(error)
  if (state !== undefined && state !== TOO_LONG && !OF_THE_DATA.test(state)) return undefined
  log.error({ event: 'bulk.row_failed', name: nameOfError(error), state }, 'the row is reported as failed')
  return state === TOO_LONG ? 'SERVICE_BUSY' : 'UNKNOWN_ERROR'
}

function codeIn(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  return undefined
}
