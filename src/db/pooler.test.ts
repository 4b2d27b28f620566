import { sql } from 'drizzle-orm'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionOptions, databaseOn } from './client.ts'
import { openClient } from './connect.ts'
import { withDeadlines } from './deadlines.ts'
import { ownerUrl } from './test-database.ts'
import { hasPgBouncer, startPooler, type Pooler } from '../../e2e/support/pooler.ts'

// Use the owner's URL, because the tests create a table.
const DATABASE_URL = ownerUrl()

describe.skipIf(!hasPgBouncer)('a database behind PgBouncer in transaction mode', () => {
  let pooler: Pooler
  let direct: postgres.Sql
  beforeAll(async () => {
    pooler = await startPooler(DATABASE_URL)
    direct = openClient(DATABASE_URL, { max: 2 })
    await direct.unsafe('create table if not exists pooled (id text primary key)')
  })
  afterAll(async () => {
    await direct.end()
    await pooler[Symbol.asyncDispose]()
  })

  test('PgBouncer loses no acknowledged write of many concurrent writes over two pools', async () => {
    const pools = [openPool(), openPool()]
    const acknowledged: string[] = []
    const write = async (id: string, index: number) => {
      await pools[index % 2]?.db.transaction(async (transaction) => {
        await transaction.execute(sql`insert into pooled values (${id})`)
        await transaction.execute(sql`select count(*) from pooled where id = ${id}`)
      })
      acknowledged.push(id)
    }
    const ids = Array.from({ length: 1_500 }, (_, index) => `write ${index}`)
    for (let from = 0; from < ids.length; from += 300)
      await Promise.all(ids.slice(from, from + 300).map((id, index) => write(id, index)))
    const there = await direct<{ id: string }[]>`select id from pooled`
    expect(acknowledged.length).toBe(ids.length)
    expect(new Set(there.map(({ id }) => id))).toEqual(new Set(acknowledged))
    await Promise.all(pools.map((pool) => pool.close()))
  })

  test('a statement behind PgBouncer that misses its deadline is ended', async () => {
    const pool = openPool()
    const blocked = sql`select 'waits behind a lock', count(*) from pooled`
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>()
    const blocking = direct.begin(async (transaction) => {
      await transaction.unsafe('lock table pooled')
      lock()
      await isOver
    })
    await isLocked
    const alone = outcome(pool.db.execute(blocked))
    const inTransaction = outcome(pool.db.transaction((transaction) => transaction.execute(blocked)))
    await expect.poll(waiting, { timeout: 3_000 }).toBe(2)
    expect([await alone, await inTransaction]).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
    await expect.poll(waiting, { timeout: 1_000 }).toBe(0)
    end()
    await blocking
    await pool.close()
  })

  // If the driver prepares COMMIT, the pooler's next connection doesn't know that prepared statement. The error aborts the
  // transaction, so the COMMIT that the driver then prepares again rolls back.
  test('PgBouncer reports no rolled back transaction as committed, even if COMMIT is prepared', async () => {
    const pool = openPool({ prepare: true })
    const acknowledged: string[] = []
    const ids = Array.from({ length: 200 }, (_, index) => `prepared ${index}`)
    const write = async (id: string) => {
      await pool.db.transaction((transaction) => transaction.execute(sql`insert into pooled values (${id})`))
      acknowledged.push(id)
    }
    const outcomes = await Promise.all(ids.map((id) => outcome(write(id))))
    const there = await direct<{ id: string }[]>`select id from pooled where id like 'prepared %'`
    expect(outcomes).toContain('CONNECTION_ROLLED_BACK')
    expect(new Set(there.map(({ id }) => id))).toEqual(new Set(acknowledged))
    await pool.close()
  })

  function openPool(options: postgres.Options<Record<string, never>> = {}) {
    const open = () =>
      openClient(pooler.urlOf(DATABASE_URL), { ...connectionOptions(10, { isPooled: true }), ...options })
    const { client, close } = withDeadlines(open, { onRecycle: () => undefined })
    return { db: databaseOn(client), close }
  }

  function outcome(work: PromiseLike<unknown>): Promise<string> {
    return Promise.resolve(work).then(
      () => 'done',
      (error: { code?: string; cause?: { code?: string } }) => error.code ?? error.cause?.code ?? 'failed',
    )
  }

  async function waiting(): Promise<number> {
    const [row] = await direct<{ count: number }[]>`
      select count(*)::int from pg_stat_activity
      where query like ${'select %waits behind a lock%'} and state = 'active' and pid <> pg_backend_pid()`
    return row?.count ?? 0
  }
})
