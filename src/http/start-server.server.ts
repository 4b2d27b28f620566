import { closeDatabase, database } from '#db/client.ts'
import { environment } from '#env/environment.server.ts'
import { readQueueState, type QueueState } from '#jobs/queue-state.server.ts'
import type { Task } from '#jobs/define-task.server.ts'
import { startWorker, workOff } from '#jobs/worker.server.ts'
import { log } from '#lib/log.server.ts'
import { observe } from '#instrumentation/measure.server.ts'
import { startDraining } from './health.server.ts'
import { keepSandboxes } from './open-sandboxes.server.ts'
import { surviveDriverExceptions } from './stray-exceptions.server.ts'

/** A started server, as whoever runs it can end it. */
export interface RunningServer {
  /** Balancers are told to go elsewhere; requests are still answered. */
  drain: () => void
  /** Ends jobs and connections. To be called when no request is under way any more. */
  stop: () => Promise<void>
}

/** Work beside the requests. */
interface Background {
  /** Work of the queue. */
  tasks: Task[]
  /** Each starts other work, and returns what ends it. */
  background: (() => () => Promise<void>)[]
}

/** Starts what works beside the requests: the job worker, and what features have. The environment is checked before. */
export function startServer({ tasks, background }: Background): RunningServer {
  log.level = environment().logLevel
  surviveDriverExceptions()
  const ends = background.map((start) => start())
  const stopWorker = startWorker(tasks)
  const leaveSandboxes = environment().hasSandboxes ? keepSandboxes((url) => workOff(url, tasks)) : undefined
  observeQueue()
  return {
    drain: startDraining,
    stop: async () => {
      await Promise.all([stopWorker(), ...ends.map((end) => end()), leaveSandboxes?.()])
      await closeDatabase()
    },
  }
}

/** The queue is one for all processes, and each says the same of it: whoever reads the metrics takes the largest. */
function observeQueue() {
  let reading: Promise<QueueState> | undefined
  // Both values of one scrape are asked for at once, and read by one query.
  const read = () => (reading ??= readQueueState(database()).finally(() => (reading = undefined)))
  observe('latchkey.queue.jobs', async () => {
    const { due, scheduled, dead } = await read()
    return [
      [due, { state: 'due' }],
      [scheduled, { state: 'scheduled' }],
      [dead, { state: 'dead' }],
    ]
  })
  observe('latchkey.queue.oldest_due_job.age', async () => [[(await read()).oldestDueSeconds]])
}
