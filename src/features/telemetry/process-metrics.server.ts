import { monitorEventLoopDelay } from 'node:perf_hooks'
import { observe } from '#instrumentation/measure.server.ts'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6
/** Sampling interval of the event loop, in milliseconds, which is subtracted from the measured delay. */
const RESOLUTION_MS = 20

/** Measures the process itself: its event loop, memory, CPU time and age. */
export function observeProcess(): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const onTop = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1_000) : 0
  observe('nodejs.eventloop.delay.mean', () => [[onTop(delay.mean)]])
  observe('nodejs.eventloop.delay.p99', () => [[onTop(delay.percentile(99))]])
  observe('nodejs.eventloop.delay.max', () => {
    const { max } = delay
    // Reset once all three values were read, so that the next values cover a new period.
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
