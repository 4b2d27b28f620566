import { expect, test } from 'vitest'
import { startTestProxy } from '#db/test-proxy.ts'
import { openWorkerPool } from './worker-pool.server.ts'

const DATABASE_URL = process.env.DATABASE_URL ?? ''

test('a queue connection that stops responding is closed, and the next query uses a new one', async () => {
  await using proxy = await startTestProxy(DATABASE_URL)
  const pool = openWorkerPool(proxy.url, 1, { silenceMs: 1_000, connectMs: 500 })
  const client = await pool.connect()
  await client.query('select 1')
  proxy.freeze()
  await expect(client.query('select 1')).rejects.toThrow('Query read timeout')
  // The library does this after successful and failed queries alike.
  client.release()
  await expect(pool.query('select 1')).resolves.toMatchObject({ rowCount: 1 })
  proxy.freezeNew()
  proxy.freeze()
  await expect(pool.query('select 1')).rejects.toThrow('timeout')
  await expect(pool.query('select 1')).rejects.toThrow('timeout')
  await pool.end()
})

test('a queue connection to a read-only server is not used again', async () => {
  const pool = openWorkerPool(DATABASE_URL, 1)
  const client = await pool.connect()
  await client.query('set default_transaction_read_only = on')
  await expect(client.query('create table refused (id int)')).rejects.toMatchObject({ code: '25006' })
  client.release()
  await expect(pool.query('create temporary table taken (id int)')).resolves.toBeDefined()
  await pool.end()
})
