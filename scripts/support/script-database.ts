import postgres from 'postgres'
import { databaseOn, type Database } from '#db/client.ts'

/** Runs work on a connection of its own, without the time limits that requests have. */
export async function withScriptDatabase<T>(databaseUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  const client = postgres(databaseUrl, { max: 1, connect_timeout: 10, onnotice: () => undefined })
  try {
    return await work(databaseOn(client))
  } finally {
    await client.end({ timeout: 5 })
  }
}
