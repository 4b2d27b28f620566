import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll } from 'vitest'
import { connectionOptions, databaseOn, type Database } from './client.ts'
import { urlWithDatabase, createDatabase, TEMPLATE } from './test-template.ts'

class RollbackError extends Error {}

/**
 * Wraps a test on the real database whose writes are rolled back, so that tests never see each other's rows.
 * @example test('a name is saved', rolledBack(async (db) => { … }))
 */
export function rolledBack(
  check: (db: Database) => Promise<void>,
  urlOf = () => process.env.DATABASE_URL ?? '',
): () => Promise<void> {
  return () =>
    withDatabase(async (db) => {
      await db
        .transaction(async (transaction) => {
          await check(transaction)
          throw new RollbackError()
        })
        .catch((error: unknown) => {
          if (!(error instanceof RollbackError)) throw error
        })
    }, urlOf())
}

/** Runs a test that needs several connections at once. Its writes are not rolled back, so it must use unique names. */
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

/**
 * Runs a test that depends on all rows of a database, on a separate database without rows, with connections of the application's
 * role and of the owner's role. @param isEmpty whether the database also has no tables
 */
export async function withOwnDatabase(
  check: (db: Database, owner: Database, ways: { databaseUrl: string; ownerUrl: string }) => Promise<void>,
  { isEmpty = false } = {},
): Promise<void> {
  const url = await createOwnDatabase(isEmpty)
  try {
    await withDatabase(
      (owner) => withDatabase((db) => check(db, owner, { databaseUrl: appUrlOf(url), ownerUrl: url }), appUrlOf(url)),
      url,
    )
  } finally {
    await dropDatabase(url)
  }
}

/** Creates an empty database for the tests of a file, once for all of them. */
export function ownDatabase() {
  let url = ''
  beforeAll(async () => {
    url = await createOwnDatabase()
  })
  afterAll(() => dropDatabase(url))
  return {
    /** Returns the database's URL for the owner of the tables. */
    url: () => url,
    /** Makes the code under test use this database as the database of the process. */
    isOfProcess: () =>
      beforeAll(() => {
        process.env.DATABASE_URL = appUrlOf(url)
      }),
    rolledBack: (check: (db: Database) => Promise<void>) => rolledBack(check, () => appUrlOf(url)),
    withDatabase: (check: (db: Database) => Promise<void>) => withDatabase(check, appUrlOf(url)),
  }
}

async function createOwnDatabase(isEmpty = false): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase({ adminUrl: adminUrl(), ownerUrl: ownerUrl() }, name, isEmpty ? 'template0' : TEMPLATE)
  return urlWithDatabase(ownerUrl(), name)
}

/** Returns the test database's URL for the role that owns its tables. Code under test uses a role with fewer rights. */
export function ownerUrl(): string {
  return process.env.DATABASE_OWNER_URL ?? ''
}

/** Returns the test database's URL for the superuser, who can create databases and roles. */
export function adminUrl(): string {
  return process.env.TEST_ADMIN_URL ?? ''
}

/** Returns the URL of a test database for the role of the application. */
function appUrlOf(databaseUrl: string): string {
  return urlWithDatabase(process.env.DATABASE_URL ?? '', new URL(databaseUrl).pathname.slice(1))
}

async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await withDatabase(
    async (server) => void (await server.execute(sql.raw(`drop database if exists ${name} with (force)`))),
    adminUrl(),
  )
}
