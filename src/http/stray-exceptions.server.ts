import { logUnexpected } from '#middleware/unexpected-errors.server.ts'

/**
 * Keeps the process running when the database driver throws an uncaught exception. Queries on that connection then time out,
 * and the pool is replaced if it does not recover. Any other uncaught exception ends the process.
 */
export function surviveDriverExceptions(): void {
  process.on('uncaughtException', (error) => {
    if (!isDriverError(error)) throw error
    logUnexpected(error)
  })
}

/** Matches stacks of the driver: its own files or, in a bundle, its write function. */
const DRIVER_STACK = /[\\/]node_modules[\\/]postgres[\\/]|\.nextWrite \(/

/** Whether the driver threw the error, or the server or socket reported the error for a query that the driver has dropped. */
function isDriverError(error: Error): boolean {
  return DRIVER_STACK.test(error.stack ?? '') || ('query' in error && 'parameters' in error)
}
