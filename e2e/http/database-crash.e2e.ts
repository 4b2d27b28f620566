import { setTimeout as pause } from 'node:timers/promises'
import { type App, someEmail, startApp } from '../support/app.ts'
import { type CrashingDatabase, CRASHES, startCrashingDatabase } from '../support/crashing-database.ts'
import { type Crowd, gatherCrowd } from '../support/crowd.ts'
import { query } from '../support/script.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

/** So many crashes in a row. Each kind comes twice here; 50 are for a longer look: DATABASE_CRASHES=50. */
const COUNT = Number(process.env.DATABASE_CRASHES ?? 2 * CRASHES.length)
const CROWD = 12
/** Within this everybody is served again once the database is back, in milliseconds. */
const SERVED_AGAIN_MS = 5_000
/** For so long the database is away, in milliseconds; now and then for the long time. */
const AWAY_MS = { usually: 1_000, atTimes: 8_000 }

test.describe('the database crashes while a crowd reads and writes', () => {
  test.setTimeout(60_000 + COUNT * 30_000)
  let database: CrashingDatabase
  let app: App
  let crowd: Crowd

  test.beforeAll(async () => {
    database = await startCrashingDatabase()
    app = await startApp({}, { databaseUrl: database.url })
    crowd = await gatherCrowd(app, CROWD)
  })
  test.afterAll(async () => {
    await crowd.leave()
    await app.stop()
    await database.remove()
  })

  test(`${COUNT} times: the node lives, serves everybody again within seconds, and keeps its word`, async () => {
    const waits: number[] = []
    for (let count = 0; count < COUNT; count += 1) {
      const crash = CRASHES[count % CRASHES.length] ?? 'kill -9'
      await everybodyIsServed(performance.now())
      await database.crash(crash)
      if (crash !== 'pg_terminate_backend') await pause(count % 7 === 5 ? AWAY_MS.atTimes : AWAY_MS.usually)
      await database.bringBack()
      const waited = await everybodyIsServed(performance.now())
      expect(app.process.exitCode, `after ${crash}, crash ${count + 1}`).toBeNull()
      expect(waited, `after ${crash}, crash ${count + 1}`).toBeLessThan(SERVED_AGAIN_MS)
      expect((await new Visitor(app).get('/readyz')).status).toBe(200)
      waits.push(Math.round(waited))
    }
    await crowd.leave()
    console.log(`served again after ${waits.join(', ')} ms; ${JSON.stringify([...crowd.statuses])}`)
    // Whoever was not served was told to come again, and nobody was told anything else.
    expect([...crowd.statuses.keys()].toSorted((one, other) => one - other)).toEqual([200, 503])
    expect(await missingRepositories()).toEqual([])
    expect(await repositoriesWithoutHistory()).toEqual([])
  })

  test('afterwards a code still goes out', async () => {
    const email = someEmail()
    const visitor = new Visitor(app)
    expect((await visitor.askForCode(email)).status).toBe(200)
    expect((await visitor.enterCode(email, await app.mail.codeFor(email))).status).toBe(200)
  })

  /** Waits until each client was answered with 200 to something it asked after this moment; tells how long that took. */
  async function everybodyIsServed(since: number): Promise<number> {
    await expect
      .poll(() => crowd.clients.filter(({ servedAt }) => servedAt <= since).length, {
        timeout: 4 * SERVED_AGAIN_MS,
        intervals: [20],
        message: 'so many clients are not served',
      })
      .toBe(0)
    return performance.now() - since
  }

  async function missingRepositories(): Promise<string[]> {
    const rows = await query<{ name: string }>(database.url, 'select name from repository')
    const there = new Set(rows.map(({ name }) => name))
    return crowd.acknowledged.filter((name) => !there.has(name))
  }

  function repositoriesWithoutHistory(): Promise<object[]> {
    return query(
      database.url,
      `select name from repository
       where not exists (select from history_event where subject_id = repository.id and action = 'repository-created')`,
    )
  }
})
