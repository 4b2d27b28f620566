import { findCurrentRequest, requestKey } from '#request/request-context.server.ts'
import { database, searchDatabase, type Database } from './client.ts'
import { findSandbox } from './sandbox.ts'

/** A read whose result may be some seconds old. */
interface StaleRead<T> {
  read: (db: Database) => Promise<T>
  /** Whether it goes by the connections that are for searches. */
  isSearch: boolean
  /** Runs it where everything is as it is now. */
  onPrimary: () => Promise<T>
}

/** The key of what runs such reads in this request, where a feature does. */
export const staleReader = requestKey<<T>(read: StaleRead<T>) => Promise<T>>('staleReader')

/**
 * Runs a read whose result may be some seconds old, though never older than what this browser has written. Without a feature that
 * makes use of that, and outside of requests of browsers, it is as it is now.
 * @param options.isSearch whether it goes by the connections that are for searches
 */
export function readStale<T>(read: (db: Database) => Promise<T>, { isSearch = false } = {}): Promise<T> {
  const onPrimary = () => read(isSearch ? searchDatabase() : database())
  const reader = findSandbox() ? undefined : findCurrentRequest()?.store.get(staleReader)
  return reader ? reader({ read, isSearch, onPrimary }) : onPrimary()
}
