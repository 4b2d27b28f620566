import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { parseDatabaseUrl } from '#env/database-url.server.ts'
import { connectionOptions, databaseOn, type Database } from './client.ts'
import { openClient } from './connect.ts'
import { LOCKS } from './locks.ts'
import { MIGRATIONS } from './migrate.ts'

/** The longest to make or drop one, in milliseconds; a tenth of a second is usual. */
const PATIENCE_MS = 20_000

/**
 * Says why no sandboxes can be made, in a sentence for whoever can mend it; undefined where nothing speaks against it.
 * @param databaseUrl as the application signs in
 */
export async function whatHindersSandboxes(databaseUrl: string): Promise<string | undefined> {
  return withServer(databaseUrl, async (db) => {
    const role = parseDatabaseUrl(databaseUrl).user
    const [own] = await db.execute<{ may: boolean }>(
      sql`select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user`,
    )
    if (own?.may !== true) return rightIsMissing(role)
    return (await findTemplate(db, databaseUrl)) === undefined
      ? 'DEMO_MODE=sandbox has nothing to copy yet: run npm run db:migrate with the same DEMO_MODE first.'
      : undefined
  })
}

/** Says what a role lacks that may make no databases. */
export function rightIsMissing(role: string): string {
  return `DEMO_MODE=sandbox makes a database for each visitor, and the role ${role} may make none: ALTER ROLE "${role}" CREATEDB.`
}

/** The name of a sandbox, and how its database is reached. */
export interface SandboxPlace {
  name: string
  url: string
  endsAt: Date
}

/**
 * Makes the database of a new sandbox.
 * @param databaseUrl of the product, as the application signs in, without a pooler between
 * @returns undefined when there are `most` of them already, or there is nothing to copy
 */
export async function makeSandbox(
  databaseUrl: string,
  { endsAt, most }: { endsAt: Date; most: number },
): Promise<SandboxPlace | undefined> {
  return withServer(databaseUrl, async (db) => {
    await db.execute(sql`select pg_advisory_lock(${LOCKS.sandboxes})`)
    if ((await namesOfSandboxes(db, databaseUrl)).length >= most) return undefined
    const template = await findTemplate(db, databaseUrl)
    if (template === undefined) return undefined
    const name = `${prefixOf(databaseUrl)}${secondsOf(endsAt)}_${randomBytes(12).toString('hex')}`
    await db.execute(sql`create database ${sql.identifier(name)} template ${sql.identifier(template)}`)
    return placeOf(databaseUrl, name)
  })
}

/** Finds a sandbox whose time is not over. */
export async function findSandboxPlace(
  db: Database,
  { databaseUrl, name, now }: { databaseUrl: string; name: string; now: Date },
): Promise<SandboxPlace | undefined> {
  const place = placeOf(databaseUrl, name)
  return place && place.endsAt > now && (await isThere(db, name)) ? place : undefined
}

/** Drops the sandboxes whose time is over, whoever uses them still. */
export async function dropEndedSandboxes(databaseUrl: string, now: Date): Promise<number> {
  return withServer(databaseUrl, async (db) => {
    const names = await namesOfSandboxes(db, databaseUrl)
    const ended = names.filter((name) => (endOf(databaseUrl, name) ?? now) <= now)
    for (const name of ended) await dropDatabase(db, name)
    return ended.length
  })
}

/** Drops a database, whoever uses it still. */
export async function dropDatabase(db: Database, name: string): Promise<void> {
  // Another node may be at it.
  await db.execute(sql`drop database if exists ${sql.identifier(name)} with (force)`)
}

async function namesOfSandboxes(db: Database, databaseUrl: string): Promise<string[]> {
  const names = await namesLike(db, prefixOf(databaseUrl))
  return names.filter((name) => endOf(databaseUrl, name) !== undefined)
}

/** Finds the newest database to copy that fits this build. */
export async function findTemplate(db: Database, databaseUrl: string): Promise<string | undefined> {
  const names = await namesLike(db, templatePrefix(databaseUrl))
  return names.sort().at(-1)
}

/** Names the databases of the server that begin like this. */
export async function namesLike(db: Database, prefix: string): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(
    sql`select datname as name from pg_database where starts_with(datname, ${prefix})`,
  )
  return rows.map(({ name }) => name)
}

/** Whether the server has a database of this name. */
export async function isThere(db: Database, name: string): Promise<boolean> {
  const rows = await db.execute(sql`select from pg_database where datname = ${name}`)
  return rows.length > 0
}

/** The beginning of the names of a product's sandboxes: several products may share one server. */
export function prefixOf(databaseUrl: string): string {
  return `sandbox_${hashOf(parseDatabaseUrl(databaseUrl).database).slice(0, 8)}_`
}

/** The beginning of the names of the databases that sandboxes of this build are copies of; what follows is the day. */
export function templatePrefix(databaseUrl: string): string {
  return `${prefixOf(databaseUrl)}template_${schemaOfBuild()}_`
}

/** The migrations that this build has. */
function schemaOfBuild(): string {
  return hashOf(readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8')).slice(0, 12)
}

function placeOf(databaseUrl: string, name: string): SandboxPlace | undefined {
  const endsAt = endOf(databaseUrl, name)
  return endsAt && { name, url: urlOf(databaseUrl, name), endsAt }
}

/** A sandbox says when it ends by its name, so that no table has to keep it. */
function endOf(databaseUrl: string, name: string): Date | undefined {
  const prefix = prefixOf(databaseUrl)
  const seconds = name.startsWith(prefix) ? /^(\d{10})_[\da-f]{24}$/.exec(name.slice(prefix.length))?.[1] : undefined
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1_000)
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The URL of another database of the same server. */
export function urlOf(databaseUrl: string, name: string): string {
  const [, server = '', query = ''] = /^([^/]*\/\/[^/?]*)[^?]*(\?.*)?$/.exec(databaseUrl) ?? []
  return `${server}/${name}${query}`
}

/** Lends work a connection of its own that may make and drop databases for long. */
export async function withServer<T>(databaseUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  const client = openClient(databaseUrl, connectionOptions(1, { timeoutMs: PATIENCE_MS }))
  try {
    return await work(databaseOn(client))
  } finally {
    await client.end({ timeout: 5 })
  }
}
