import { rename, rm, writeFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { openClient } from '#db/connect.ts'
import { databaseOn } from '#db/client.ts'
import { fingerprintOf } from './support/fingerprint.ts'
import { fingerprintFile, readBackupName } from './support/backup-files.ts'
import { runPostgresTool } from './support/postgres-tools.ts'
import { runDatabaseTask } from './support/run-script.ts'

// The files hold the data of all users, so only the account that runs this script may read them. pg_dump inherits the umask.
process.umask(0o077)

await runDatabaseTask(async ({ ownerUrl }) => {
  const file = await readBackupName('npm run db:backup -- latchkey.dump', { mustExist: false })
  const unfinished = `${file}.unfinished`
  const client = openClient(ownerUrl, { max: 1, connect_timeout: 10 })
  try {
    await databaseOn(client).transaction(
      async (db) => {
        // pg_dump and the fingerprint read the same snapshot, even if rows are written in the meantime.
        const [snapshot] = await db.execute<{ id: string }>(sql`select pg_export_snapshot() as id`)
        console.log('Saving the database…')
        // pg_dump would keep the permissions of a file that an interrupted run has left.
        await rm(unfinished, { force: true })
        await runPostgresTool(
          'pg_dump',
          ['--format=custom', `--snapshot=${snapshot?.id}`, `--file=${unfinished}`],
          ownerUrl,
        )
        console.log('Computing the fingerprint, which db:restore compares with the restored database…')
        await writeFile(fingerprintFile(file), JSON.stringify(await fingerprintOf(db), undefined, 1))
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await rename(unfinished, file)
  } finally {
    await client.end({ timeout: 5 })
    await rm(unfinished, { force: true })
  }
  console.log(
    `Saved the whole database to ${file}. Keep ${fingerprintFile(file)} with it, because db:restore needs both files.`,
  )
})
