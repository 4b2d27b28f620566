import { migrateDatabase } from '#db/migrate.ts'
import { seedIfEmpty } from '#db/seed.ts'
import { environment } from '#env/environment.server.ts'
import { environmentOrExit, prepareLocalMode } from './support/local-mode.ts'
import { withScriptDatabase } from './support/script-database.ts'

// Before anything is started: what is wrong with the settings.
environmentOrExit()
await prepareLocalMode()
const { isLocal, appUrl, databaseUrl } = environment()
await migrateDatabase(databaseUrl)
if (isLocal) await withScriptDatabase(seedIfEmpty)

// Local mode talks to a developer at a terminal; the log is for machines.
if (isLocal) process.env.LOG_LEVEL ??= 'warn'
if (isLocal) sayWhatToDoNext()
await import('./serve.ts')

function sayWhatToDoNext() {
  console.log(`
  Latchkey runs at ${appUrl}

  1. Open ${appUrl}/login and enter admin@example.com or user@example.com, or an address of your own.
  2. Read the code at ${appUrl}/dev/inbox: no mail leaves this computer.

  Data is kept in .data; npm run db:reset starts over. Ctrl+C stops.
`)
}
