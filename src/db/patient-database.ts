import { environment } from '#env/environment.server.ts'
import { onOwnConnection, type Database } from './client.ts'
import { findSandbox } from './sandbox.ts'

/** The maximum run time of a statement of background work, in milliseconds. */
const TIMEOUT_MS = 10 * 60_000

/** Runs background work on a separate direct connection, without the deadlines of requests. */
export function withPatientDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  return onOwnConnection(findSandbox()?.url ?? environment().databaseDirectUrl, TIMEOUT_MS, work)
}
