import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectionOptions } from './client.ts'
import { ownerUrl } from './test-database.ts'
import { CONNECTED_MESSAGE, ENDED_MESSAGE, startFakeServer } from './test-fake-server.ts'
import { outcome, SOON_MS } from './test-outcome.ts'
import { startTestProxy } from './test-proxy.ts'

// Use the owner's URL, because these tests create tables.
const DATABASE_URL = ownerUrl()

// Each change of patches/postgres+3.4.9.patch has a test here. Without the change, the test fails, or the whole run fails with
// an exception that cannot be caught. After an update of the driver, src/architecture/patches.test.ts lists the steps.
describe('the database driver', () => {
  test('the driver refuses further queries of a transaction whose connection is lost, and serves others', async () => {
    const pool = openPool()
    const work = outcome(
      pool.begin(async (transaction) => {
        await endConnections(pool)
        await transaction.unsafe('select 1')
      }),
    )
    expect(await work).toBe('CONNECTION_CLOSED')
    expect(await outcome(pool.unsafe('select 1'))).toBe('done')
  })

  test('the driver refuses queries on a reserved connection that was lost', async () => {
    const pool = openPool()
    const reserved = await pool.reserve()
    await reserved.unsafe('select 1')
    await endConnections(pool)
    for (let round = 0; round < 2; round += 1)
      expect(await outcome(reserved.unsafe('select 1'))).toBe('CONNECTION_CLOSED')
  })

  test('the driver runs no statement of a lost transaction on the next connection', async () => {
    const pool = openPool()
    await using table = await makeTable('lost_transaction')
    const { promise: isLost, resolve: lose } = Promise.withResolvers<void>()
    const { promise: isOver, resolve: end } = Promise.withResolvers<string>()
    const work = outcome(
      pool.begin(async (transaction) => {
        await transaction.unsafe('select 1')
        await isLost
        end(await outcome(transaction.unsafe(table.insert)))
      }),
    )
    await untilStatementArrives(pool, 'select 1')
    await endConnections(pool)
    expect(await work).toBe('CONNECTION_CLOSED')
    expect(await outcome(pool.unsafe('select 1'))).toBe('done')
    lose()
    expect(await isOver).toBe('CONNECTION_CLOSED')
    expect(await outcome(pool.unsafe('select 1'))).toBe('done')
    expect(await table.countRows()).toBe(0)
  })

  test('the driver refuses the queued statements of a transaction when its connection is lost', async () => {
    const pool = openPool()
    const outcomes: Promise<string>[] = []
    const work = outcome(
      pool.begin(async (transaction) => {
        // A statement with an array parameter is sent in two steps; the statements queued after it wait for both.
        const ask = () => transaction.unsafe('select pg_sleep(1), $1::text[]', [['a']])
        outcomes.push(...[1, 2, 3].map(() => outcome(ask())))
        await untilStatementArrives(pool, 'select pg_sleep(1), $1')
        await endConnections(pool)
        await Promise.all(outcomes)
      }),
    )
    expect(await work).toMatch(/^(CONNECTION_CLOSED|57P01)$/)
    expect(new Set(await Promise.all(outcomes))).not.toContain('nothing')
  })

  test('the driver sends data on a new connection if the old one was lost before the data was written', async () => {
    const sockets: Socket[] = []
    const { hostname, port } = new URL(DATABASE_URL)
    const socket = async () => {
      const made = connect(Number(port), hostname)
      sockets.push(made)
      await once(made, 'connect')
      return made
    }
    // The driver's documentation has this option, but its types do not.
    const pool = openPool(1, DATABASE_URL, { socket } as postgres.Options<Record<string, never>>)
    await pool.unsafe('select 1')
    const lost = outcome(pool.unsafe('select 1'))
    await Promise.resolve()
    await Promise.resolve()
    // Lose the connection now, before the driver writes at the end of this turn of the event loop.
    sockets[0]?.emit('close', false)
    expect(await lost).toBe('CONNECTION_CLOSED')
    expect(await outcome(pool.unsafe('select 1'))).toBe('done')
  })

  test('the driver uses a connection whose first query was canceled while it was connecting', async () => {
    const pool = openPool()
    const given = pool.unsafe('select 1')
    const givenUp = outcome(given)
    await Promise.resolve()
    await Promise.resolve()
    given.cancel()
    expect(await givenUp).toBe('57014')
    await pause(200)
    expect(await outcome(pool.unsafe('select 1'))).toBe('done')
  })

  // The driver prepares COMMIT unless `prepare` is false. If the server does not know that statement (with PgBouncer, the next
  // transaction might use another connection), COMMIT fails, and the second attempt rolls back without an error.
  test('the driver commits a transaction even if the server has discarded all prepared statements', async () => {
    const pool = openPool()
    await using table = await makeTable('forgotten_commit')
    for (let round = 0; round < 2; round += 1)
      await pool.begin(async (transaction) => {
        await transaction.unsafe(table.insert)
        await transaction.unsafe('deallocate all')
      })
    expect(await table.countRows()).toBe(2)
  })

  test('the driver returns an error if the server rolled back at COMMIT', async () => {
    const pool = openPool(1, DATABASE_URL, { prepare: true })
    await using table = await makeTable('rolled_back')
    const insert = (last: string) =>
      outcome(
        pool.begin(async (transaction) => {
          await transaction.unsafe(table.insert)
          await transaction.unsafe(last)
        }),
      )
    expect(await insert('select 1')).toBe('done')
    expect(await insert('deallocate all')).toBe('CONNECTION_ROLLED_BACK')
    expect(await table.countRows()).toBe(1)
  })

  test('the driver sends a query with parameters in one round trip, like a query without parameters', async () => {
    await using proxy = await startTestProxy(DATABASE_URL)
    const pool = openPool(1, proxy.url)
    await pool.unsafe('select 1')
    proxy.delayMs = 100
    const without = await durationOf(() => pool.unsafe('select 1'))
    const values = ['a', 1, true, null, new Date(0).toISOString()]
    const asked = 'select $1::text, $2::int, $3::boolean, $4::text, $5::timestamptz'
    expect(await durationOf(() => pool.unsafe(asked, values))).toBeLessThan(1.5 * without)
    // For an array parameter, the driver must still fetch the types of the database first.
    const [found] = await pool.unsafe<{ those: string[] }[]>('select $1::text[] as those', [['a,b', 'c']])
    expect(found?.those).toEqual(['a,b', 'c'])
  })

  test('the driver does not report an earlier connection failure to the next query', async () => {
    const pool = openPool()
    for (let round = 0; round < 10; round += 1) {
      const cut = outcome(pool.unsafe('select pg_sleep(2)'))
      await untilStatementArrives(pool, 'select pg_sleep(2)')
      await endConnections(pool)
      expect(await cut).toMatch(/^(CONNECTION_CLOSED|57P01)$/)
      expect(await outcome(pool.unsafe('select 1'))).toBe('done')
    }
  })

  const startups: [string, postgres.Options<Record<string, never>>][] = [
    ['it asks for types', {}],
    ['it asks whether it is the primary', { target_session_attrs: 'primary' }],
  ]

  test.each(startups)('the driver reconnects when the server ends the connection while %s', async (_when, options) => {
    let connections = 0
    const { hostname, port } = new URL(DATABASE_URL)
    await using server = await startFakeServer((socket) => {
      connections += 1
      if (connections > 1) return void socket.pipe(connect(Number(port), hostname)).pipe(socket)
      socket.once('data', () => {
        socket.write(CONNECTED_MESSAGE)
        socket.once('data', () => socket.end(ENDED_MESSAGE))
      })
    })
    const url = Object.assign(new URL(DATABASE_URL), { port: new URL(server.url).port })
    expect(await outcome(openPool(1, url.href, options).unsafe('select 1'))).toBe('done')
  })

  test.each(startups)('the driver keeps working when a connection is lost while %s', async (_when, options) => {
    // Accepts the connection and resets it at the first statement, which is one of the driver's own.
    await using server = await startFakeServer((socket) =>
      socket.once('data', () => {
        socket.write(CONNECTED_MESSAGE)
        socket.once('data', () => socket.resetAndDestroy())
      }),
    )
    const pool = openPool(1, server.url, options)
    expect(await outcome(pool.unsafe('select 1'))).toBe('ECONNRESET')
  })

  test('if the server closes each connection, the driver pauses between attempts and drops canceled queries', async () => {
    await using server = await startFakeServer((socket) => socket.end())
    const pool = openPool(1, server.url)
    const query = pool.unsafe('select 1')
    const givenUp = outcome(query)
    await pause(500)
    query.cancel()
    expect(await givenUp).toBe('57014')
    const attempts = server.connections()
    expect(attempts).toBeLessThan(30)
    await pause(1_500)
    expect(server.connections()).toBeLessThanOrEqual(attempts + 1)
  })

  test('the driver keeps working when connections are lost at any moment of a transaction', async () => {
    const pool = openPool(3)
    let isOver = false
    const busy = Array.from({ length: 10 }, async () => {
      while (!isOver) {
        await outcome(
          pool.begin(async (transaction) => {
            await transaction.unsafe('select 1')
            await transaction.unsafe('select 2')
          }),
        )
        // Statements on lost connections fail immediately, so pause to let other code run between the attempts.
        await pause(1)
      }
    })
    for (let round = 0; round < 15; round += 1) {
      await pause(25)
      await endConnections(pool)
    }
    isOver = true
    await Promise.all(busy)
    const answers = Array.from({ length: 20 }, () => outcome(pool.unsafe('select 1')))
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['done']))
  })
})

