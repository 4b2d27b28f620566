import { readFile, readdir, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type App, startApp } from '../support/app.ts'
import { rawRequest } from '../support/raw-request.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const CONNECTIONS = 150
const AHEAD = 10
const MB = 1_048_576
const ASSETS = path.resolve(import.meta.dirname, '../../dist/client/assets')

test.describe.configure({ timeout: 150_000 })

test.describe('a client that sends many requests at once and reads no response', () => {
  let app: App
  const sockets: Socket[] = []

  test.beforeAll(async () => {
    app = await startApp()
    // Renders some pages before the measurement, because memory that the first pages use is not freed.
    for (let page = 0; page < 40; page += 1) await new Visitor(app).get(`/login?redirect=${page}`)
  })
  test.afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  test.afterAll(() => app.stop())

  test('the client uses little memory of the server, delays no other client, and is disconnected', async () => {
    const before = await residentBytes(app)
    const openBefore = await openFiles(app)
    const largest = await largestAsset()
    for (let index = 0; index < CONNECTIONS; index += 1)
      sockets.push(askWithoutReading(app, index % 2 === 0 ? `/login?redirect=${index}` : largest, AHEAD))
    await pause(3_000)
    const answer = await new Visitor(app).get('/login')
    expect(answer.status).toBe(200)
    expect((await residentBytes(app)) - before).toBeLessThan(500 * MB)

    // A busy node refuses some of the requests immediately.
    expect(await openFiles(app)).toBeGreaterThan(openBefore + CONNECTIONS / 5)
    await expect.poll(() => openFiles(app), { timeout: 90_000 }).toBeLessThan(openBefore + CONNECTIONS / 10)
  })

  test('the client is disconnected immediately if it pipelines too many requests', async () => {
    const socket = askWithoutReading(app, '/login', 1_000)
    sockets.push(socket)
    socket.resume()
    await expect.poll(() => socket.closed, { timeout: 5_000 }).toBe(true)
  })
})

test('pipelined requests in one packet are answered one after the other, in their order', async ({ app }) => {
  const paths = ['/healthz', '/login', '/readyz', '/nowhere', '/login/error', '/healthz']
  const bytes = paths.map((target, index) => get(target, index === paths.length - 1 ? 'close' : 'keep-alive')).join('')
  const { head, body } = await rawRequest(app, bytes)
  const statuses = [...`${head}\r\n\r\n${body}`.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
  expect(statuses).toEqual(['200', '200', '200', '404', '200', '200'])
})

test('a request that never ends is refused, and other requests are served in the meantime', async ({
  app,
  visitor,
}) => {
  const unfinished = rawRequest(app, 'GET /login HTTP/1.1\r\nhost: localhost\r\nx-slow: ', 40_000)
  expect((await visitor.get('/healthz')).status).toBe(200)
  const { status, head } = await unfinished
  expect(status).toBe(408)
  expect(head).toMatch(/x-content-type-options: nosniff/i)
  expect(head).toMatch(/content-security-policy: default-src 'none'/i)
})

for (const [what, bytes, status] of [
  ['a path that cannot be decoded', get('/%E0', 'close'), 400],
  ['a host that no URL can have', 'GET /login HTTP/1.1\r\nhost: localhost:99999\r\nconnection: close\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['no HTTP at all', 'HELLO\r\n\r\n', 400],
] as const)
  test(`${what} is refused with ${status} and has all security headers`, async ({ app }) => {
    const answer = await rawRequest(app, bytes)
    expect(answer.status).toBe(status)
    expect(answer.head).toMatch(/x-content-type-options: nosniff/i)
    expect(answer.head).toMatch(/content-security-policy: /i)
    expect(answer.head).toMatch(/cache-control: no-store/i)
  })

function get(target: string, connection: string): string {
  return `GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\n\r\n`
}

function askWithoutReading(app: App, target: string, times: number): Socket {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(get(target, 'keep-alive').repeat(times))
  return socket
}

async function residentBytes({ process: { pid } }: App): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024
}

/** Returns the number of open files of the process, which include connections. */
async function openFiles({ process: { pid } }: App): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}

async function largestAsset(): Promise<string> {
  const files = await readdir(ASSETS)
  const sizes = await Promise.all(
    files.map(async (name) => ({ name, size: (await stat(path.join(ASSETS, name))).size })),
  )
  return `/assets/${sizes.sort((one, other) => other.size - one.size)[0]?.name}`
}
