import { expect, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { ownDatabase } from '#db/test-database.ts'
import type * as measure from '#instrumentation/measure.server.ts'
import type { Reading } from '#instrumentation/instruments.server.ts'
import { startServer } from './start-server.server.ts'

const own = ownDatabase()
own.isOfProcess()
const observe = vi.hoisted(() => vi.fn<typeof measure.observeMetric>())
vi.mock(import('#instrumentation/measure.server.ts'), async (original) => ({
  ...(await original()),
  observeMetric: observe,
}))

test('after a stop, the queue metrics fail instead of connecting to the database again', async () => {
  const server = startServer({ tasks: [], background: [] })
  const read = async (name: string): Promise<Reading[]> =>
    (await observe.mock.calls.find(([observed]) => observed === name)?.[1]()) ?? []
  expect(await read('app.queue.oldest_due_job.age')).toEqual([[0]])
  await server.stop()
  await expect(read('app.queue.jobs')).rejects.toThrow('the server has stopped')
  await expect(read('app.queue.oldest_due_job.age')).rejects.toThrow('the server has stopped')
  await own.withDatabase(async (db) => {
    const open = await db.execute(sql`
      select application_name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
    expect(open).toHaveLength(0)
  })
})
