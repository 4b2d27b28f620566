import { migrateDatabase } from '#db/migrate.ts'
import { runTask } from './support/run-script.ts'

await runTask(async ({ databaseUrl }) => {
  await migrateDatabase(databaseUrl)
  console.log('The database is up to date.')
})
