import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { parseDatabaseUrl } from '#env/database-url.server.ts'
import { withSeparateConnection, type Database } from './client.ts'
import { LOCKS } from './locks.ts'
import { MIGRATIONS } from './migrations.ts'

/** The maximum time to create or drop a database, in milliseconds; a tenth of a second is usual. */
const TIMEOUT_MS = 20_000

/** The name of a sandbox's database, its URL, and the time when the sandbox ends. */
export interface SandboxDatabase {
  name: string
  url: string
  endsAt: Date
}

/**
 * Creates the database of a new sandbox.
 * @param databaseUrl the direct URL, without a pooler, with which the application connects to the product's database
 * @returns undefined if there are already `most` sandboxes or no template to copy
 */
export async function createSandboxDatabase(
  databaseUrl: string,
  { endsAt, most }: { endsAt: Date; most: number },
): Promise<SandboxDatabase | undefined> {
  return withMaintenanceConnection(databaseUrl, async (db) => {
    await db.execute(sql`select pg_advisory_lock(${LOCKS.sandboxes})`)
    if ((await listSandboxNames(db, databaseUrl)).length >= most) return undefined
    const template = await findSandboxTemplate(db, databaseUrl)
    if (template === undefined) return undefined
    const name = `${sandboxPrefix(databaseUrl)}${secondsOf(endsAt)}_${randomBytes(12).toString('hex')}`
    await db.execute(sql`create database ${sql.identifier(name)} template ${sql.identifier(template)}`)
    return parseSandboxName(databaseUrl, name)
  })
}

/** Finds a sandbox that has not expired. */
export async function findSandboxDatabase(
  db: Database,
  { databaseUrl, name, now }: { databaseUrl: string; name: string; now: Date },
): Promise<SandboxDatabase | undefined> {
  const place = parseSandboxName(databaseUrl, name)
  return place && place.endsAt > now && (await hasDatabase(db, name)) ? place : undefined
}

/** Drops the sandboxes that have expired, even while they are in use, and returns their number. */
export async function dropExpiredSandboxes(databaseUrl: string, now: Date): Promise<number> {
  return withMaintenanceConnection(databaseUrl, async (db) => {
    const names = await listSandboxNames(db, databaseUrl)
    const ended = names.filter((name) => (endOf(databaseUrl, name) ?? now) <= now)
    for (const name of ended) await dropDatabase(db, name)
    return ended.length
  })
}

/** Drops a database, even while it is in use. */
export async function dropDatabase(db: Database, name: string): Promise<void> {
  // Another node might be dropping it, too.
  await db.execute(sql`drop database if exists ${sql.identifier(name)} with (force)`)
}

async function listSandboxNames(db: Database, databaseUrl: string): Promise<string[]> {
  const names = await listDatabaseNames(db, sandboxPrefix(databaseUrl))
  return names.filter((name) => endOf(databaseUrl, name) !== undefined)
}

/** Finds the newest template that fits this build. */
export async function findSandboxTemplate(db: Database, databaseUrl: string): Promise<string | undefined> {
  const names = await listDatabaseNames(db, templatePrefix(databaseUrl))
  return names.sort().at(-1)
}

/** Lists the names of the server's databases that begin with a prefix. */
export async function listDatabaseNames(db: Database, prefix: string): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(
    sql`select datname as name from pg_database where starts_with(datname, ${prefix})`,
  )
  return rows.map(({ name }) => name)
}

/** Whether the server has a database of this name. */
export async function hasDatabase(db: Database, name: string): Promise<boolean> {
  const rows = await db.execute(sql`select from pg_database where datname = ${name}`)
  return rows.length > 0
}

/** Returns the prefix of this product's sandboxes. Several products can share a server, so each has a different prefix. */
export function sandboxPrefix(databaseUrl: string): string {
  return `sandbox_${hashOf(parseDatabaseUrl(databaseUrl).database).slice(0, 8)}_`
}

/** Returns the prefix of the names of this build's templates; the rest of such a name is the day. */
export function templatePrefix(databaseUrl: string): string {
  return `${sandboxPrefix(databaseUrl)}template_${hashOfMigrations()}_`
}

/** Returns a hash of this build's migrations. */
function hashOfMigrations(): string {
  return hashOf(readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8')).slice(0, 12)
}

function parseSandboxName(databaseUrl: string, name: string): SandboxDatabase | undefined {
  const endsAt = endOf(databaseUrl, name)
  return endsAt && { name, url: urlOfDatabase(databaseUrl, name), endsAt }
}

/** Returns the time when a sandbox ends, from the name of its database, so that no table stores it; undefined for other names. */
function endOf(databaseUrl: string, name: string): Date | undefined {
  const prefix = sandboxPrefix(databaseUrl)
  const seconds = name.startsWith(prefix) ? /^(\d{10})_[\da-f]{24}$/.exec(name.slice(prefix.length))?.[1] : undefined
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1_000)
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Returns the URL of another database on the same server. */
export function urlOfDatabase(databaseUrl: string, name: string): string {
  const [, server = '', query = ''] = /^([^/]*\/\/[^/?]*)[^?]*(\?.*)?$/.exec(databaseUrl) ?? []
  return `${server}/${name}${query}`
}

/** Runs work on a separate connection with a long timeout, because creating and dropping databases takes long. */
export function withMaintenanceConnection<T>(databaseUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  return withSeparateConnection(databaseUrl, TIMEOUT_MS, work)
}
