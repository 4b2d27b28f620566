import { setTimeout as pause } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { runMigrations as runQueueMigrations } from 'graphile-worker'
import type postgres from 'postgres'
import { errorCodeIn } from '#lib/causes.ts'
import { LOCKS } from '#db/locks.ts'
import { MIGRATIONS } from '#db/migrations.ts'
import { requireSupportedPostgres } from './server-version.ts'
import { findWritableUrl, openClient } from '#db/connect.ts'
import { grantProductRights, grantRights, roleOf } from './rights.ts'

/**
 * Milliseconds for which a migration waits for a table in use. Other sessions that need the table queue behind the migration,
 * and must not wait for a whole second. PostgreSQL checks for deadlocks after a second, so it never cancels another session
 * instead of the migration.
 */
const LOCK_TIMEOUT_MS = 500
/** Milliseconds for which a migration waits until a vacuum is canceled. Queries are not blocked meanwhile. */
const VACUUM_TIMEOUT_MS = 10_000
/** The error codes of a lock that was not available in time, and of a deadlock. */
const LOCK_ERRORS = new Set(['55P03', '40P01'])
/** Milliseconds between attempts, while other sessions use the table. The total is minutes, so that a backup can finish. */
const RETRY_PAUSES_MS = [500, 1_000, 2_000, 4_000, ...Array.from({ length: 40 }, () => 5_000)]
/** The target duration of a batch in milliseconds, during which its rows are locked. The size of batches is adapted to it. */
const BATCH_MS = 100
const FIRST_BATCH_SIZE = 200
const BATCH_SIZE_LIMITS = { least: 10, most: 10_000 }
/** The time limit for counting the pending migrations, in milliseconds. */
const PENDING_DEADLINE_MS = 4_000

interface MigrateOptions {
  /** The URL with which the application connects. If its role is not the owner, the role is granted its rights. */
  appUrl?: string
  migrationsFolder?: string
}

/**
 * Brings the schema of the product and of the job queue up to date. Safe to call from many nodes at once: one node migrates,
 * the others wait and then have nothing to do. Safe under load: a lock on a table in use is requested repeatedly, and blocks
 * other sessions for less than a second each time. Safe to stop: the next run continues where this run stopped.
 * @param ownerUrl direct URL, without a pooler, of a role that owns the tables and can create tables
 * @throws {UnsupportedPostgresError} if the server is too old
 */
