import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { openClient } from '#db/connect.ts'
import { databaseOn, type Database } from '#db/client.ts'
import { findDifferences, fingerprintOf, type Fingerprint } from './support/fingerprint.ts'
import { fingerprintFile, readBackupName } from './support/backup-files.ts'
import { PlainFailure } from './support/plain-failure.ts'
import { runPostgresTool } from './support/postgres-tools.ts'
import { runDatabaseTask } from './support/run-script.ts'

/** Maximum number of differences that are printed. More differences would hide the pattern. */
const MAX_SHOWN_DIFFERENCES = 20

await runDatabaseTask(async ({ ownerUrl }) => {
  const file = await readBackupName('npm run db:restore -- latchkey.dump', { mustExist: true })
  const expected = JSON.parse(await readFile(fingerprintFile(file), 'utf8')) as Fingerprint
  const client = openClient(ownerUrl, { max: 1, connect_timeout: 10 })
  try {
    const db = databaseOn(client)
    await refuseNonEmptyDatabase(db)
    console.log('Restoring the database…')
    await runPostgresTool(
      'pg_restore',
      ['--exit-on-error', '--single-transaction', '--no-owner', `--dbname=${client.options.database}`, file],
      ownerUrl,
    )
    console.log('Comparing the restored database with the backup…')
    const differing = findDifferences(expected, await fingerprintOf(db))
    if (differing.length > 0) throw new PlainFailure(describeDifferences(differing))
    await db.execute(sql`analyze`)
  } finally {
    await client.end({ timeout: 5 })
  }
  console.log(
    'Restored the database. All rows, constraints, indexes, triggers, functions and permissions match the backup.',
  )
})

async function refuseNonEmptyDatabase(db: Database) {
  const [table] = await db.execute<{ name: string }>(
    sql`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'drizzle', 'graphile_worker') and c.relkind in ('r', 'v', 'S') limit 1`,
  )
  if (table)
    throw new PlainFailure("The database in DATABASE_URL isn't empty. Restore the backup into an empty database.")
}

function describeDifferences(differing: string[]): string {
  const more =
    differing.length > MAX_SHOWN_DIFFERENCES ? `\n  and ${differing.length - MAX_SHOWN_DIFFERENCES} more` : ''
  const shown = differing.slice(0, MAX_SHOWN_DIFFERENCES).map((name) => `\n  - ${name}`)
  return `The restored database differs from the backup:${shown.join('')}${more}`
}
