import { setTimeout as pause } from 'node:timers/promises'
import { type App, startApp } from '../support/app.ts'
import { addVisitor } from '../support/users.ts'
import { type ReplicatedDatabase, startReplicatedDatabase } from '../support/replicated-database.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import type { Visitor } from '../support/visitor.ts'

test.describe('with a standby for reads that lags behind', () => {
  test.setTimeout(120_000)
  let database: ReplicatedDatabase
  let app: App
  let writer: Visitor
  let reader: Visitor

  test.beforeAll(async () => {
    database = await startReplicatedDatabase('local')
    app = await startApp(
      { DATABASE_READ_URL: database.standbyUrl },
      { databaseUrl: database.primaryUrl, ownerUrl: database.ownerUrl },
    )
    writer = (await addVisitor(app, { role: 'admin' })).visitor
    reader = (await addVisitor(app, { role: 'admin' })).visitor
  })
  test.afterAll(async () => {
    await app.stop()
    await database[Symbol.asyncDispose]()
  })

  test('with a lagging standby, a change is visible to its author immediately, and to others within the allowed delay', async () => {
    await untilStandbyIsAsked('before')
    await database.pauseReplay()
    await create(writer, 'written while the standby stands still')
    expect(await listRepositories(writer)).toContain('written while the standby stands still')
    expect((await writer.get('/app/repositories')).body).toContain('written while the standby stands still')
    expect(await listRepositories(reader)).not.toContain('written while the standby stands still')
    // A standby that is too far behind is no longer queried.
    await expect
      .poll(() => listRepositories(reader), { timeout: 8_000 })
      .toContain('written while the standby stands still')
    await database.resumeReplay()
    await untilStandbyIsAsked('after')
    expect(await listRepositories(writer)).toContain('written while the standby stands still')
  })

  test('if the standby is down, all reads use the primary', async () => {
    await untilStandbyIsAsked('alive')
    await database.killStandby()
    for (let turn = 0; turn < 20; turn += 1) {
      const sentAt = performance.now()
      expect(await listRepositories(reader)).toContain('written while the standby stands still')
      expect(performance.now() - sentAt).toBeLessThan(3_000)
      expect((await reader.get('/manager/dashboard')).status).toBe(200)
    }
    await create(writer, 'written without a standby')
    expect(await listRepositories(reader)).toContain('written without a standby')
  })

  /**
   * Waits until the standby serves the reader. Replay is paused during each try, so a row that is inserted then is
   * missing in the response.
   */
  async function untilStandbyIsAsked(name: string) {
    await expect
      .poll(
        async () => {
          await database.pauseReplay()
          const unseen = `${name} ${crypto.randomUUID()}`
          await app.sql`insert into repository (name, link, description) values (${unseen}, 'https://git.example.com', '')`
          const names = await listRepositories(reader)
          await database.resumeReplay()
          await pause(300)
          return names.includes(unseen)
        },
        { timeout: 30_000 },
      )
      .toBe(false)
  }
})

async function create(visitor: Visitor, name: string) {
  const fields = { name, link: 'https://git.example.com', description: '', language: '', topics: '' }
  expect((await callFunction(visitor, 'repositories.createRepository', fields, 'POST')).status).toBe(200)
}

async function listRepositories(visitor: Visitor): Promise<string> {
  const input = { searchTerm: '', sort: 'newest', cursor: null }
  const answer = await callFunction(visitor, 'repositories.listRepositories', input)
  expect(answer.status).toBe(200)
  return JSON.stringify(answer.result)
}
