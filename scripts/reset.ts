import { sql } from 'drizzle-orm'
import { migrateDatabase } from './database/migrate.ts'
import { SAMPLE_AMOUNTS, seedDatabase } from './database/seed.ts'
import { requireYesFlag } from './support/require-yes-flag.ts'
import { runDatabaseTask } from './support/run-script.ts'
import { withScriptDatabase } from './support/script-database.ts'

await runDatabaseTask(async ({ isLocal, ownerUrl, databaseUrl }) => {
  if (!isLocal) requireYesFlag('This deletes everything in the database in DATABASE_URL.', 'npm run db:reset -- --yes')
  await withScriptDatabase(ownerUrl, async (db) => {
    await db.execute(sql`drop schema if exists graphile_worker cascade`)
    await db.execute(sql`drop schema if exists drizzle cascade`)
    await db.execute(sql`drop schema public cascade`)
    await db.execute(sql`create schema public`)
  })
  await migrateDatabase(ownerUrl, { appUrl: databaseUrl })
  if (isLocal) await withScriptDatabase(ownerUrl, (db) => seedDatabase(db, SAMPLE_AMOUNTS))
  console.log(isLocal ? 'Deleted all data and added new sample data.' : 'Deleted all data. The tables are empty.')
})
