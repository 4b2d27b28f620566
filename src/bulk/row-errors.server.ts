import { AppError, type ErrorCode } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'

/** SQLSTATEs that the data of a row causes: data exceptions, broken constraints, and the product's own rules. */
const OF_THE_DATA = /^(22|23|LK)/
/** A statement that took too long: of somebody with very many rows, say. Tried again it would take as long. */
const TOO_LONG = '57014'

/**
 * The code to tell of a row that failed; undefined where the row is not to blame, but the connection or the load, so that its
 * batch is to be tried again.
 */
export function errorOfRow(error: unknown): ErrorCode | undefined {
  if (error instanceof AppError) return error.status === 503 ? undefined : error.code
  const state = codeIn(error)
  if (state !== undefined && state !== TOO_LONG && !OF_THE_DATA.test(state)) return undefined
  log.error({ event: 'bulk.row_failed', name: error instanceof Error ? error.name : 'unknown', state })
  return state === TOO_LONG ? 'SERVICE_BUSY' : 'UNKNOWN_ERROR'
}

function codeIn(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  return undefined
}
