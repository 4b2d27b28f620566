import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { migrateDatabase, countPendingMigrations } from '../../scripts/database/migrate.ts'
import { ownDatabase } from './test-database.ts'
import { folderOfMigrations } from './test-migrations.ts'

const own = ownDatabase()

function connect() {
  const client = postgres(own.url(), { max: 1, onnotice: () => undefined })
  onTestFinished(() => client.end({ timeout: 1 }))
  return client
}

/** Selects waiting locks of this database only, because other tests' databases have tables with the same numbers. */
const waitingHere = (client: postgres.Sql) => client`
  from pg_locks join pg_database on pg_database.oid = database where datname = current_database() and not granted`

/** Waits until a session waits for a lock of this mode on a table of this database. */
async function untilLockIsAwaited(client: postgres.Sql, mode: string, table = 'public.user') {
  while (
    (await client`select 1 ${waitingHere(client)} and relation = ${table}::regclass and mode = ${mode}`).length < 1
  );
}

test('a migration that waits for a long read blocks no other query', async () => {
  const [reader, others, watcher] = [connect(), connect(), connect()]
  const folder = await folderOfMigrations('alter table "user" add column probe text')
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isReading = true
  const reading = reader.begin(async (transaction) => {
    await transaction`select 1 from "user"`
    begun.resolve()
    await end.promise
    isReading = false
  })
  // Wait for the reader's lock; otherwise the migration might finish before the reader has one.
  await begun.promise
  let isDone = false
  const migration = migrateDatabase(own.url(), { migrationsFolder: folder }).then(() => (isDone = true))

  for (let turn = 0; turn < 2; turn += 1) {
    await untilLockIsAwaited(watcher, 'AccessExclusiveLock')
    // This query waits for the migration, which waits for the reader.
    await others`select 1 from "user"`
    expect([isReading, isDone]).toEqual([true, false])
  }
  end.resolve()
  await Promise.all([reading, migration])
  await expect(others`select probe from "user"`).resolves.toEqual([])
})

