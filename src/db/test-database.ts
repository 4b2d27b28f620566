import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { connectionOptions, databaseOn, type Database } from './client.ts'
import { migrateDatabase } from './migrate.ts'

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
export async function withDatabase(
  check: (db: Database) => Promise<void>,
  databaseUrl = process.env.DATABASE_URL ?? '',
): Promise<void> {
  const client = postgres(databaseUrl, connectionOptions(10))
  try {
    await check(databaseOn(client))
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** For tests of rules over all rows: an empty database that nobody else writes to. */
export function withOwnDatabase(check: (db: Database) => Promise<void>): Promise<void> {
  return withDatabase(async (server) => {
    const name = `test_${randomBytes(6).toString('hex')}`
    const url = new URL(process.env.DATABASE_URL ?? '')
    url.pathname = `/${name}`
    await server.execute(sql.raw(`create database ${name}`))
    try {
      await migrateDatabase(url.href)
      await withDatabase(check, url.href)
    } finally {
      await server.execute(sql.raw(`drop database ${name} with (force)`))
    }
  })
}
