import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { runMigrations as runQueueMigrations } from 'graphile-worker'
import type postgres from 'postgres'
import { LOCKS } from './locks.ts'
import { requireSupportedPostgres } from './server-version.ts'
import { findWritableUrl, openClient } from './connect.ts'
import { giveRightsOfProduct, grantRights, roleOf } from './rights.ts'

/** The folder of the migrations of this build. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * For so long a migration waits for a table that somebody uses, in milliseconds. Whoever asks for that table meanwhile stands
 * behind it: nobody shall wait for a second, and PostgreSQL looks for deadlocks after one, so that it is never somebody else
 * who loses.
 */
const LOCK_TIMEOUT_MS = 500
/** For so long it waits for a vacuum to give way, which nobody stands behind, in milliseconds. */
const VACUUM_TIMEOUT_MS = 10_000
/** The lock was not to be had in time, or two waited for each other. */
const LOCK_MISSED = new Set(['55P03', '40P01'])
/** Between the tries the others have the table to themselves, in milliseconds. Some minutes of tries in all: a backup ends. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, ...Array.from({ length: 40 }, () => 5_000)]
/** A batch is made larger or smaller until it takes about as long, in milliseconds: its rows are locked until then. */
const BATCH_MS = 100
const FIRST_BATCH = 200
const BATCH_BOUNDS = { least: 10, most: 10_000 }
/** The longest to be told how many migrations are pending, in milliseconds. */
const PENDING_DEADLINE_MS = 4_000

interface MigrateOptions {
  /** The database as the application signs in to it: where that is another role, it is given its rights. */
  appUrl?: string
  migrationsFolder?: string
}

/**
 * Brings the schema of the product and of the job queue up to date. Safe to call from many nodes at once: one works,
 * the others wait and find nothing left to do. Safe under load: a table that is used for long is asked for again and
 * again, and nobody queues behind a migration for a second. Safe to stop: the next run goes on where this one was.
 * @param ownerUrl a role that may create tables, and owns them, without a pooler between
 * @throws {UnsupportedPostgres} when the server is too old
 */
