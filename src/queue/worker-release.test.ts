import { Logger, runOnce } from 'graphile-worker'
import { expect, test, vi } from 'vitest'
import { ownDatabase } from '#db/test-database.ts'
import { openWorkerPool } from './worker-pool.server.ts'

const own = ownDatabase()

// Each change of patches/graphile-worker+0.18.0.patch has a test here that fails without it, with an unhandled rejection.
test.each([
  ['succeeds', () => undefined],
  ['fails', () => Promise.reject(new Error('no'))],
])('a job that %s while the database is unreachable ends only its worker', async (_how, end) => {
  vi.spyOn(console, 'trace').mockReturnValue()
  const told: string[] = []
  const pgPool = openWorkerPool(own.url(), 2)
  await pgPool.query(`select graphile_worker.add_job('of-no-use', '{}')`)
  await runOnce({
    pgPool,
    noHandleSignals: true,
    logger: new Logger(() => (_level, message) => void told.push(message)),
    taskList: {
      'of-no-use': () => {
        pgPool.connect = () => Promise.reject(new Error('the database is gone'))
        return end()
      },
    },
  })
  expect(told.join('\n')).toMatch(/Failed to release job .*\n?.*the database is gone/)
  await pgPool.end()
})
