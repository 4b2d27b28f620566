import { monitorEventLoopDelay } from 'node:perf_hooks'
import { observe } from '#instrumentation/measure.server.ts'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6
/** How often the event loop is looked at, in milliseconds; its delay is what comes on top. */
const RESOLUTION_MS = 20

/** Has the process itself measured: its event loop, memory, processor time and age. */
export function observeProcess(): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const onTop = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1_000) : 0
  observe('nodejs.eventloop.delay.mean', () => [[onTop(delay.mean)]])
  observe('nodejs.eventloop.delay.p99', () => [[onTop(delay.percentile(99))]])
  observe('nodejs.eventloop.delay.max', () => {
    const { max } = delay
    // The last of the three to be read: from here on the next time begins.
    setImmediate(() => delay.reset())
    return [[onTop(max)]]
  })
  observe('v8js.memory.heap.used', () => [[process.memoryUsage().heapUsed]])
  observe('process.memory.usage', () => [[process.memoryUsage.rss()]])
  observe('process.cpu.time', () => {
    const { user, system } = process.cpuUsage()
    return [
      [user / MICROSECONDS, { 'cpu.mode': 'user' }],
      [system / MICROSECONDS, { 'cpu.mode': 'system' }],
    ]
  })
  observe('process.uptime', () => [[process.uptime()]])
}
