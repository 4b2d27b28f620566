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
import { grantRights, roleOf } from './rights.ts'

/** The folder of the migrations of this build. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * For so long a migration waits for a table that somebody reads, in milliseconds. Whoever asks for that table meanwhile
 * stands behind it: this has to be shorter than what a query has (`deadlines.ts`).
 */
const LOCK_TIMEOUT_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'
/** Between the tries the others have the table to themselves, in milliseconds. About a minute of tries in all. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000]
/** The longest to be told how many migrations are pending, in milliseconds. */
const PENDING_DEADLINE_MS = 4_000

interface MigrateOptions {
  /** The database as the application signs in to it: where that is another role, it is given its rights. */
  appUrl?: string
  migrationsFolder?: string
}

/**
 * Brings the schema of the product and of the job queue up to date. Safe to call from many nodes at once: one works,
 * the others wait and find nothing left to do. Safe under load: a table that is read for long is asked for again and
 * again, and nobody queues behind a migration for longer than a second.
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
    await client`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, false)`
    await runMigrations(client, migrationsFolder)
    const connectionString = await findWritableUrl(ownerUrl, { lock_timeout: String(LOCK_TIMEOUT_MS) })
    await untilLocked(() => runQueueMigrations({ connectionString }))
    if (roleOf(appUrl) !== roleOf(ownerUrl)) await untilLocked(() => grantRights(client, roleOf(appUrl)))
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

/** The first line of a migration whose statements run one by one, outside of a transaction. */
const OUTSIDE_OF_TRANSACTION = '-- outside of a transaction'

/**
 * Runs the migrations that the database has not seen, each by itself, so that none keeps the locks of the one before. The table
 * in which they are noted is drizzle-kit's. Its own `migrate` runs all of them in one transaction.
 * A migration whose file begins with `-- outside of a transaction` may use `create index concurrently`, and commit in batches;
 * when it is stopped in the middle it is run again from its first statement, so each statement of it can be repeated.
 */
async function runMigrations(client: postgres.Sql, migrationsFolder: string): Promise<void> {
  await client`create schema if not exists drizzle`
  await client`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`
  const [newest] = await client<{ madeAt: string | null }[]>`
    select max(created_at) as "madeAt" from drizzle.__drizzle_migrations`
  for (const migration of readMigrationFiles({ migrationsFolder })) {
    if (migration.folderMillis <= Number(newest?.madeAt ?? 0)) continue
    const { sql: statements, hash, folderMillis } = migration
    const note = (sql: postgres.Sql | postgres.TransactionSql) =>
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
    if (statements[0]?.startsWith(OUTSIDE_OF_TRANSACTION)) {
      for (const statement of statements) await untilLocked(async () => void (await client.unsafe(statement)))
      await note(client)
    } else
      await untilLocked(() =>
        client.begin(async (transaction) => {
          for (const statement of statements) await transaction.unsafe(statement)
          await note(transaction)
        }),
      )
  }
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
  return ('code' in error && error.code === LOCK_NOT_AVAILABLE) || isLockMissed(error.cause)
}
