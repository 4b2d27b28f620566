import { migrateDatabase } from './database/migrate.ts'
import { runDatabaseTask } from './support/run-script.ts'
import { prepareSandboxesOfDemo } from './support/script-database.ts'

await runDatabaseTask(async ({ ownerUrl, databaseUrl }) => {
  await migrateDatabase(ownerUrl, { appUrl: databaseUrl })
  await prepareSandboxesOfDemo({ ownerUrl, databaseUrl })
  console.log('The database is up to date.')
})
