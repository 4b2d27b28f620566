import { migrateDatabase } from '#db/migrate.ts'
import { runTask } from './support/run-script.ts'

await runTask(async ({ ownerUrl, databaseUrl }) => {
  await migrateDatabase(ownerUrl, { appUrl: databaseUrl })
  console.log('The database is up to date.')
})
