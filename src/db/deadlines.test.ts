import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#lib/app-error.ts'
import { connectionOptions, databaseOn, type Database } from './client.ts'
import { withDeadlines } from './deadlines.ts'
import { ownerUrl } from './test-database.ts'
import { startTestProxy } from './test-proxy.ts'

// Use the owner's URL, because these tests create tables.
const DATABASE_URL = ownerUrl()
/** Half of the product's limits. */
const LIMITS = { deadlineMs: 2_000, silenceMs: 1_600 }
const CONNECT_S = 1.5
/** Duration of a step, in seconds: shorter than a deadline. */
const STEP = sql.raw('0.5')

// These tests mostly wait for the deadline, so they run concurrently.
describe.concurrent('a database connection that stops responding', () => {
  test('a query on a silent connection fails, and the next query uses a new connection', async () => {
    await using proxy = await startTestProxy(DATABASE_URL)
    await using pool = openPool(proxy.url)
    expect(await outcome(selectOne(pool.db))).toBe('done')
    proxy.freeze()
    expect(await outcome(selectOne(pool.db))).toBe('SERVICE_UNAVAILABLE')
    expect(pool.recycled()).toBe(1)
    expect(await outcome(selectOne(pool.db))).toBe('done')
  })

  test('if all connections are silent, all running queries fail, and the pool is replaced once', async () => {
    await using proxy = await startTestProxy(DATABASE_URL)
    await using pool = openPool(proxy.url)
    await Promise.all(Array.from({ length: 10 }, () => selectOne(pool.db)))
    proxy.freeze()
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcome(selectOne(pool.db))))
    expect(new Set(outcomes)).toEqual(new Set(['SERVICE_UNAVAILABLE']))
    expect(pool.recycled()).toBe(1)
    expect(await outcome(selectOne(pool.db))).toBe('done')
  })

  test('dates are parsed in the same way after the pool is replaced', async () => {
    await using proxy = await startTestProxy(DATABASE_URL)
    await using pool = openPool(proxy.url)
    const readMoment = () => pool.db.execute(sql`select timestamptz '2026-11-20 10:00:00Z' as moment`)
    const [before] = await readMoment()
    proxy.freeze()
    await outcome(selectOne(pool.db))
    expect((await readMoment())[0]).toEqual(before)
  })

  test('a transaction on a silent connection fails, and writes nothing even if it responds again', async () => {
    await using proxy = await startTestProxy(DATABASE_URL)
    await using pool = openPool(proxy.url)
    await using table = await makeTable('frozen_transaction')
    const written = pool.db.transaction(async (transaction) => {
      await transaction.execute(table.insert)
      proxy.freeze()
      await transaction.execute(table.insert)
    })
    expect(await outcome(written)).toBe('SERVICE_UNAVAILABLE')
    proxy.thaw()
    expect(await outcome(selectOne(pool.db))).toBe('done')
    expect(await table.countRows()).toBe(0)
  })

  test('a silent connection is detected a little later if other connections still respond', async () => {
    await using proxy = await startTestProxy(DATABASE_URL)
    await using pool = openPool(proxy.url)
    await selectOne(pool.db)
    proxy.freeze()
    const silent = outcome(selectOne(pool.db))
    const others = queryRepeatedly(pool.db, 6)
    expect(await silent).toBe('SERVICE_UNAVAILABLE')
    expect(new Set(await others)).toEqual(new Set(['done']))
    await vi.waitFor(() => expect(pool.recycled()).toBe(1), { timeout: 10_000 })
  })

  test('a transaction that cannot begin on a silent connection fails; the next uses a new connection', async () => {
    await using proxy = await startTestProxy(DATABASE_URL)
    await using pool = openPool(proxy.url)
    await selectOne(pool.db)
    proxy.freeze()
    expect(await outcome(pool.db.transaction((transaction) => selectOne(transaction)))).toBe('SERVICE_UNAVAILABLE')
    expect(await outcome(pool.db.transaction((transaction) => selectOne(transaction)))).toBe('done')
  })
})

describe.concurrent('a connection pool that does not recover by itself', () => {
  test('a pool is replaced if it cannot connect and a new pool can', async () => {
    await using proxy = await startTestProxy(DATABASE_URL)
    proxy.freezeNew()
    await using pool = openPool([proxy.url, DATABASE_URL])
    expect(await outcome(selectOne(pool.db))).toBe('CONNECT_TIMEOUT')
    await vi.waitFor(() => expect(pool.recycled()).toBe(1), { timeout: 5_000 })
    expect(await outcome(selectOne(pool.db))).toBe('done')
  })

  test('a pool is not replaced if a new pool cannot connect either: some connections might still respond', async () => {
    await using proxy = await startTestProxy(DATABASE_URL)
    await using pool = openPool(proxy.url)
    expect(await outcome(selectOne(pool.db))).toBe('done')
    proxy.freezeNew()
    const answers = queryRepeatedly(pool.db, 9)
    expect(await outcome(selectOne(pool.db))).toBe('CONNECT_TIMEOUT')
    expect(new Set(await answers)).toEqual(new Set(['done']))
    expect(pool.recycled()).toBe(0)
  })

  test('a pool is replaced if it starts no query and gets no response', async () => {
    let first: postgres.Sql | undefined
    await using pool = openPool(DATABASE_URL, 1, (client) => (first ??= client))
    // Simulates that the driver has lost its only connection.
    await first?.reserve()
    expect(await outcome(selectOne(pool.db))).toBe('SERVICE_UNAVAILABLE')
    expect(pool.recycled()).toBe(1)
    expect(await outcome(selectOne(pool.db))).toBe('done')
  })
})

