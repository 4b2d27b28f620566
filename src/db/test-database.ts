import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll } from 'vitest'
import { connectionOptions, databaseOn, type Database } from './client.ts'

class Undo extends Error {}

/**
 * A test on the real database whose writes are undone afterwards, so that tests never meet each other's rows.
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
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
    }, urlOf())
}

/** Lends a test of several connections at once their database: the writes stay, so it uses names of its own. */
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
 * Lends a test of rules over all rows an empty database that nobody else writes to, as the product and as its owner.
 * @param isEmpty whether it is not migrated either
 */
export async function withOwnDatabase(
  check: (db: Database, owner: Database, ways: { databaseUrl: string; ownerUrl: string }) => Promise<void>,
  { isEmpty = false } = {},
): Promise<void> {
  const url = await createDatabase(isEmpty)
  try {
    await withDatabase(
      (owner) => withDatabase((db) => check(db, owner, { databaseUrl: asApp(url), ownerUrl: url }), asApp(url)),
      url,
    )
  } finally {
    await dropDatabase(url)
  }
}

/** Makes an empty database that nobody else writes to, once for all tests of a file. */
export function ownDatabase() {
  let url = ''
  beforeAll(async () => {
    url = await createDatabase()
  })
  afterAll(() => dropDatabase(url))
  return {
    /** As its owner signs in. */
    url: () => url,
    /** Has the code under test use it wherever it asks for the database of its process. */
    isOfProcess: () =>
      beforeAll(() => {
        process.env.DATABASE_URL = asApp(url)
      }),
    rolledBack: (check: (db: Database) => Promise<void>) => rolledBack(check, () => asApp(url)),
    withDatabase: (check: (db: Database) => Promise<void>) => withDatabase(check, asApp(url)),
  }
}

/** A copy of the test database as it was when it was made, which nobody is connected to. */
const TEMPLATE = 'template_for_tests'

/** Copies the migrated test database, for databases of tests to begin as: copying takes a tenth of what migrating does. */
export function makeTemplate(): Promise<void> {
  return copyDatabase(new URL(ownerUrl()).pathname.slice(1), TEMPLATE)
}

async function createDatabase(isEmpty = false): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await copyDatabase(isEmpty ? 'template1' : TEMPLATE, name)
  const url = new URL(ownerUrl())
  url.pathname = `/${name}`
  return url.href
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const owner = new URL(ownerUrl()).username
  const copy = sql.raw(`create database ${to} template ${from} owner ${owner}`)
  await withDatabase(async (server) => void (await server.execute(copy)), adminUrl())
}

/** The test database as the role signs in that owns its tables; code under test does so as another, with fewer rights. */
export function ownerUrl(): string {
  return process.env.DATABASE_OWNER_URL ?? ''
}

/** The test database as the superuser signs in, for what the product never does: making databases and roles. */
export function adminUrl(): string {
  return process.env.TEST_ADMIN_URL ?? ''
}

/** A database of the tests as the application signs in to it. */
function asApp(databaseUrl: string): string {
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.pathname = new URL(databaseUrl).pathname
  return url.href
}

async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await withDatabase(
    async (server) => void (await server.execute(sql.raw(`drop database if exists ${name} with (force)`))),
    adminUrl(),
  )
}
