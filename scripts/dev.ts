import { createServer } from 'vite'
import { migrateDatabase } from '#db/migrate.ts'
import { seedIfEmpty } from '#db/seed.ts'
import { environment } from '#env/environment.server.ts'
import { leaveLocalMode, prepareLocalMode, readSettings } from './support/local-mode.ts'
import { runScript } from './support/run-script.ts'
import { withScriptDatabase } from './support/script-database.ts'
import { whenToldToStop } from './support/stop-signals.ts'

await runScript(async () => {
  await readSettings()
  process.env.LOG_LEVEL ||= 'warn'
  await prepareLocalMode()
  const { isLocal, databaseUrl, port, host } = environment()
  await migrateDatabase(databaseUrl)
  if (isLocal) await withScriptDatabase(seedIfEmpty)

  const vite = await createServer({ server: { port, host, strictPort: true } })
  await vite.listen()
  vite.printUrls()
  whenToldToStop(async () => {
    await vite.close()
    await leaveLocalMode()
  })
})