describe.concurrent('a slow database', () => {
  test('a transaction that takes too long is refused and writes nothing; other queries continue', async () => {
    await using pool = openPool(DATABASE_URL)
    await using table = await makeTable('slow_transaction')
    const written = pool.db.transaction(async (transaction) => {
      await transaction.execute(table.insert)
      for (let step = 0; step < 6; step += 1) await transaction.execute(sql`select pg_sleep(${STEP})`)
    })
    const others = queryRepeatedly(pool.db, 7)
    expect(await outcome(written)).toBe('SERVICE_UNAVAILABLE')
    expect(new Set(await others)).toEqual(new Set(['done']))
    expect(pool.recycled()).toBe(0)
    expect(await table.countRows()).toBe(0)
  })

  test('a transaction that finishes after its deadline is not committed', async () => {
    await using pool = openPool(DATABASE_URL)
    await using table = await makeTable('late_transaction')
    const { promise: refused, resolve: refuse } = Promise.withResolvers<void>()
    const written = pool.db.transaction(async (transaction) => {
      await transaction.execute(table.insert)
      await refused
    })
    const others = queryRepeatedly(pool.db, 5)
    expect(await outcome(written)).toBe('SERVICE_UNAVAILABLE')
    refuse()
    await others
    expect(await table.countRows()).toBe(0)
  })

  test('a query that waits too long for a connection is refused, never runs, and affects no other query', async () => {
    await using pool = openPool(DATABASE_URL, 1)
    await using table = await makeTable('waiting_query')
    const holder = holdSlowly(pool.db)
    expect(await outcome(pool.db.execute(table.insert))).toBe('SERVICE_UNAVAILABLE')
    await holder
    expect(pool.recycled()).toBe(0)
    expect(await table.countRows()).toBe(0)
  })

  test('a transaction that waits too long for a connection is refused, and writes nothing later', async () => {
    await using pool = openPool(DATABASE_URL, 1)
    await using table = await makeTable('waiting_transaction')
    const holder = holdSlowly(pool.db)
    const written = pool.db.transaction((transaction) => transaction.execute(table.insert))
    expect(await outcome(written)).toBe('SERVICE_UNAVAILABLE')
    await holder
    expect(await outcome(selectOne(pool.db))).toBe('done')
    expect(pool.recycled()).toBe(0)
    expect(await table.countRows()).toBe(0)
  })
})

test('a pool whose server became read-only is replaced when a new connection can write, and not before', async () => {
  const readOnly = `${DATABASE_URL}?default_transaction_read_only=on`
  await using table = await makeTable('read_only')
  await using pool = openPool([readOnly, readOnly, DATABASE_URL])
  expect(await outcome(pool.db.execute(table.insert))).toBe('25006')
  await expect.poll(() => outcome(pool.db.execute(table.insert))).toBe('done')
  expect(pool.recycled()).toBe(1)
  expect(await table.countRows()).toBe(1)
})

test('an SQL error is returned to the caller, and the pool is not replaced', async () => {
  await using pool = openPool(DATABASE_URL)
  const divided = sql`select 1 / 0`
  expect(await outcome(pool.db.execute(divided))).toBe('22012')
  expect(await outcome(pool.db.transaction((transaction) => transaction.execute(divided)))).toBe('22012')
  expect(pool.recycled()).toBe(0)
})

/**
 * Opens a pool like the product, but with few connections.
 * @param url the URL to connect to; if an array, the URL of each successive pool
 */
function openPool(url: string | string[], size = 2, onOpened: (client: postgres.Sql) => void = () => undefined) {
  const urls = [url].flat()
  let recycled = 0
  const open = () => {
    const opened = postgres(urls.length > 1 ? (urls.shift() ?? '') : (urls[0] ?? ''), {
      ...connectionOptions(size),
      connect_timeout: CONNECT_S,
    })
    onOpened(opened)
    return opened
  }
  const { client, close } = withDeadlines(open, { onRecycle: () => (recycled += 1) }, LIMITS)
  return { db: databaseOn(client), recycled: () => recycled, [Symbol.asyncDispose]: close }
}

/** Keeps a connection busy for longer than a deadline, with a response from time to time. */
async function holdSlowly(db: Database): Promise<void> {
  await outcome(
    db.transaction(async (transaction) => {
      for (let step = 0; step < 6; step += 1) await transaction.execute(sql`select pg_sleep(${STEP})`)
    }),
  )
}

/** Runs queries one after the other and returns their outcomes. Four of them take as long as a deadline. */
async function queryRepeatedly(db: Database, times: number): Promise<string[]> {
  const outcomes: string[] = []
  for (let asked = 0; asked < times; asked += 1) outcomes.push(await outcome(db.execute(sql`select pg_sleep(${STEP})`)))
  return outcomes
}

/** Creates a table for one test. The test reads the table over a separate connection. */
async function makeTable(name: string) {
  const client = postgres(DATABASE_URL, connectionOptions(1))
  await client.unsafe(`create table ${name} (id int)`)
  return {
    insert: sql.raw(`insert into ${name} values (1)`),
    countRows: async () => (await client.unsafe(`select from ${name}`)).count,
    [Symbol.asyncDispose]: async () => {
      await client.unsafe(`drop table ${name}`)
      await client.end({ timeout: 5 })
    },
  }
}

function selectOne(db: Pick<Database, 'execute'>) {
  return db.execute(sql`select 1`)
}

/** Returns 'done', or the error code of failed work. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    const known = [error, (error as Error).cause].find(
      (one) => one instanceof AppError || one instanceof postgres.PostgresError,
    )
    return known?.code ?? String(((error as Error).cause as { code?: unknown } | undefined)?.code ?? error)
  }
}
