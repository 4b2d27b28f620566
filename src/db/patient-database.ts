import { environment } from '#env/environment.server.ts'
import { connectionOptions, databaseOn, type Database } from './client.ts'
import { openClient } from './connect.ts'
import { findSandbox } from './sandbox.ts'

/** The longest that one statement of background work may run, in milliseconds. */
const PATIENCE_MS = 10 * 60_000

/** Lends work that nobody waits for a connection of its own, without the deadlines of requests, past any pooler. */
export async function withPatientDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const client = openClient(
    findSandbox()?.url ?? environment().databaseDirectUrl,
    connectionOptions(1, { timeoutMs: PATIENCE_MS }),
  )
  try {
    return await work(databaseOn(client))
  } finally {
    await client.end({ timeout: 5 })
  }
}
