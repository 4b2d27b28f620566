import { parseArgs } from 'node:util'
import { migrateDatabase } from '#db/migrate.ts'
import { SAMPLE, seedDatabase } from '#db/seed.ts'
import { environment } from '#env/environment.server.ts'
import { prepareLocalMode } from './support/local-mode.ts'
import { withScriptDatabase } from './support/script-database.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: String(SAMPLE.users) },
    repositories: { type: 'string', default: String(SAMPLE.repositories) },
  },
})
const amounts = { users: amount('users', values.users), repositories: amount('repositories', values.repositories) }

const localDatabase = await prepareLocalMode()
await migrateDatabase(environment().databaseUrl)
await withScriptDatabase((db) => seedDatabase(db, amounts, showProgress))
console.log('Sample data is in the database.')
await localDatabase?.stop()

function amount(name: string, text: string): number {
  if (/^\d{1,8}$/.test(text)) return Number(text)
  console.error(`--${name} wants a whole number, not "${text}".`)
  process.exit(1)
}

function showProgress(what: string, done: number, total: number) {
  const line = `${what}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === total ? '\n' : ''}`)
  else if (done === total || done % 100_000 === 0) console.log(line)
}
