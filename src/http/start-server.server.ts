import { closeDatabase, database } from '#db/client.ts'
import { environment } from '#env/environment.server.ts'
import { readQueueState, type QueueState } from '#queue/queue-state.server.ts'
import type { Task } from '#queue/define-task.server.ts'
import { startWorker, runDueJobs } from '#queue/worker.server.ts'
import { log } from '#lib/log.server.ts'
import { observeMetric } from '#instrumentation/measure.server.ts'
import { startDraining } from './health.server.ts'
import { maintainSandboxes } from './open-sandboxes.server.ts'
import { surviveDriverExceptions } from './stray-exceptions.server.ts'

/** A started server that its caller can stop. */
export interface RunningServer {
  /** Makes load balancers stop sending requests. Requests that still arrive are handled. */
  drain: () => void
  /** Stops jobs and closes connections. Call this when no request is in progress. */
  stop: () => Promise<void>
}

/** Work besides requests. */
interface BackgroundWork {
  /** Tasks of the queue. */
  tasks: Task[]
  /** Functions that start other work and return a function that stops it. */
  background: (() => () => Promise<void>)[]
}

/** Starts the job worker and the background work of features. The environment must be validated first. */
export function startServer({ tasks, background }: BackgroundWork): RunningServer {
  log.level = environment().logLevel
  surviveDriverExceptions()
  const ends = background.map((start) => start())
  const stopWorker = startWorker(tasks)
  const leaveSandboxes = environment().hasSandboxes ? maintainSandboxes((url) => runDueJobs(url, tasks)) : undefined
  const stopObserving = observeQueue()
  return {
    drain: startDraining,
    stop: async () => {
      await Promise.all([stopWorker(), ...ends.map((end) => end()), leaveSandboxes?.()])
      stopObserving()
      await closeDatabase()
    },
  }
}

/**
 * Observes the queue metrics. All processes report the same queue, so dashboards must use the maximum, not the sum.
 * @returns a function that ends this, so that the last metrics of a process do not connect to the database again
 */
function observeQueue(): () => void {
  let isOver = false
  let reading: Promise<QueueState> | undefined
  // Share one query between both metrics, because a scrape reads them at the same time.
  const read = () => (reading ??= readQueueState(database()).finally(() => (reading = undefined)))
  // Fail after the stop, because the metrics leave out a failed observation.
  const readUnlessOver = () => (isOver ? Promise.reject(new Error('the server has stopped')) : read())
  observeMetric('app.queue.jobs', async () => {
    const { due, scheduled, dead } = await readUnlessOver()
    return [
      [due, { state: 'due' }],
      [scheduled, { state: 'scheduled' }],
      [dead, { state: 'dead' }],
    ]
  })
  observeMetric('app.queue.oldest_due_job.age', async () => [[(await readUnlessOver()).oldestDueSeconds]])
  return () => void (isOver = true)
}
