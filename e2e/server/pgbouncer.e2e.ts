import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { migrateDatabase } from '../../scripts/database/migrate.ts'
import { hasPgBouncer, startPooler } from '../support/pooler.ts'
import { freePort } from '../../scripts/support/free-port.ts'
import { startApp } from '../support/app.ts'
import { addVisitor } from '../support/users.ts'
import { createEmptyDatabase, PRODUCTION_SETTINGS, runScript } from '../support/script.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const WRITERS = 8
/** The number of writes that each writer sends at once. */
const AT_ONCE = 15
/** The number of times that each writer sends `AT_ONCE` writes. */
const TURNS = 10

test.describe('behind PgBouncer in transaction mode', () => {
  test.setTimeout(120_000)
  test.skip(!hasPgBouncer, 'PgBouncer is not installed')

  test('every acknowledged write of two nodes is stored exactly once', async () => {
    // Uses a database of its own, because nodes that share a queue send each other's mail.
    const databaseUrl = await createEmptyDatabase()
    await migrateDatabase(databaseUrl)
    await using pooler = await startPooler(databaseUrl, { size: 5 })
    const settings = { DATABASE_URL: pooler.urlOf(databaseUrl), DATABASE_DIRECT_URL: databaseUrl }
    const here = await startApp(settings, { databaseUrl })
    const there = await here.startNode()
    const users = await Promise.all(Array.from({ length: WRITERS }, () => addVisitor(here, { role: 'admin' })))
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    await Promise.all(
      users.map(async ({ visitor }, writer) => {
        const one = writer % 2 === 0 ? visitor : visitor.at(there)
        for (let turn = 0; turn < TURNS; turn += 1)
          await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => write(`pooled ${writer}-${turn}-${index}`)))
        async function write(name: string): Promise<void> {
          const fields = { name, link: 'https://git.example.com', description: '', language: '', topics: '' }
          const { status } = await callFunction(one, 'repositories.createRepository', fields, 'POST')
          // A 503 means that other requests were in progress and nothing was written, so the write is repeated.
          if (status === 503) return pause(300).then(() => write(name))
          statuses.add(status)
          if (status === 200) acknowledged.push(name)
        }
      }),
    )
    const rows = await here.sql<{ name: string; events: number }[]>`
      select name, (select count(*)::int from history_event where subject_id = repository.id) as events
      from repository where name like 'pooled %'`
    await there.stop()
    await here.stop()
    expect([...statuses]).toEqual([200])
    expect(acknowledged).toHaveLength(WRITERS * TURNS * AT_ONCE)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted())
    expect(rows.filter(({ events }) => events !== 1)).toEqual([])
  })

  test('a node that detects PgBouncer only after its start logs this and exits', async ({ app }) => {
    const port = await freePort()
    const away = new URL(app.databaseUrl)
    away.port = String(port)
    const node = await app.startNode({ DATABASE_URL: away.href })
    const ended = once(node.process, 'exit')
    expect((await new Visitor(node).get('/readyz')).status).toBe(503)
    await using _ = await startPooler(app.databaseUrl, { port })
    expect(await ended).toEqual([1, null])
    expect(node.log()).toMatch(/"event":"database.unusable".*Set DATABASE_DIRECT_URL/)
    await node.stop()
  })

  for (const script of ['serve.ts', 'migrate.ts', 'start.ts'])
    test(`${script} does not start without DATABASE_DIRECT_URL, and names it`, async ({ app }) => {
      await using pooler = await startPooler(app.databaseUrl)
      const DATABASE_URL = pooler.urlOf(app.databaseUrl)
      const { code, output } = await runScript(script, { ...PRODUCTION_SETTINGS, DATABASE_URL })
      expect(code).toBe(1)
      expect(output).toContain('Set DATABASE_DIRECT_URL')
    })
})

test('the start fails if DATABASE_URL requires TLS and the server does not support it', async ({ app }) => {
  const DATABASE_URL = `${app.databaseUrl}?sslmode=require`
  const { code, output } = await runScript('serve.ts', { ...PRODUCTION_SETTINGS, DATABASE_URL })
  expect(code).toBe(1)
  expect(output).toBe(
    "The sslmode in DATABASE_URL requires TLS, but the server doesn't support it. Change one of them.\n",
  )
})
