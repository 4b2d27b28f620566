import postgres from 'postgres'
import { connectionOptions, databaseOn, type Database } from './client.ts'

class Undo extends Error {}

/**
 * A test on the real database whose writes are undone afterwards, so that tests never meet each other's rows.
 * @example test('a name is saved', rolledBack(async (db) => { … }))
 */
export function rolledBack(check: (db: Database) => Promise<void>): () => Promise<void> {
  return () =>
    withDatabase(async (db) => {
      await db
        .transaction(async (transaction) => {
          await check(transaction)
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
    })
}

/** For tests of what several connections do at once: their writes stay, so they use names of their own. */
export async function withDatabase(check: (db: Database) => Promise<void>): Promise<void> {
  const client = postgres(process.env.DATABASE_URL ?? '', connectionOptions(10))
  try {
    await check(databaseOn(client))
  } finally {
    await client.end({ timeout: 5 })
  }
}
