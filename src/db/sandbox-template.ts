import { sql } from 'drizzle-orm'
import { parseDatabaseUrl } from '#env/database-url.server.ts'
import type { Database } from './client.ts'
import { LOCKS } from './locks.ts'
import { migrateDatabase } from './migrate.ts'
import {
  dropDatabase,
  isThere,
  namesLike,
  prefixOf,
  rightIsMissing,
  templatePrefix,
  urlOf,
  withServer,
} from './sandbox-databases.ts'
import { seedIfEmpty } from './seed.ts'

/** Where a database of the demo is, as the application and as its owner sign in, without a pooler between. */
interface Ways {
  databaseUrl: string
  ownerUrl: string
}

/** A role may not make databases, or there is none to make them from. */
export class NoSandboxes extends Error {}

/**
 * Makes the database that sandboxes are copies of, with the sample data as they are on this day, unless it is there. It
 * replaces those of other days.
 * @throws {NoSandboxes} when a role lacks the right to make databases
 */
export async function prepareSandboxes({ databaseUrl, ownerUrl }: Ways): Promise<void> {
  await withServer(ownerUrl, async (db) => {
    await db.execute(sql`select pg_advisory_lock(${LOCKS.sandboxes})`)
    await letMakeDatabases(db, parseDatabaseUrl(databaseUrl).user)
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    const name = `${templatePrefix(databaseUrl)}${day}`
    if (!(await isThere(db, name))) await makeTemplate(db, { databaseUrl, ownerUrl }, name)
    for (const old of await namesLike(db, `${prefixOf(databaseUrl)}template_`))
      // Nodes of the build before may copy theirs still.
      if (!old.endsWith(day)) await dropTemplate(db, old)
  })
}

async function letMakeDatabases(db: Database, appRole: string) {
  const [app] = await db.execute<{ may: boolean }>(
    sql`select rolcreatedb or rolsuper as may from pg_roles where rolname = ${appRole}`,
  )
  if (app?.may === true) return
  try {
    await db.execute(sql`alter role ${sql.identifier(appRole)} createdb`)
  } catch (cause) {
    throw new NoSandboxes(rightIsMissing(appRole), { cause })
  }
}

async function makeTemplate(db: Database, { databaseUrl, ownerUrl }: Ways, name: string) {
  const unfinished = `${prefixOf(databaseUrl)}unfinished`
  await dropTemplate(db, unfinished)
  try {
    await db.execute(sql`create database ${sql.identifier(unfinished)}`)
  } catch (cause) {
    throw new NoSandboxes(rightIsMissing(parseDatabaseUrl(ownerUrl).user), { cause })
  }
  const owner = urlOf(ownerUrl, unfinished)
  await migrateDatabase(owner, { appUrl: urlOf(databaseUrl, unfinished) })
  await withServer(owner, seedIfEmpty)
  // Nobody can connect to it from here on, which would keep it from being copied; a template may be copied by other roles.
  await db.execute(sql`alter database ${sql.identifier(unfinished)} allow_connections false is_template true`)
  await db.execute(sql`alter database ${sql.identifier(unfinished)} rename to ${sql.identifier(name)}`)
}

async function dropTemplate(db: Database, name: string) {
  if (!(await isThere(db, name))) return
  await db.execute(sql`alter database ${sql.identifier(name)} is_template false`)
  await dropDatabase(db, name)
}