export async function migrateDatabase(
  ownerUrl: string,
  { appUrl = ownerUrl, migrationsFolder = MIGRATIONS }: MigrateOptions = {},
): Promise<void> {
  const client = openClient(ownerUrl, { max: 1, connect_timeout: 10 })
  try {
    await requireSupportedPostgres(client)
    await takeTurn(client)
    const isTwoRoles = roleOf(appUrl) !== roleOf(ownerUrl)
    await runMigrations(client, migrationsFolder, isTwoRoles ? roleOf(appUrl) : undefined)
    const connectionString = await findWritableUrl(ownerUrl, { lock_timeout: String(LOCK_TIMEOUT_MS) })
    await untilLocked(() => runQueueMigrations({ connectionString }))
    if (isTwoRoles) await untilLocked(() => grantRights(client, roleOf(appUrl)))
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** Between two tries to be the one that migrates, in milliseconds. */
const TURN_POLL_MS = 200

/**
 * Waits until no other node migrates, without a limit: it may take long. Asks again and again, for a session that waits inside
 * of PostgreSQL holds a snapshot, and `create index concurrently` of the node that migrates would wait for that.
 */
async function takeTurn(client: postgres.Sql): Promise<void> {
  for (;;) {
    const [turn] = await client<{ taken: boolean }[]>`select pg_try_advisory_lock(${LOCKS.migrating}) as taken`
    if (turn?.taken) return
    await pause(TURN_POLL_MS)
  }
}

/** The first line of a migration whose statements run one by one. */
const OUTSIDE_OF_TRANSACTION = '-- outside of a transaction'
/** The first line of a statement that is run for some rows of a table at a time: those with an id `between $1 and $2`. */
const IN_BATCHES = /^\s*-- in batches of ("?\w+"?)$/m
const CONCURRENT_INDEX = /\bcreate (?:unique )?index concurrently if not exists "?(\w+)"?/i

type Sql = postgres.Sql | postgres.TransactionSql

/**
 * Runs the migrations that the database has not seen, each by itself, so that none keeps the locks of the one before. The table
 * in which they are noted is drizzle-kit's; its own `migrate` runs all of them in one transaction.
 * Statements of a migration that begins with `-- outside of a transaction` run one by one: indexes are built `concurrently`,
 * and rows written in batches. When it is stopped in the middle it is run again from its first statement, so each of them can
 * be repeated.
 * @param appRole the role of nodes that serve meanwhile, where it is another: it may use what a trigger of theirs writes to
 */
async function runMigrations(client: postgres.Sql, migrationsFolder: string, appRole?: string): Promise<void> {
  await client`create schema if not exists drizzle`
  await client`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`
  const [newest] = await client<{ madeAt: string | null }[]>`
    select max(created_at) as "madeAt" from drizzle.__drizzle_migrations`
  await setLockTimeout(client, LOCK_TIMEOUT_MS)
  const mayServe = typeof newest?.madeAt === 'string'
  for (const { sql: statements, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (folderMillis <= Number(newest?.madeAt ?? 0)) continue
    const isOutside = statements[0]?.startsWith(OUTSIDE_OF_TRANSACTION) === true
    if (isOutside) for (const statement of statements) await runByItself(client, statement)
    await inTransaction(client, async (transaction) => {
      if (!isOutside) for (const statement of statements) await transaction.unsafe(statement)
      await transaction`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
      if (mayServe && appRole !== undefined) await giveRightsOfProduct(transaction, appRole)
    })
  }
}

async function runByItself(client: postgres.Sql, statement: string): Promise<void> {
  const [, table] = IN_BATCHES.exec(statement) ?? []
  if (table !== undefined) await runInBatches(client, table, statement)
  else if (/^\s*(?:create|drop)\b.* index concurrently\b/im.test(statement)) await runConcurrently(client, statement)
  else await inTransaction(client, (transaction) => transaction.unsafe(statement))
}

/** Nobody stands behind what is done concurrently, so it may wait for as long as it takes. */
async function runConcurrently(client: postgres.Sql, statement: string): Promise<void> {
  const [, index] = CONCURRENT_INDEX.exec(statement) ?? []
  await setLockTimeout(client, 0)
  // One whose making was stopped in the middle is there, and of no use.
  if (index !== undefined && (await isInvalid(client, index))) await client`drop index concurrently ${client(index)}`
  await client.unsafe(statement)
  await setLockTimeout(client, LOCK_TIMEOUT_MS)
}

async function isInvalid(client: postgres.Sql, index: string): Promise<boolean> {
  const found = await client`
    select from pg_index join pg_class on pg_class.oid = indexrelid
    where relname = ${index} and relnamespace = 'public'::regnamespace and not indisvalid`
  return found.length > 0
}

/** Runs a statement for all rows that are there now, in the order of their ids, so many at a time that it takes a moment. */
async function runInBatches(client: postgres.Sql, table: string, statement: string): Promise<void> {
  let size = FIRST_BATCH
  let last: string | undefined
  for (;;) {
    const after = last === undefined ? client`` : client`where id > ${last}`
    const ids = await client<{ id: string }[]>`
      select id::text as id from ${client.unsafe(table)} ${after} order by ${client.unsafe(table)}.id limit ${size}`
    const [from, to] = [ids[0]?.id, ids.at(-1)?.id]
    if (from === undefined || to === undefined) return
    const since = performance.now()
    await untilLocked(() => client.unsafe(statement, [from, to]))
    const faster = BATCH_MS / (performance.now() - since)
    size = Math.round(Math.min(Math.max(size * Math.min(faster, 2), BATCH_BOUNDS.least), BATCH_BOUNDS.most))
    last = to
  }
}

/** Does work in a transaction that no vacuum stands in the way of, again and again until it has its locks. */
async function inTransaction(client: postgres.Sql, work: (transaction: postgres.TransactionSql) => Promise<unknown>) {
  await untilLocked(() =>
    client.begin(async (transaction) => {
      await endVacuums(transaction)
      await work(transaction)
    }),
  )
}

/**
 * Has vacuums of the product's tables give way: PostgreSQL ends one when somebody waits for it for a second, which is longer
 * than a migration waits for a table. Neither readers nor writers wait for this lock.
 */
async function endVacuums(transaction: postgres.TransactionSql): Promise<void> {
  const tables = await transaction<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_has_role(relowner, 'USAGE')`
  if (tables.length === 0) return
  await setLockTimeout(transaction, VACUUM_TIMEOUT_MS)
  await transaction.unsafe(`lock table ${tables.map(({ name }) => name).join(', ')} in share update exclusive mode`)
  await setLockTimeout(transaction, LOCK_TIMEOUT_MS)
}

async function setLockTimeout(client: Sql, milliseconds: number): Promise<void> {
  await client`select set_config('lock_timeout', ${`${milliseconds}ms`}, false)`
}

/**
 * Counts the migrations of this build that the database has not seen yet.
 * @throws {UnsupportedPostgres} when the server is too old
 * @throws when the database does not say so within some seconds
 */
export async function pendingMigrations(databaseUrl: string): Promise<number> {
  const client = openClient(databaseUrl, { max: 1, connect_timeout: 3 })
  const deadline = setTimeout(() => void client.end({ timeout: 0 }), PENDING_DEADLINE_MS)
  try {
    await requireSupportedPostgres(client)
    const journal = readMigrationFiles({ migrationsFolder: MIGRATIONS })
    const [table] = await client<
      { name: string | null }[]
    >`select to_regclass('drizzle.__drizzle_migrations')::text as name`
    if (!table?.name) return journal.length
    const [newest] = await client<
      { createdAt: string }[]
    >`select coalesce(max(created_at), 0) as "createdAt" from drizzle.__drizzle_migrations`
    return journal.filter((migration) => migration.folderMillis > Number(newest?.createdAt ?? 0)).length
  } finally {
    clearTimeout(deadline)
    await client.end({ timeout: 1 })
  }
}

/** The name of the migration of this build that was made at this moment; null where another build made it. */
export function latestMigration(madeAt: number): string | null {
  const journal = readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { when: number; tag: string }[] }
  return entries.find(({ when }) => when === madeAt)?.tag ?? null
}

/** Does work that is undone as a whole when a lock is not to be had in time, and does it again then. */
async function untilLocked(work: () => Promise<unknown>): Promise<unknown> {
  for (const pauseMs of PAUSES_MS)
    try {
      return await work()
    } catch (error) {
      if (!isLockMissed(error)) throw error
      await pause(pauseMs)
    }
  return work()
}

function isLockMissed(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && LOCK_MISSED.has(String(error.code))) || isLockMissed(error.cause)
}
