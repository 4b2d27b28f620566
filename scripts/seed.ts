import { parseArgs } from 'node:util'
import { migrateDatabase } from './database/migrate.ts'
import { SAMPLE_AMOUNTS, SEED_KINDS, seedDatabase } from './database/seed.ts'
import { PlainFailure } from './support/plain-failure.ts'
import { requireYesFlag } from './support/require-yes-flag.ts'
import { runDatabaseTask } from './support/run-script.ts'
import { withScriptDatabase } from './support/script-database.ts'

const USAGE = `Usage: npm run db:seed -- ${SEED_KINDS.map((kind) => `--${kind} 1000`).join(' ')}`

await runDatabaseTask(async ({ isLocal, ownerUrl, databaseUrl }) => {
  const amounts = readAmounts()
  if (!isLocal)
    requireYesFlag(
      'This adds sample users, including the administrator admin@example.com, to the database in DATABASE_URL.',
      'npm run db:seed -- --yes',
    )
  await migrateDatabase(ownerUrl, { appUrl: databaseUrl })
  await withScriptDatabase(ownerUrl, (db) => seedDatabase(db, amounts, showProgress))
  console.log('Added sample data to the database.')
})

function readAmounts() {
  try {
    const options: Record<string, { type: 'string' | 'boolean' }> = { yes: { type: 'boolean' } }
    for (const kind of SEED_KINDS) options[kind] = { type: 'string' }
    const { values } = parseArgs({ options })
    return Object.fromEntries(
      SEED_KINDS.map((kind) => [kind, parseAmount(kind, String(values[kind] ?? SAMPLE_AMOUNTS[kind]))]),
    )
  } catch (error) {
    // Node's messages about unknown options and missing values are readable, so print them unchanged.
    throw error instanceof TypeError ? new PlainFailure(`${error.message}\n${USAGE}`, { cause: error }) : error
  }
}

function parseAmount(name: string, text: string): number {
  if (/^\d{1,8}$/.test(text)) return Number(text)
  throw new PlainFailure(`--${name} must be a whole number up to 99999999, not "${text}".`)
}

function showProgress(what: string, done: number, total: number) {
  const line = `${what}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === total ? '\n' : ''}`)
  else if (done === total || done % 100_000 === 0) console.log(line)
}