test('a migration waits for a vacuum while no other query waits behind it', async () => {
  const [vacuum, others, watcher] = [connect(), connect(), connect()]
  const folder = await folderOfMigrations('alter table repository add column probe text')
  const end = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const vacuuming = vacuum.begin(async (transaction) => {
    await transaction`lock table repository in share update exclusive mode`
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const migration = migrateDatabase(own.url(), { migrationsFolder: folder })
  await untilLockIsAwaited(watcher, 'ShareUpdateExclusiveLock', 'repository')
  await others`insert into repository (name, link) values ('Beside', 'https://example.com')`
  // Wait for longer than the lock timeout for tables, and than PostgreSQL takes to cancel a vacuum: the migration still waits.
  await watcher`select pg_sleep(1.2)`
  expect(await watcher`select 1 ${waitingHere(watcher)} and mode = 'AccessExclusiveLock'`).toEqual([])
  end.resolve()
  await Promise.all([vacuuming, migration])
  await expect(others`select probe from repository`).resolves.toEqual([{ probe: null }])
})

test('nodes wait for the node that migrates, and do not block CREATE INDEX CONCURRENTLY', async () => {
  const [holder, watcher] = [connect(), connect()]
  const folder = await folderOfMigrations(
    'create table made_once (id int)',
    '-- outside of a transaction\ncreate index concurrently if not exists made_once_id on made_once (id)',
  )
  await holder`select pg_advisory_lock(72616329)`
  const nodes = [1, 2, 3].map(() => migrateDatabase(own.url(), { migrationsFolder: folder }))
  const asking = () => watcher`
    select backend_xmin from pg_stat_activity
    where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`
  while ((await asking()).length < nodes.length);
  // Wait for longer than the lock timeout for tables.
  await watcher`select pg_sleep(1.2)`
  await holder`select pg_advisory_unlock(72616329)`
  await Promise.all(nodes)
  await expect(watcher`select * from made_once`).resolves.toEqual([])
})

test('a failing migration does not roll back the migrations before it', async () => {
  const client = connect()
  const folder = await folderOfMigrations(
    'create table first_kept (id int)',
    'create table then_lost (id int); select 1 / 0',
  )
  await expect(migrateDatabase(own.url(), { migrationsFolder: folder })).rejects.toMatchObject({ code: '22012' })
  const there = await client`select to_regclass('first_kept') as first, to_regclass('then_lost') as second`
  expect(there).toEqual([{ first: 'first_kept', second: null }])
})

test('an index whose creation was interrupted is created again by the next run', async () => {
  const client = connect()
  await client`create table numbered (nr int)`
  await client`insert into numbered values (1), (1)`
  const folder = await folderOfMigrations(
    `-- outside of a transaction
create table if not exists beside (id int);
--> statement-breakpoint
create unique index concurrently if not exists "numbered_nr" on numbered (nr);`,
  )
  await expect(migrateDatabase(own.url(), { migrationsFolder: folder })).rejects.toMatchObject({ code: '23505' })
  await client`delete from numbered where ctid = '(0,1)'`
  const isValid = () => client`select indisvalid from pg_index where indexrelid = 'numbered_nr'::regclass`
  expect(await isValid()).toEqual([{ indisvalid: false }])
  await migrateDatabase(own.url(), { migrationsFolder: folder })
  expect(await isValid()).toEqual([{ indisvalid: true }])
})

test('rows are written in batches that let other queries run, each row once; the next run continues with the rest', async () => {
  const [client, holder] = [connect(), connect()]
  await client`create table counted (id uuid primary key default gen_random_uuid(), times int not null default 0)`
  await client`insert into counted select from generate_series(1, 3000)`
  const folder = await folderOfMigrations(
    `-- outside of a transaction
-- in batches of counted
update counted set times = times + 1 where id between $1 and $2 and times = 0;`,
  )
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = holder.begin(async (transaction) => {
    await transaction`select 1 from counted order by id desc limit 1 for update`
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const migration = migrateDatabase(own.url(), { migrationsFolder: folder })
  const written = () => client`select times, count(*)::int as count from counted group by times order by times`
  // Wait for the first batch, whose rows can be updated while the migration waits for a locked row.
  while ((await client`select 1 from counted where times = 1`).length === 0);
  await client`update counted set times = 2 where id = (select id from counted where times = 1 limit 1)`
  end.resolve()
  await Promise.all([held, migration])
  expect(await written()).toEqual([
    { times: 1, count: 2999 },
    { times: 2, count: 1 },
  ])
  const [{ batches } = { batches: 0 }] = await client`select count(distinct xmin::text)::int as batches from counted`
  expect(batches).toBeGreaterThan(2)
})

test('running nodes with their own role can use the result of a migration before the last migration is done', async () => {
  const appUrl = process.env.DATABASE_URL ?? ''
  const url = new URL(appUrl)
  url.pathname = new URL(own.url()).pathname
  const app = postgres(url.href, { max: 1, onnotice: () => undefined })
  onTestFinished(() => app.end({ timeout: 1 }))
  const folder = await folderOfMigrations('create table written_by_trigger (id int)', 'select 1 / 0')
  await expect(migrateDatabase(own.url(), { appUrl, migrationsFolder: folder })).rejects.toMatchObject({
    code: '22012',
  })
  await expect(app`insert into written_by_trigger values (1)`).resolves.toEqual([])
})

test('pending migrations are reported within a deadline, even if the table is locked', async () => {
  const holder = connect()
  expect(await countPendingMigrations(own.url())).toBe(0)
  await holder.begin(async (transaction) => {
    await transaction`lock table drizzle.__drizzle_migrations in access exclusive mode`
    await expect(countPendingMigrations(own.url())).rejects.toThrow('CONNECTION_DESTROYED')
  })
})
