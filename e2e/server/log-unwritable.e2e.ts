import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { type App, startApp } from '../support/app.ts'
import { LogPipe } from '../support/log-pipe.ts'
import { expect, test } from '../support/test.ts'

const PATH = `/api/${'x'.repeat(195)}`

/** The number of requests at once, low enough that a busy server refuses none of them. */
const AT_ONCE = 20

interface Line {
  level: string
  event: string
  count?: number
}

test('all requests are served while the disk of the log is full', async () => {
  test.skip(!existsSync('/dev/full'), 'this machine has no /dev/full')
  const app = await startApp({}, { stdout: openSync('/dev/full', 'w') })
  await flood(app, 500)
  await app.stop()
  expect(app.process.exitCode).toBe(0)
})

test('all requests are served while the log is not read, and later the log reports the dropped lines', async () => {
  const log = new LogPipe()
  const app = await startApp({}, { stdout: log.end })
  log.handOver()
  log.pause()
  await flood(app, 5_000)
  log.resume()
  await expect.poll(() => droppedCount(log)).toBeGreaterThan(1_000)
  // Each request leaves two lines: its own, and one of the framework, which reports the unknown function.
  expect(linesOf(log, 'request').length + linesOf(log, 'console').length + droppedCount(log)).toBe(10_000)
  expect(log.text.length).toBeLessThan(2_000_000)

  const before = linesOf(log, 'request').length
  await flood(app, 10)
  await expect.poll(() => linesOf(log, 'request').length).toBe(before + 10)
  await app.stop()
})

test('all requests are served while the log has no reader, and a new reader gets the following lines', async () => {
  const log = new LogPipe()
  const app = await startApp({}, { stdout: log.end })
  log.handOver()
  app.process.stderr?.destroy()
  log.leave()
  await flood(app, 500)
  log.comeBack()
  await expect
    .poll(async () => {
      await flood(app, 1)
      return droppedCount(log)
    })
    .toBeGreaterThanOrEqual(1_000)
  log.leave()
  await app.stop()
  expect(app.process.exitCode).toBe(0)
})

test('a node that is stopped writes all log lines before it exits, if the log is read', async () => {
  const log = new LogPipe()
  const app = await startApp({}, { stdout: log.end })
  log.handOver()
  log.pause()
  await flood(app, 1_000)
  const ended = once(app.process, 'exit')
  app.process.kill('SIGTERM')
  log.resume()
  await ended
  await expect.poll(() => linesOf(log, 'server.stopped').length).toBe(1)
  expect(linesOf(log, 'request').length).toBe(1_000)
  await app.stop()
})

/** Sends this many requests and expects all responses. Each leaves two lines in the log, of 450 bytes together. */
async function flood(app: App, times: number) {
  for (let sent = 0; sent < times; sent += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, times - sent) }, async () => {
        const response = await fetch(`${app.url}${PATH}`, { signal: AbortSignal.timeout(5_000) })
        expect(response.status).toBe(404)
        await response.arrayBuffer()
      }),
    )
}

function linesOf(log: LogPipe, event: string): Line[] {
  const all = log.text.split('\n').slice(0, -1)
  return all.map((line) => JSON.parse(line) as Line).filter((line) => line.event === event)
}

function droppedCount(log: LogPipe): number {
  return linesOf(log, 'log.lines_dropped').reduce((sum, { count = 0 }) => sum + count, 0)
}
