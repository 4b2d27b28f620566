import { logUnexpected } from '#middleware/unexpected-errors.server.ts'

/**
 * Lets the process live when the database driver throws where nobody can catch it: what had to do with that connection is
 * refused when its time is over, and the pool is replaced if it does not recover. Any other exception ends the process.
 */
export function surviveDriverExceptions(): void {
  process.on('uncaughtException', (error) => {
    if (!isOfDriver(error)) throw error
    logUnexpected(error)
  })
}

/** The driver's own files; where they are bundled with ours, what it writes with. */
const DRIVER = /[\\/]node_modules[\\/]postgres[\\/]|\.nextWrite \(/

/** Thrown by the driver, or said by the server or its socket of a query that the driver has let go. */
function isOfDriver(error: Error): boolean {
  return DRIVER.test(error.stack ?? '') || ('query' in error && 'parameters' in error)
}
