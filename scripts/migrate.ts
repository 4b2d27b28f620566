import { migrateDatabase } from '#db/migrate.ts'
import { environment } from '#env/environment.server.ts'
import { prepareLocalMode } from './support/local-mode.ts'

const localDatabase = await prepareLocalMode()
await migrateDatabase(environment().databaseUrl)
console.log('The database is up to date.')
await localDatabase?.stop()
