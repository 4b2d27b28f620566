import { createServer } from 'vite'
import { migrateDatabase } from '#db/migrate.ts'
import { seedIfEmpty } from '#db/seed.ts'
import { environment } from '#env/environment.server.ts'
import { prepareLocalMode } from './support/local-mode.ts'
import { withScriptDatabase } from './support/script-database.ts'

process.env.LOG_LEVEL ??= 'warn'
const localDatabase = await prepareLocalMode()
const { isLocal, databaseUrl, port, host } = environment()
await migrateDatabase(databaseUrl)
if (isLocal) await withScriptDatabase(seedIfEmpty)

const vite = await createServer({ server: { port, host, strictPort: true } })
await vite.listen()
vite.printUrls()

async function stop() {
  await vite.close()
  await localDatabase?.stop()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
