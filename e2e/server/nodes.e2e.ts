import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '../support/app.ts'
import { newUserEmail } from '../support/users.ts'
import { rawGet } from '../support/raw-request.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

test.describe('a change on one node takes effect on the other immediately', () => {
  let here: App
  let there: App
  test.beforeAll(async ({ app }) => {
    here = app
    there = await app.startNode()
  })
  test.afterAll(() => there.stop())

  test('a sign-out ends the session on both nodes', async () => {
    const { visitor, twin } = await signedInOnBoth()
    expect((await visitor.post('/api/auth/sign-out')).status).toBe(200)
    expect(visitor.cookie('latchkey.session_token')).toBeUndefined()
    await expectNoSession(twin)
  })

  test('ending all other sessions, and then all sessions, takes effect on both nodes', async () => {
    const { email, visitor, twin } = await signedInOnBoth()
    const elsewhere = new Visitor(there)
    await here.sql`delete from throttle`
    await elsewhere.signIn(email)
    expect((await elsewhere.post('/api/auth/revoke-other-sessions')).status).toBe(200)
    await expectNoSession(visitor)
    await expectNoSession(twin)
    expect((await elsewhere.get('/app')).status).toBe(200)
    expect((await elsewhere.post('/api/auth/revoke-sessions')).status).toBe(200)
    await expectNoSession(elsewhere.at(here))
  })

  test('a ban ends the session on both nodes, and an expired ban restores it', async () => {
    const { email, visitor, twin } = await signedInOnBoth()
    await here.sql`update "user" set banned = true where email = ${email}`
    for (const one of [visitor, twin]) await expectNoSession(one)
    await here.sql`update "user" set ban_expires = now() - interval '1 minute' where email = ${email}`
    for (const one of [visitor, twin]) expect((await one.get('/app')).status).toBe(200)
  })

  test('a change of role applies on both nodes', async () => {
    const { email, visitor, twin } = await signedInOnBoth()
    expect((await twin.get('/manager/dashboard')).status).toBe(403)
    await here.sql`update "user" set role = 'admin' where email = ${email}`
    for (const one of [visitor, twin]) expect((await one.get('/manager/dashboard')).status).toBe(200)
    await here.sql`update "user" set role = 'user' where email = ${email}`
    for (const one of [visitor, twin]) expect((await one.get('/manager/dashboard')).status).toBe(403)
  })

  test('a deleted account and an expired session have no access on both nodes', async () => {
    const gone = await signedInOnBoth()
    await here.sql`delete from "user" where email = ${gone.email}`
    for (const one of [gone.visitor, gone.twin]) await expectNoSession(one)
    const old = await signedInOnBoth()
    await here.sql`
      update session set expires_at = now() - interval '1 second'
      where user_id = (select id from "user" where email = ${old.email})`
    for (const one of [old.visitor, old.twin]) await expectNoSession(one)
  })

  test('a node with another secret does not accept the session', async () => {
    const { visitor } = await signedInOnBoth()
    const stranger = await here.startNode({ BETTER_AUTH_SECRET: 'another-secret-9876543210-zyxwvutsrq' })
    await expectNoSession(visitor.at(stranger))
    await stranger.stop()
  })

  async function signedInOnBoth() {
    const email = await newUserEmail(here)
    const visitor = new Visitor(here)
    expect((await visitor.signIn(email)).status).toBe(200)
    const twin = visitor.at(there)
    expect((await twin.get('/app')).status).toBe(200)
    return { email, visitor, twin }
  }
})

for (const WEB_CONCURRENCY of ['1', '2'])
  test.describe(`SIGTERM with ${WEB_CONCURRENCY} process(es)`, () => {
    test('after SIGTERM a node finishes open requests, closes idle connections, and exits within ten seconds', async ({
      app,
    }) => {
      const node = await app.startNode({ WEB_CONCURRENCY })
      const visitor = new Visitor(app)
      await visitor.signIn(await newUserEmail(app))
      const idle = await Promise.all(Array.from({ length: 50 }, () => idleConnection(node)))

      const lock = await app.sql.reserve()
      await lock`begin`
      await lock`lock table session in access exclusive mode`
      const underWay = Array.from({ length: 20 }, () => visitor.at(node).get('/app'))
      await expect.poll(() => waitingForLock(app)).toBeGreaterThan(3)
      const ended = once(node.process, 'exit')
      const startedAt = performance.now()
      node.process.kill('SIGTERM')
      await expect.poll(() => node.log()).toContain('server.stopping')
      await wait(200)
      await lock`commit`
      lock.release()

      const answers = await Promise.all(underWay)
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
      expect(await ended).toEqual([0, null])
      expect(performance.now() - startedAt).toBeLessThan(10_000)
      expect(node.log()).toContain('server.stopped')
      for (const socket of idle) expect(socket.closed || socket.readableEnded).toBe(true)
      await node.stop()
    })

    test('a node behind a load balancer drops no request while it stops', async ({ app }) => {
      const node = await app.startNode({ WEB_CONCURRENCY })
      const outcomes: unknown[] = []
      let isReady = true
      const askOnAndOn = async () => {
        while (isReady)
          outcomes.push(
            await new Visitor(node).get('/login').then(
              ({ status }) => status,
              (error: Error) => error.cause,
            ),
          )
      }
      const balancer = async () => {
        while (isReady) {
          await wait(50)
          isReady = (await new Visitor(node).get('/readyz')).status === 200
        }
      }
      const work = [balancer(), ...Array.from({ length: 8 }, askOnAndOn)]
      await expect.poll(() => outcomes.length).toBeGreaterThan(20)
      const ended = once(node.process, 'exit')
      node.process.kill('SIGTERM')
      await Promise.all(work)
      expect(outcomes.filter((outcome) => outcome !== 200)).toEqual([])
      expect(await ended).toEqual([0, null])
      await node.stop()
    })
  })

async function expectNoSession(visitor: Visitor) {
  expect((await visitor.get('/app')).status).toBe(302)
  expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
  expect((await visitor.get('/api/dashboard.getDashboard')).status).toBe(401)
}

/** Opens a connection, uses it once, and keeps it open. */
async function idleConnection(node: App) {
  const socket = connect(Number(new URL(node.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(rawGet('/healthz', { connection: 'keep-alive' }))
  await once(socket, 'data')
  return socket
}

async function waitingForLock(app: App): Promise<number> {
  const [row] = await app.sql`
    select count(*)::int as count from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and not granted and relation = 'session'::regclass`
  return Number(row?.count)
}
