import { sql } from 'drizzle-orm'
import { parseDatabaseUrl } from '#env/database-url.server.ts'
import type { Database } from '#db/client.ts'
import { LOCKS } from '#db/locks.ts'
import { migrateDatabase } from './migrate.ts'
import {
  dropDatabase,
  findSandboxTemplate,
  hasDatabase,
  listDatabaseNames,
  sandboxPrefix,
  templatePrefix,
  urlOfDatabase,
  withMaintenanceConnection,
} from '#db/sandbox-databases.ts'
import { seedIfEmpty } from './seed.ts'

/** The direct URLs of a demo database, without a pooler: for the application and for the owner of the tables. */
interface RoleUrls {
  databaseUrl: string
  ownerUrl: string
}

/** Thrown if a role cannot create databases. */
export class SandboxesUnavailableError extends Error {}

/**
 * Creates the template for sandboxes, with the sample data of this day, unless it exists. Drops the templates of other days.
 * @throws {SandboxesUnavailableError} if a role cannot create databases
 */
export async function prepareSandboxes({ databaseUrl, ownerUrl }: RoleUrls): Promise<void> {
  await withMaintenanceConnection(ownerUrl, async (db) => {
    await db.execute(sql`select pg_advisory_lock(${LOCKS.sandboxes})`)
    await grantCreateDatabase(db, parseDatabaseUrl(databaseUrl).user)
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    const name = `${templatePrefix(databaseUrl)}${day}`
    if (!(await hasDatabase(db, name))) await createTemplate(db, { databaseUrl, ownerUrl }, name)
    for (const old of await listDatabaseNames(db, `${sandboxPrefix(databaseUrl)}template_`))
      // Keep today's templates of other builds, because nodes of the previous build might still copy their own template.
      if (!old.endsWith(day)) await dropTemplate(db, old)
  })
}

/**
 * Returns the reason why sandboxes cannot be created, as a sentence for operators; undefined if they can be.
 * @param databaseUrl the URL with which the application connects
 */
export async function findSandboxProblem(databaseUrl: string): Promise<string | undefined> {
  return withMaintenanceConnection(databaseUrl, async (db) => {
    const role = parseDatabaseUrl(databaseUrl).user
    const [own] = await db.execute<{ isAllowed: boolean }>(
      sql`select rolcreatedb or rolsuper as "isAllowed" from pg_roles where rolname = current_user`,
    )
    if (own?.isAllowed !== true) return missingRightMessage(role)
    return (await findSandboxTemplate(db, databaseUrl)) === undefined
      ? 'DEMO_MODE=sandbox has no template database yet. Run npm run db:migrate with the same DEMO_MODE first.'
      : undefined
  })
}

async function grantCreateDatabase(db: Database, appRole: string) {
  const [app] = await db.execute<{ isAllowed: boolean }>(
    sql`select rolcreatedb or rolsuper as "isAllowed" from pg_roles where rolname = ${appRole}`,
  )
  if (app?.isAllowed === true) return
  try {
    await db.execute(sql`alter role ${sql.identifier(appRole)} createdb`)
  } catch (cause) {
    throw new SandboxesUnavailableError(missingRightMessage(appRole), { cause })
  }
}

async function createTemplate(db: Database, { databaseUrl, ownerUrl }: RoleUrls, name: string) {
  const unfinished = `${sandboxPrefix(databaseUrl)}unfinished`
  await dropTemplate(db, unfinished)
  try {
    await db.execute(sql`create database ${sql.identifier(unfinished)}`)
  } catch (cause) {
    throw new SandboxesUnavailableError(missingRightMessage(parseDatabaseUrl(ownerUrl).user), { cause })
  }
  const owner = urlOfDatabase(ownerUrl, unfinished)
  await migrateDatabase(owner, { appUrl: urlOfDatabase(databaseUrl, unfinished) })
  await withMaintenanceConnection(owner, seedIfEmpty)
  // Blocks connections, because a database in use cannot be copied. Other roles can copy it because it is a template.
  await db.execute(sql`alter database ${sql.identifier(unfinished)} allow_connections false is_template true`)
  await db.execute(sql`alter database ${sql.identifier(unfinished)} rename to ${sql.identifier(name)}`)
}

async function dropTemplate(db: Database, name: string) {
  if (!(await hasDatabase(db, name))) return
  await db.execute(sql`alter database ${sql.identifier(name)} is_template false`)
  await dropDatabase(db, name)
}

/** Returns the sentence about a role that cannot create databases. */
function missingRightMessage(role: string): string {
  return `DEMO_MODE=sandbox creates a database for each visitor, but the role ${role} can't create databases. Run: ALTER ROLE "${role}" CREATEDB`
}