let pools = 0
/** Emits an event with the name of a pool when one of its connections has ended. */
const closings = new EventEmitter()
/** The client that ends the connections of pools. */
const ender = postgres(DATABASE_URL, connectionOptions(1))
afterAll(() => ender.end({ timeout: 5 }))

/** Opens a pool with a unique name, so that its connections can be found in the database. */
function openPool(size = 1, url = DATABASE_URL, more: postgres.Options<Record<string, never>> = {}): postgres.Sql {
  const options = connectionOptions(size)
  pools += 1
  const name = `driver-test-${process.pid}-${pools}`
  const pool = postgres(url, {
    ...options,
    ...more,
    connection: { ...options.connection, application_name: name },
    onclose: () => closings.emit(name),
  })
  onTestFinished(() => pool.end({ timeout: 0 }))
  return pool
}

/** Waits until a statement of a pool with the given beginning has arrived in the database. */
async function untilStatementArrives({ options }: postgres.Sql, beginning: string): Promise<void> {
  const name = options.connection.application_name ?? ''
  const asked = () => ender`
    select from pg_stat_activity where application_name = ${name} and starts_with(query, ${beginning})`
  await expect.poll(async () => (await asked()).count, { timeout: SOON_MS, interval: 20 }).toBe(1)
}

/**
 * Makes the database end all connections of a pool, and waits until the pool has noticed that the first has ended. Waits at
 * most a second, because the pool does not report the end of a connection that is still being opened.
 */
async function endConnections({ options }: postgres.Sql): Promise<void> {
  const name = options.connection.application_name ?? ''
  const isNoticed = once(closings, name)
  const { count } = await ender`
    select pg_terminate_backend(pid, 1000) from pg_stat_activity where application_name = ${name}`
  if (count > 0) await Promise.race([isNoticed, pause(1_000)])
}

/** Creates a table for one test. The test reads the table over a separate connection. */
async function makeTable(name: string) {
  const client = postgres(DATABASE_URL, connectionOptions(1))
  await client.unsafe(`create table ${name} (id int)`)
  return {
    insert: `insert into ${name} values (1)`,
    countRows: async () => (await client.unsafe(`select from ${name}`)).count,
    [Symbol.asyncDispose]: async () => {
      await client.unsafe(`drop table ${name}`)
      await client.end({ timeout: 5 })
    },
  }
}

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
