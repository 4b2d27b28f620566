import { once } from 'node:events'
import { isProcessRunning } from '../../scripts/support/probes.ts'
import type { App } from '../support/app.ts'
import { addVisitor } from '../support/users.ts'
import { rawGet, rawRequest } from '../support/raw-request.ts'
import { expect, test } from '../support/test.ts'

/** Returns the log lines of an event, each with the process that wrote it. */
function linesOf(app: App, event: string): { pid?: number; endedPid?: number }[] {
  const lines = app
    .log()
    .split('\n')
    .filter((line) => line.includes(`"event":"${event}"`))
  return lines.map((line) => JSON.parse(line) as { pid?: number; endedPid?: number })
}

const pidsOf = (app: App, event: string) => new Set(linesOf(app, event).map(({ pid }) => pid ?? 0))

const CLIENTS = 3

/** Sends a request on a new connection. @returns the status; 0 without a response */
const ask = (app: App, path: string) =>
  rawRequest(app, rawGet(path), 5_000).then(
    ({ status }) => status,
    () => 0,
  )

test('without WEB_CONCURRENCY, the process that was started serves requests itself', async ({ app }) => {
  // Polls, because the server reports that it listens before the line is written.
  await expect.poll(() => linesOf(app, 'server.listening')).toHaveLength(1)
  expect(linesOf(app, 'server.listening')[0]).not.toHaveProperty('pid')
})

test('two processes share the port, the log and the sessions', async ({ app }) => {
  const node = await app.startNode({ WEB_CONCURRENCY: '2' })
  await expect.poll(() => linesOf(node, 'server.listening')).toHaveLength(2)
  const { visitor } = await addVisitor(app)
  const twin = visitor.at(node)
  for (let count = 0; count < 6; count += 1) {
    expect(await ask(node, '/readyz')).toBe(200)
    expect((await twin.get('/app', { connection: 'close' })).status).toBe(200)
  }
  const listening = pidsOf(node, 'server.listening')
  expect(listening.size).toBe(2)
  expect(listening).not.toContain(node.process.pid)
  await expect.poll(() => pidsOf(node, 'request')).toEqual(listening)
  await node.stop()
})

test('a killed worker process is replaced while the other one serves', async ({ app }) => {
  const node = await app.startNode({ WEB_CONCURRENCY: '2' })
  await expect.poll(() => linesOf(node, 'server.listening')).toHaveLength(2)
  const [killed = 0, other = 0] = pidsOf(node, 'server.listening')
  const answers: number[] = []
  let isOver = false
  const askOnAndOn = async () => {
    while (!isOver) answers.push(await ask(node, '/login'))
  }
  const requested = Array.from({ length: CLIENTS }, askOnAndOn)
  await expect.poll(() => answers.length).toBeGreaterThan(10)
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => linesOf(node, 'server.listening')).toHaveLength(3)
  isOver = true
  await Promise.all(requested)
  // Only requests in progress in the killed process can be lost, which are at most one of each client.
  expect(answers.filter((status) => status !== 200).length).toBeLessThanOrEqual(CLIENTS)
  expect(linesOf(node, 'process.ended')).toMatchObject([{ endedPid: killed }])

  const [, , third = 0] = pidsOf(node, 'server.listening')
  process.kill(other, 'SIGKILL')
  await expect.poll(() => linesOf(node, 'process.ended')).toHaveLength(2)
  for (let count = 0; count < 4; count += 1) expect(await ask(node, '/readyz')).toBe(200)
  expect(pidsOf(node, 'request').has(third)).toBe(true)
  await node.stop()
})

test('the child processes exit if their parent is killed', async ({ app }) => {
  const node = await app.startNode({ WEB_CONCURRENCY: '2' })
  node.process.kill('SIGKILL')
  await expect.poll(() => ask(node, '/healthz')).toBe(0)
  await node.stop()
})

test('a port in use is reported once, regardless of the number of processes', async ({ app }) => {
  const port = new URL(app.url).port
  const failure = app.startNode({ WEB_CONCURRENCY: '3', PORT: port, LOG_LEVEL: 'silent' })
  await expect(failure).rejects.toThrow(/did not start:\nPORT \d+ is already in use on 127\.0\.0\.1: [^\n]+\n$/)
})

test('no process of the server is left after a stop', async ({ app }) => {
  const node = await app.startNode({ WEB_CONCURRENCY: '2' })
  await expect.poll(() => linesOf(node, 'server.listening')).toHaveLength(2)
  const pids = pidsOf(node, 'server.listening')
  const ended = once(node.process, 'exit')
  node.process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await expect.poll(() => pidsOf(node, 'server.stopped')).toEqual(pids)
  expect([...pids].filter(isProcessRunning)).toEqual([])
  await node.stop()
})
