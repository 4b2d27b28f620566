import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { type App, freePort, someEmail } from '../support/app.ts'
import { newUserEmail } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { Visitor } from '../support/visitor.ts'

const { errors } = textsOf('en')

const AT_MOST_MS = 6_000

test.describe('while the database is unreachable', () => {
  let port: number
  let node: App
  let guest: Visitor
  let signedIn: Visitor

  test.beforeAll(async ({ app }) => {
    port = await freePort()
    const away = new URL(app.databaseUrl)
    away.port = String(port)
    const visitor = new Visitor(app)
    await visitor.signIn(await newUserEmail(app))
    node = await app.startNode({ DATABASE_URL: away.href })
    guest = new Visitor(node)
    signedIn = visitor.at(node)
  })
  test.afterAll(() => node.stop())

  test('while the database is unreachable, the node is healthy but not ready, and serves the login page', async () => {
    expect(await guest.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    const ready = await answerInTime(() => guest.get('/readyz'))
    expect(ready).toMatchObject({ status: 503, body: { status: 'unavailable' } })
    expect(ready.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await guest.get('/login')).status).toBe(200)
    expect((await guest.get(`/login/verify?email=${someEmail()}`)).status).toBe(200)
    expect((await guest.get('/assets/nothing.js')).status).toBe(404)
  })

  test('while the database is unreachable, pages of signed-in users return 503 and keep the session cookie', async () => {
    for (const path of ['/app', '/manager/dashboard', '/login']) {
      const { status, body, headers } = await answerInTime(() => signedIn.get(path))
      expect({ path, status }).toEqual({ path, status: 503 })
      expect(body).toContain('Try again')
      expect(body).not.toMatch(/ECONNREFUSED|postgres|127\.0\.0\.1/)
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  test('while the database is unreachable, API calls return 503 with Retry-After', async () => {
    const email = someEmail()
    const answers = [
      await answerInTime(() => guest.askForCode(email)),
      await answerInTime(() => guest.enterCode(email, '123456')),
      await answerInTime(() => signedIn.get('/api/auth/get-session')),
      await answerInTime(() => signedIn.post('/api/auth/sign-out')),
    ]
    for (const { status, body, headers } of answers) {
      const told = { code: 'SERVICE_UNAVAILABLE', message: errors.SERVICE_UNAVAILABLE, retryAfterSeconds: 5 }
      expect({ status, body }).toEqual({ status: 503, body: told })
      expect(headers.get('retry-after')).toBe('5')
      expect(headers.getSetCookie()).toEqual([])
    }
    const call = await answerInTime(() => callFunction(signedIn, 'app-init.initializeApp'))
    expect(call).toMatchObject({ status: 503, error: { code: 'SERVICE_UNAVAILABLE' } })
    expect(call.headers.get('retry-after')).toBe('5')
  })

  test('once the database is reachable, the node serves the same session and sends email without a restart', async ({
    app,
  }) => {
    const sockets = new Set<Socket>()
    const server = forward(port, app.databaseUrl, sockets)
    await once(server, 'listening')
    await expect.poll(async () => (await guest.get('/readyz')).status).toBe(200)
    expect((await signedIn.get('/app')).status).toBe(200)
    const email = someEmail()
    expect((await guest.askForCode(email)).status).toBe(200)
    expect(await app.mail.codeFor(email)).toMatch(/^\d{6}$/)

    server.close()
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await guest.get('/readyz')).status).toBe(503)
    expect((await answerInTime(() => signedIn.get('/app'))).status).toBe(503)
  })

  test('while the database is unreachable, the node exits with code 0 on SIGTERM', async () => {
    const ended = once(node.process, 'exit')
    const startedAt = performance.now()
    node.process.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})

async function answerInTime<T>(ask: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const answer = await ask()
  expect(performance.now() - startedAt).toBeLessThan(AT_MOST_MS)
  return answer
}

/** Creates a server that forwards another port to the database. */
function forward(port: number, databaseUrl: string, sockets: Set<Socket>): Server {
  const target = new URL(databaseUrl)
  return createServer((inner) => {
    const outer = connect(Number(target.port), target.hostname)
    for (const socket of [inner, outer]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    inner.pipe(outer).pipe(inner)
  }).listen(port, '127.0.0.1')
}
