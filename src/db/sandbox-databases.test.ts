import { sql } from 'drizzle-orm'
import { beforeAll, afterAll, expect, test } from 'vitest'
import type { Database } from './client.ts'
import {
  dropExpiredSandboxes,
  findSandboxDatabase,
  createSandboxDatabase,
  sandboxPrefix,
  withMaintenanceConnection,
} from './sandbox-databases.ts'
import { prepareSandboxes } from '../../scripts/database/sandbox-template.ts'
import { adminUrl, ownDatabase, withDatabase } from './test-database.ts'

const own = ownDatabase()
const MINUTE_MS = 60_000

const databaseUrl = () => {
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.pathname = new URL(own.url()).pathname
  return url.href
}
const roleUrls = () => ({ databaseUrl: databaseUrl(), ownerUrl: own.url() })
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)

beforeAll(async () => {
  // Grant the only right that sandboxes need in addition to those on the application's database.
  await withMaintenanceConnection(adminUrl(), async (db) => {
    for (const url of [databaseUrl(), own.url()])
      await db.execute(sql`alter role ${sql.identifier(new URL(url).username)} createdb`)
  })
  await prepareSandboxes(roleUrls())
}, 60_000)

afterAll(async () => {
  await dropExpiredSandboxes(databaseUrl(), inMinutes(10_000))
  await withMaintenanceConnection(own.url(), async (db) => {
    for (const name of await databasesOfOwn(db)) {
      await db.execute(sql`alter database ${sql.identifier(name)} is_template false`)
      await db.execute(sql`drop database ${sql.identifier(name)}`)
    }
  })
})

test('each sandbox has its own copy of the sample data, and the app’s role has its usual permissions there', async () => {
  const [one, other] = [await createSandboxEndingIn(5), await createSandboxEndingIn(5)]
  await withDatabase(async (db) => {
    await db.execute(sql`delete from repository`)
    await expect(db.execute(sql`delete from history_event`)).rejects.toThrow('Failed query')
  }, one.url)
  await withDatabase(async (db) => {
    const [row] = await db.execute<{ count: number }>(sql`select count(*)::int from repository`)
    expect(row?.count).toBe(36)
  }, other.url)
})

test('ended sandboxes are dropped even while in use, and other sandboxes are kept', async () => {
  const [soon, later] = [await createSandboxEndingIn(1), await createSandboxEndingIn(30)]
  const held = withDatabase(async (db) => void (await db.execute(sql`select pg_sleep(60)`)), soon.url).then(
    () => 'slept',
    () => 'ended',
  )
  const find = (name: string, now = new Date()) =>
    withDatabase(async (db) => {
      found = await findSandboxDatabase(db, { databaseUrl: databaseUrl(), name, now })
    }, databaseUrl())
  let found: unknown
  await find(soon.name)
  expect(found).toEqual(soon)
  await find(soon.name, inMinutes(1))
  expect(found).toBeUndefined()

  expect(await dropExpiredSandboxes(databaseUrl(), inMinutes(2))).toBeGreaterThan(0)
  expect(await held).toBe('ended')
  await find(soon.name)
  expect(found).toBeUndefined()
  await find(later.name)
  expect(found).toEqual(later)
})

test('the number of sandboxes is limited, also for simultaneous requests', async () => {
  await dropExpiredSandboxes(databaseUrl(), inMinutes(10_000))
  const asked = Array.from({ length: 4 }, () => createSandboxDatabase(databaseUrl(), { endsAt: inMinutes(5), most: 2 }))
  const made = await Promise.all(asked)
  expect(made.filter((place) => place !== undefined)).toHaveLength(2)
})

test('the sandbox template is created once a day, and replaces the template of an earlier day', async () => {
  const before = await withMaintenanceConnection(own.url(), databasesOfOwn)
  await prepareSandboxes(roleUrls())
  expect(await withMaintenanceConnection(own.url(), databasesOfOwn)).toEqual(before)

  const [name = ''] = before
  const old = name.replace(/\d{8}$/, '20200101')
  await withMaintenanceConnection(own.url(), (db) =>
    db.execute(sql`alter database ${sql.identifier(name)} rename to ${sql.identifier(old)}`),
  )
  await prepareSandboxes(roleUrls())
  expect(await withMaintenanceConnection(own.url(), databasesOfOwn)).toEqual(before)
})

async function createSandboxEndingIn(minutes: number) {
  const place = await createSandboxDatabase(databaseUrl(), { endsAt: inMinutes(minutes), most: 50 })
  if (!place) throw new Error('no sandbox was created')
  return place
}

async function databasesOfOwn(db: Database): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(
    sql`select datname as name from pg_database where starts_with(datname, ${`${sandboxPrefix(own.url())}template_`})`,
  )
  return rows.map(({ name }) => name)
}
