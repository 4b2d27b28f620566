import { setTimeout as pause } from 'node:timers/promises'
import { type App, someEmail, startApp } from '../support/app.ts'
import { type Crowd, gatherCrowd } from '../support/crowd.ts'
import { type ReplicatedDatabase, startReplicatedDatabase } from '../support/replicated-database.ts'
import { query } from '../support/script.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

/** The maximum number of milliseconds until all clients are served again after the standby is promoted. */
const SERVED_AGAIN_MS = 10_000

test.describe('the primary dies under reads and writes, and its standby is promoted', () => {
  test.setTimeout(120_000)
  let database: ReplicatedDatabase
  let app: App
  let crowd: Crowd

  test.beforeAll(async () => {
    database = await startReplicatedDatabase('on')
    app = await startApp({}, { databaseUrl: database.url, ownerUrl: database.ownerUrl })
    crowd = await gatherCrowd(app, 8)
  })
  test.afterAll(async () => {
    await crowd.leave()
    await app.stop()
    await database[Symbol.asyncDispose]()
  })

  test('after the promotion, the node finds the new primary, serves all clients, and loses no acknowledged write', async () => {
    await pause(2_000)
    await database.killPrimary()
    await pause(1_000)
    await database.promoteStandby()
    const promotedAt = performance.now()
    await expect
      .poll(() => crowd.clients.filter(({ servedAt }) => servedAt <= promotedAt).length, {
        timeout: SERVED_AGAIN_MS,
        intervals: [20],
      })
      .toBe(0)
    console.log(`served again after ${Math.round(performance.now() - promotedAt)} ms`)
    await crowd.leave()
    expect(app.process.exitCode).toBeNull()
    expect((await new Visitor(app).get('/readyz')).status).toBe(200)
    const rows = await query<{ name: string }>(database.standbyUrl, 'select name from repository')
    const there = new Set(rows.map(({ name }) => name))
    expect(crowd.acknowledged.length).toBeGreaterThan(20)
    expect(crowd.acknowledged.filter((name) => !there.has(name))).toEqual([])
  })

  test('after the promotion, the node sends a code', async () => {
    const email = someEmail()
    const visitor = new Visitor(app)
    expect((await visitor.askForCode(email)).status).toBe(200)
    expect((await visitor.enterCode(email, await app.mail.codeFor(email))).status).toBe(200)
  })
})
