import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { migrateDatabase, pendingMigrations } from './migrate.ts'
import { ownDatabase } from './test-database.ts'

const own = ownDatabase()
/** Of the newest migration, which is newer than all before it. */
let newest = Date.UTC(2100, 0)

/** A folder with one migration that the database has not seen. */
async function folderWith(statement: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  newest += 1
  const entry = { idx: 0, version: '7', when: newest, tag: '0000_newest', breakpoints: true }
  await mkdir(path.join(folder, 'meta'))
  await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ dialect: 'postgresql', entries: [entry] }))
  await writeFile(path.join(folder, '0000_newest.sql'), statement)
  return folder
}

function connect() {
  const client = postgres(own.url(), { max: 1, onnotice: () => undefined })
  onTestFinished(() => client.end({ timeout: 1 }))
  return client
}

/** Databases of other tests are on the same server, and the numbers of their tables are the same. */
const waitingHere = (client: postgres.Sql) => client`
  from pg_locks join pg_database on pg_database.oid = database where datname = current_database() and not granted`

/** Waits until so many wait for the people, or for their turn to migrate. */
async function untilSomebodyWaits(client: postgres.Sql, what: 'people' | 'turn', count = 1) {
  const which =
    what === 'people'
      ? client`relation = 'public.user'::regclass and mode = 'AccessExclusiveLock'`
      : client`locktype = 'advisory'`
  while ((await client`select 1 ${waitingHere(client)} and ${which}`).length < count);
}

test('a migration that waits for a long reader makes nobody else wait for it', async () => {
  const [reader, others, watcher] = [connect(), connect(), connect()]
  const folder = await folderWith('alter table "user" add column probe text')
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isReading = true
  const reading = reader.begin(async (transaction) => {
    await transaction`select 1 from "user"`
    begun.resolve()
    await end.promise
    isReading = false
  })
  // Else the migration may be done before there is anybody to wait for.
  await begun.promise
  let isDone = false
  const migration = migrateDatabase(own.url(), { migrationsFolder: folder }).then(() => (isDone = true))

  for (let turn = 0; turn < 2; turn += 1) {
    await untilSomebodyWaits(watcher, 'people')
    // Behind the migration, which waits behind the reader.
    await others`select 1 from "user"`
    expect([isReading, isDone]).toEqual([true, false])
  }
  end.resolve()
  await Promise.all([reading, migration])
  await expect(others`select probe from "user"`).resolves.toEqual([])
})

test('nodes that wait for the one that migrates are patient: theirs is no lock that others stand behind', async () => {
  const [holder, watcher] = [connect(), connect()]
  const folder = await folderWith('create table made_once (id int)')
  await holder`select pg_advisory_lock(72616329)`
  const nodes = [
    migrateDatabase(own.url(), { migrationsFolder: folder }),
    migrateDatabase(own.url(), { migrationsFolder: folder }),
  ]
  await untilSomebodyWaits(watcher, 'turn', 2)
  // Longer than a table's lock would be waited for.
  await watcher`select pg_sleep(1.5)`
  await holder`select pg_advisory_unlock(72616329)`
  await Promise.all(nodes)
  await expect(watcher`select * from made_once`).resolves.toEqual([])
})

test('whoever asks what is pending is told within a deadline, even if the table is locked', async () => {
  const holder = connect()
  expect(await pendingMigrations(own.url())).toBe(0)
  await holder.begin(async (transaction) => {
    await transaction`lock table drizzle.__drizzle_migrations in access exclusive mode`
    await expect(pendingMigrations(own.url())).rejects.toThrow('CONNECTION_DESTROYED')
  })
})
