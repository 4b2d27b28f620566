import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { connectionOptions, databaseOn } from '#db/client.ts'
import { findDifferences, fingerprintOf } from './fingerprint.ts'
import { ownDatabase } from '#db/test-database.ts'

const own = ownDatabase()

function connect() {
  const client = postgres(own.url(), connectionOptions(1))
  onTestFinished(() => client.end())
  return databaseOn(client)
}

test('a fingerprint shows the database at one moment, even if rows are written while it is computed', async () => {
  const [reader, writer] = [connect(), connect()]
  const write = () => writer.execute(sql`select graphile_worker.add_job('none')`)
  await write()
  const before = await fingerprintOf(writer)
  const during = await reader.transaction(
    async (db) => {
      await db.execute(sql`select`)
      await write()
      return fingerprintOf(db)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  expect(findDifferences(before, during)).toEqual([])
  expect(findDifferences(before, await fingerprintOf(writer))).toEqual(['rows graphile_worker._private_jobs'])
})

test('findDifferences reports a sequence that would assign an existing number again', async () => {
  const db = connect()
  await db.execute(sql`select graphile_worker.add_job('none')`)
  const saved = await fingerprintOf(db)
  const [sequence] = await db.execute<{ name: string }>(
    sql`select pg_get_serial_sequence('graphile_worker._private_jobs', 'id') as name`,
  )
  await db.execute(sql`select setval(${sequence?.name}::regclass, 1, false)`)
  expect(findDifferences(saved, await fingerprintOf(db))).toEqual([`sequence ${sequence?.name}`])
})
