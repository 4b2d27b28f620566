import { connect, type Socket } from 'node:net'
import { Visitor } from '../../support/visitor.ts'
import { expectThat, expectHealthy, measureTime, waitUntil } from '../checks.ts'
import type { Fault, FaultWorld } from '../fault.ts'

const HALF = 500
const TESTS = [
  { file: 'e2e/server/left-early.e2e.ts' },
  { file: 'e2e/server/slow-readers.e2e.ts', title: 'uses little memory' },
]

/** Sends requests that never end: half of them stop in the headers, the other half in the body. */
async function halfRequests(world: FaultWorld): Promise<string> {
  const app = await world.startApp()
  const { port } = new URL(app.url)
  const post = `POST /api/auth/sign-out HTTP/1.1\r\nhost: localhost:${port}\r\norigin: ${app.url}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`
  const sockets: Socket[] = []
  world.defer(() => sockets.forEach((socket) => socket.destroy()))
  for (let count = 0; count < HALF; count += 1) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(count % 2 === 0 ? 'GET /login HTTP/1.1\r\nhost: localhost\r\nx-half: ' : post)
    sockets.push(socket)
  }
  let slowest = 0
  for (let count = 0; count < 20; count += 1) {
    const { ms, answer } = await measureTime(() => new Visitor(app).get('/login'))
    expectThat(answer.status === 200, `another client got ${answer.status}`)
    slowest = Math.max(slowest, ms)
  }
  expectThat(slowest < 2_000, `another client waited ${slowest} ms`)
  const waited = await waitUntil(
    () => sockets.every(({ closed }) => closed),
    60_000,
    'incomplete requests are still open',
  )
  await expectHealthy(app)
  return `${HALF} incomplete requests, closed within ${Math.round(waited / 1_000)} s; other clients served within ${slowest} ms; ${await world.passed(TESTS)}`
}

export const CLIENT_FAULTS: Fault[] = [
  {
    row: 19,
    title: 'Clients that hang, read no response, or disconnect',
    how: `${HALF} incomplete requests at once; 150 clients that send many requests and read no response; visitors who disconnect during a download`,
    pass: 'other clients are served within 2 s; hanging connections are closed',
    tests: TESTS,
    run: halfRequests,
  },
]
