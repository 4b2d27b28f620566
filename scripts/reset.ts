import { sql } from 'drizzle-orm'
import { migrateDatabase } from '#db/migrate.ts'
import { SAMPLE, seedDatabase } from '#db/seed.ts'
import { environment } from '#env/environment.server.ts'
import { prepareLocalMode } from './support/local-mode.ts'
import { withScriptDatabase } from './support/script-database.ts'

const { isLocal } = environment()
if (!isLocal && !process.argv.includes('--yes')) {
  console.error('This deletes everything in the database that DATABASE_URL names. To do it: npm run db:reset -- --yes')
  process.exit(1)
}

const localDatabase = await prepareLocalMode()
await withScriptDatabase(async (db) => {
  await db.execute(sql`drop schema if exists graphile_worker cascade`)
  await db.execute(sql`drop schema if exists drizzle cascade`)
  await db.execute(sql`drop schema public cascade`)
  await db.execute(sql`create schema public`)
})
await migrateDatabase(environment().databaseUrl)
if (isLocal) await withScriptDatabase((db) => seedDatabase(db, SAMPLE))
console.log('The database is empty again, but for the sample data of local mode.')
await localDatabase?.stop()
