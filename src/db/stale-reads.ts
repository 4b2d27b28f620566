import { findCurrentRequest, requestKey } from '#request/request-context.server.ts'
import { database, searchDatabase, type Database } from './client.ts'
import { findSandbox } from './sandbox.ts'

/** A read whose result can be some seconds old. */
interface StaleRead<T> {
  read: (db: Database) => Promise<T>
  /** Whether the read uses the connections for searches. */
  isSearch: boolean
  /** Runs the read on the primary, so that the result is current. */
  onPrimary: () => Promise<T>
}

/** The request store's key of the function that reads from a standby, if a feature provides such a function. */
export const staleReaderKey = requestKey<<T>(read: StaleRead<T>) => Promise<T>>('staleReader')

/**
 * Runs a read whose result can be some seconds old, but never older than the last write of this browser. The result is current
 * if no feature sets `staleReaderKey`, outside of requests of browsers, and in sandboxes.
 * @param options.isSearch whether the read uses the connections for searches
 */
export function readPossiblyStale<T>(read: (db: Database) => Promise<T>, { isSearch = false } = {}): Promise<T> {
  const onPrimary = () => read(isSearch ? searchDatabase() : database())
  const reader = findSandbox() ? undefined : findCurrentRequest()?.store.get(staleReaderKey)
  return reader ? reader({ read, isSearch, onPrimary }) : onPrimary()
}