export async function migrateDatabase(
  ownerUrl: string,
  { appUrl = ownerUrl, migrationsFolder = MIGRATIONS }: MigrateOptions = {},
): Promise<void> {
  const client = openClient(ownerUrl, { max: 1, connect_timeout: 10 })
  try {
    await requireSupportedPostgres(client)
    await acquireMigrationLock(client)
    const isTwoRoles = roleOf(appUrl) !== roleOf(ownerUrl)
    await runMigrations(client, migrationsFolder, isTwoRoles ? roleOf(appUrl) : undefined)
    const connectionString = await findWritableUrl(ownerUrl, { lock_timeout: String(LOCK_TIMEOUT_MS) })
    await retryOnLockErrors(() => runQueueMigrations({ connectionString }))
    if (isTwoRoles) await retryOnLockErrors(() => grantRights(client, roleOf(appUrl)))
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** Milliseconds between attempts to become the node that migrates. */
const LOCK_POLL_MS = 200

/**
 * Waits until no other node migrates, without a time limit because a migration can take long. Polls, because a session that
 * waits in PostgreSQL holds a snapshot, and `create index concurrently` of the migrating node would wait for that snapshot.
 */
async function acquireMigrationLock(client: postgres.Sql): Promise<void> {
  for (;;) {
    const [turn] = await client<{ taken: boolean }[]>`select pg_try_advisory_lock(${LOCKS.migrating}) as taken`
    if (turn?.taken) return
    await pause(LOCK_POLL_MS)
  }
}

/** The first line of a migration whose statements run one by one. */
const OUTSIDE_OF_TRANSACTION = '-- outside of a transaction'
/** The first line of a statement that runs for a batch of rows at a time: those with an id `between $1 and $2`. */
const IN_BATCHES = /^\s*-- in batches of ("?\w+"?)$/m
const CONCURRENT_INDEX = /\bcreate (?:unique )?index concurrently if not exists "?(\w+)"?/i

type Sql = postgres.Sql | postgres.TransactionSql

/**
 * Runs the pending migrations, each in a separate transaction, so that the locks of one are released before the next. Records
 * them in the table of drizzle-kit, whose own `migrate` would run all of them in one transaction.
 * Statements of a migration that begins with `-- outside of a transaction` run one by one: indexes are built `concurrently`,
 * and rows are written in batches. An interrupted migration runs again from its first statement, so each statement must be
 * repeatable.
 * @param appRole the role of running nodes, if it is not the owner; granted the rights that triggers of a migration need
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
    if (isOutside) for (const statement of statements) await runOutsideTransaction(client, statement)
    await inTransaction(client, async (transaction) => {
      if (!isOutside) for (const statement of statements) await transaction.unsafe(statement)
      await transaction`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
      if (mayServe && appRole !== undefined) await grantProductRights(transaction, appRole)
    })
  }
}

async function runOutsideTransaction(client: postgres.Sql, statement: string): Promise<void> {
  const [, table] = IN_BATCHES.exec(statement) ?? []
  if (table !== undefined) await runInBatches(client, table, statement)
  else if (/^\s*(?:create|drop)\b.* index concurrently\b/im.test(statement)) await runConcurrently(client, statement)
  else await inTransaction(client, (transaction) => transaction.unsafe(statement))
}

/** Runs a `concurrently` statement, without a lock timeout, because it blocks no other session. */
async function runConcurrently(client: postgres.Sql, statement: string): Promise<void> {
  const [, index] = CONCURRENT_INDEX.exec(statement) ?? []
  await setLockTimeout(client, 0)
  // Drop an index whose creation was interrupted, because it exists but is invalid.
  if (index !== undefined && (await isIndexInvalid(client, index)))
    await client`drop index concurrently ${client(index)}`
  await client.unsafe(statement)
  await setLockTimeout(client, LOCK_TIMEOUT_MS)
}

async function isIndexInvalid(client: postgres.Sql, index: string): Promise<boolean> {
  const found = await client`
    select from pg_index join pg_class on pg_class.oid = indexrelid
    where relname = ${index} and relnamespace = 'public'::regnamespace and not indisvalid`
  return found.length > 0
}

/** Runs a statement for all existing rows, ordered by id, in batches that take about `BATCH_MS`. */
async function runInBatches(client: postgres.Sql, table: string, statement: string): Promise<void> {
  let size = FIRST_BATCH_SIZE
  let last: string | undefined
  for (;;) {
    const after = last === undefined ? client`` : client`where id > ${last}`
    const ids = await client<{ id: string }[]>`
      select id::text as id from ${client.unsafe(table)} ${after} order by ${client.unsafe(table)}.id limit ${size}`
    const [from, to] = [ids[0]?.id, ids.at(-1)?.id]
    if (from === undefined || to === undefined) return
    const since = performance.now()
    await retryOnLockErrors(() => client.unsafe(statement, [from, to]))
    const faster = BATCH_MS / (performance.now() - since)
    size = Math.round(Math.min(Math.max(size * Math.min(faster, 2), BATCH_SIZE_LIMITS.least), BATCH_SIZE_LIMITS.most))
    last = to
  }
}

/** Runs work in a transaction that no vacuum blocks, and retries it until it gets its locks. */
async function inTransaction(client: postgres.Sql, work: (transaction: postgres.TransactionSql) => Promise<unknown>) {
  await retryOnLockErrors(() =>
    client.begin(async (transaction) => {
      await cancelVacuums(transaction)
      await work(transaction)
    }),
  )
}

/**
 * Makes PostgreSQL cancel running vacuums of the product's tables, by requesting a lock that blocks no readers and writers.
 * PostgreSQL cancels a vacuum that has blocked a session for a second, which is longer than a migration waits for a table.
 */
async function cancelVacuums(transaction: postgres.TransactionSql): Promise<void> {
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
 * Counts the migrations of this build that have not been run on the database.
 * @throws {UnsupportedPostgresError} if the server is too old
 * @throws if the database does not respond within some seconds
 */
export async function countPendingMigrations(databaseUrl: string): Promise<number> {
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

/** Runs work, and retries it after a pause if a lock was not available in time. The failed attempt must be rolled back. */
async function retryOnLockErrors(work: () => Promise<unknown>): Promise<unknown> {
  for (const pauseMs of RETRY_PAUSES_MS)
    try {
      return await work()
    } catch (error) {
      if (!isLockError(error)) throw error
      await pause(pauseMs)
    }
  return work()
}

function isLockError(error: unknown): boolean {
  return LOCK_ERRORS.has(errorCodeIn(error) ?? '')
}
