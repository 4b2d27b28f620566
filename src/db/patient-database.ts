import { environment } from '#env/environment.server.ts'
import { connectionOptions, databaseOn, type Database } from './client.ts'
import { openClient } from './connect.ts'
import { findSandbox } from './sandbox.ts'

/** The maximum run time of a statement of background work, in milliseconds. */
const TIMEOUT_MS = 10 * 60_000

/** Runs background work on a separate direct connection, without the deadlines of requests. */
export async function withPatientDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const client = openClient(
    findSandbox()?.url ?? environment().databaseDirectUrl,
    connectionOptions(1, { timeoutMs: TIMEOUT_MS }),
  )
  try {
    return await work(databaseOn(client))
  } finally {
    await client.end({ timeout: 5 })
  }
}
