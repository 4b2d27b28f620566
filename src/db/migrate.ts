import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { runMigrations as runQueueMigrations } from 'graphile-worker'
import postgres from 'postgres'
import { databaseOn } from './client.ts'

/** Any number; the same on every node, so that one migrates while the others wait. */
const MIGRATION_LOCK = 72_616_329
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Brings the schema of the product and of the job queue up to date. Safe to call from many nodes at once: one works,
 * the others wait and find nothing left to do.
 * @param databaseUrl a role that may create tables
 */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const client = postgres(databaseUrl, { max: 1, connect_timeout: 10, onnotice: () => undefined })
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`
    await migrate(databaseOn(client), { migrationsFolder })
    await runQueueMigrations({ connectionString: databaseUrl })
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** How many migrations of this build the database has not seen yet. */
export async function pendingMigrations(databaseUrl: string): Promise<number> {
  const client = postgres(databaseUrl, { max: 1, connect_timeout: 3, onnotice: () => undefined })
  try {
    const journal = readMigrationFiles({ migrationsFolder })
    const [table] = await client<
      { name: string | null }[]
    >`select to_regclass('drizzle.__drizzle_migrations')::text as name`
    if (!table?.name) return journal.length
    const [newest] = await client<
      { createdAt: string }[]
    >`select coalesce(max(created_at), 0) as "createdAt" from drizzle.__drizzle_migrations`
    return journal.filter((migration) => migration.folderMillis > Number(newest?.createdAt ?? 0)).length
  } finally {
    await client.end({ timeout: 1 })
  }
}
