import { parseArgs } from 'node:util'
import type { Database } from '#db/client.ts'
import { migrateDatabase } from './database/migrate.ts'
import { SAMPLE_AMOUNTS, SEED_KINDS, seedDatabase } from './database/seed.ts'
import { seedLargeWorld } from './database/seed-large.ts'
import { PlainFailure } from './support/plain-failure.ts'
import { requireYesFlag } from './support/require-yes-flag.ts'
import { runDatabaseTask } from './support/run-script.ts'
import { withScriptDatabase } from './support/script-database.ts'

const USAGE = `Usage: npm run db:seed -- ${SEED_KINDS.map((kind) => `--${kind} 1000`).join(' ')}
   or: npm run db:seed -- --world large [--scale 0.01]`

await runDatabaseTask(async ({ isLocal, ownerUrl, databaseUrl }) => {
  const seed = readOptions()
  if (!isLocal)
    requireYesFlag(
      'This adds sample users, including the administrator admin@example.com, to the database in DATABASE_URL.',
      'npm run db:seed -- --yes',
    )
  await migrateDatabase(ownerUrl, { appUrl: databaseUrl })
  await withScriptDatabase(ownerUrl, seed)
  console.log('Added sample data to the database.')
})

/** Returns the function that adds the sample data that the options request. */
function readOptions(): (db: Database) => Promise<void> {
  try {
    const options: Record<string, { type: 'string' | 'boolean' }> = {
      yes: { type: 'boolean' },
      world: { type: 'string' },
      scale: { type: 'string' },
    }
    for (const kind of SEED_KINDS) options[kind] = { type: 'string' }
    const { values } = parseArgs({ options })
    if (values.world !== undefined || values.scale !== undefined) {
      if (values.world !== 'large' || SEED_KINDS.some((kind) => values[kind] !== undefined))
        throw new PlainFailure(USAGE)
      const scale = parseScale(String(values.scale ?? 1))
      return (db) => seedLargeWorld(db, scale, showProgress)
    }
    const amounts = Object.fromEntries(
      SEED_KINDS.map((kind) => [kind, parseAmount(kind, String(values[kind] ?? SAMPLE_AMOUNTS[kind]))]),
    )
    return (db) => seedDatabase(db, amounts, showProgress)
  } catch (error) {
    // Node's messages about unknown options and missing values are readable, so print them unchanged.
    throw error instanceof TypeError ? new PlainFailure(`${error.message}\n${USAGE}`, { cause: error }) : error
  }
}

function parseScale(text: string): number {
  const scale = Number(text)
  if (/^[\d.]+$/.test(text) && scale > 0 && scale <= 10) return scale
  throw new PlainFailure(`--scale must be a number above 0 and up to 10, not "${text}".`)
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
