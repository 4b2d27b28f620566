import postgres from 'postgres'
import { databaseOn, type Database } from '#db/client.ts'
import { environment } from '#env/environment.server.ts'

/** Runs work on a connection of its own, without the time limits that requests have. */
export async function withScriptDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const client = postgres(environment().databaseUrl, { max: 1, connect_timeout: 10, onnotice: () => undefined })
  try {
    return await work(databaseOn(client))
  } finally {
    await client.end({ timeout: 5 })
  }
}
