import { EventEmitter } from 'node:events'
import {
  Logger,
  parseCronItems,
  run,
  runOnce,
  type CronItem,
  type Runner,
  type Task as WorkerTask,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { findWritableUrl } from '#db/connect.ts'
import { POOL_SIZES } from '#db/connection-counts.ts'
import { isReadOnly } from '#db/sandbox.ts'
import { parseDatabaseUrl } from '#env/database-url.server.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { inSpan, isMeasured, time } from '#instrumentation/measure.server.ts'
import type { Task } from './define-task.server.ts'
import { lookForDueJobs, type Looks } from './due-jobs.server.ts'
import { asOnlyWorker, holdWorkerLocks } from './worker-lock.server.ts'
import { openWorkerPool } from './worker-pool.server.ts'

const RESTART_AFTER_MS = 2_000
/** As long as the library may wait, in milliseconds: each of its workers would ask, where one question is enough for all. */
const LIBRARY_LOOKS_EVERY_MS = 60 * 60_000
/** A worker that failed to look for jobs and fails again so much later is started anew, in milliseconds. */
const FAILS_AGAIN_AFTER_MS = 1_000
/** How often to look which host takes writes, in milliseconds. */
const LOOK_FOR_HOST_MS = 3_000

interface Work {
  tasks: Task[]
  /** So many jobs are under way at once. */
  concurrency: number
  /** For the queue itself; one of them listens for new jobs. */
  connections: number
}

/** What the workers of a process have in common. */
interface Beside {
  looks: Looks
  locks: ReturnType<typeof holdWorkerLocks>
}

/**
 * Works off the queue in this process until told to stop: what waits for answers from the outside apart from everything else,
 * so that a target that hangs holds up no mail.
 * @returns what stops it after the jobs under way
 */
export function startWorker(tasks: Task[], looks = lookForDueJobs()): () => Promise<void> {
  const locks = holdWorkerLocks({ databaseUrl: environment().databaseDirectUrl })
  const work: Work[] = [
    { tasks: tasks.filter(isOurs), concurrency: 5, connections: POOL_SIZES.jobs },
    // Asks addresses that people typed. A webhook has one job at a time, and a job its turn of some seconds.
    { tasks: tasks.filter(({ asksOutside }) => asksOutside), concurrency: 10, connections: POOL_SIZES.outsideJobs },
  ]
  const stops = work.filter((part) => part.tasks.length > 0).map((part) => keepWorking(part, { looks, locks }))
  return async () => {
    await Promise.all([looks.stop(), ...stops.map((stop) => stop())])
    // Until then jobs are under way.
    await locks.stop()
  }
}

/**
 * Works off what is due in the queue of a sandbox, and returns. What would ask addresses outside is left alone: visitors of a
 * demo shall not have this server call whom they name.
 */
export async function workOff(databaseUrl: string, tasks: Task[]): Promise<void> {
  const taskList = whileThereIsRoom(toTaskList(tasks.filter(isOurs)))
  await asOnlyWorker(databaseUrl, async () => {
    const pgPool = openWorkerPool(await findWritableUrl(databaseUrl), POOL_SIZES.sandboxJobs)
    try {
      await runOnce({ pgPool, concurrency: 1, noHandleSignals: true, logger: quietLogger, taskList })
    } finally {
      void pgPool.end().catch(() => undefined)
    }
  })
}

/** A job that works in turns fills a sandbox up without a request: it ends with the turn in which that happens. */
function whileThereIsRoom(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, WorkerTask] => [
      name,
      (payload, helpers) => {
        if (isReadOnly()) throw new AppError('DEMO_MODE_ENABLED')
        return task?.(payload, helpers)
      },
    ]),
  )
}

function isOurs({ asksOutside = false }: Task): boolean {
  return !asksOutside
}

/**
 * Works off some of the tasks. The library gives up when the database stays away; it is then started again, for as long as it
 * takes.
 */
function keepWorking({ tasks, concurrency, connections }: Work, { looks, locks }: Beside): () => Promise<void> {
  const taskList = toTaskList(tasks)
  let runner: Runner | undefined
  let isStopping = false
  let wake: () => void = () => undefined

  async function work() {
    while (!isStopping) {
      const ends: (() => void)[] = []
      const events: WorkerEvents = new EventEmitter()
      events.once('pool:create', ({ workerPool }) => {
        const nudge = (count: number) => workerPool.nudge(count)
        ends.push(looks.serve({ tasks: taskList, concurrency, nudge }, events), locks.hold(workerPool.id))
      })
      const stop = () => void runner?.stop().catch(() => undefined)
      whenLooksFail(events, stop)
      let pgPool: ReturnType<typeof openWorkerPool> | undefined
      try {
        const connectionString = await findWritableUrl(environment().databaseDirectUrl)
        pgPool = openWorkerPool(connectionString, connections)
        runner = await inTurn(() =>
          run({
            pgPool,
            concurrency,
            pollInterval: LIBRARY_LOOKS_EVERY_MS,
            noHandleSignals: true,
            logger: quietLogger,
            events,
            taskList,
            parsedCronItems: parseCronItems(tasks.flatMap(cronItems)),
          }),
        )
        // Told to stop while it was still connecting: there was nothing to stop yet.
        if (isStopping) await runner.stop()
        ends.push(whenMoved(connectionString, stop))
        await runner.promise
      } catch (error) {
        log.warn(
          { event: 'worker.stopped', reason: error instanceof Error ? error.name : 'unknown' },
          'the job worker stopped; it will be started again',
        )
      }
      for (const end of ends) end()
      // Not waited for: the library may have left a connection that is never given back.
      void pgPool?.end().catch(() => undefined)
      runner = undefined
      if (!isStopping)
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, RESTART_AFTER_MS)
        })
    }
  }

  const worked = work()
  return async () => {
    isStopping = true
    wake()
    await runner?.stop().catch(() => undefined)
    await worked
  }
}

/**
 * Leaves a library whose looks for jobs go on failing. It looks up the ids of its tasks once, and keeps a failure for good: one
 * that started while the database went away would never work again. Not reported.
 */
function whenLooksFail(events: WorkerEvents, leave: () => void): void {
  let failedAt: number | undefined
  const isWell = () => {
    failedAt = undefined
  }
  events.on('job:start', isWell)
  events.on('worker:getJob:empty', isWell)
  events.on('worker:getJob:error', () => {
    failedAt ??= performance.now()
    if (performance.now() - failedAt >= FAILS_AGAIN_AFTER_MS) leave()
  })
}

/**
 * Watches, where several hosts are named, whether another one takes writes: the library stays with the one it was given.
 * @returns what ends the watch
 */
function whenMoved(current: string, leave: () => void): () => void {
  const timer = setInterval(() => {
    // None takes writes: there is nowhere to go yet.
    findWritableUrl(environment().databaseDirectUrl).then(
      (url) => url !== current && leave(),
      () => undefined,
    )
  }, LOOK_FOR_HOST_MS)
  if (parseDatabaseUrl(environment().databaseDirectUrl).hosts.length === 1) clearInterval(timer)
  return () => clearInterval(timer)
}

let starting: Promise<unknown> = Promise.resolve()

/** One after the other: on a new database the first to start makes the tables of the queue. */
function inTurn<T>(start: () => Promise<T>): Promise<T> {
  const started = starting.then(start)
  starting = started.catch(() => undefined)
  return started
}

function toTaskList(tasks: Task[]): TaskList {
  return Object.fromEntries(tasks.map((task) => [task.name, observed(task)]))
}

function cronItems({ name, cron }: Task): CronItem[] {
  return cron ? [{ task: name, ...cron }] : []
}

/** Measures a task, and traces it, where somebody records that. */
function observed({ name, run }: Task): WorkerTask {
  return async (payload, { abortSignal }) => {
    if (!isMeasured()) return run(payload, abortSignal)
    const startedAt = performance.now()
    let outcome = 'failed'
    try {
      await inSpan(`job ${name}`, {}, () => run(payload, abortSignal))
      outcome = 'done'
    } finally {
      time('latchkey.job.duration', (performance.now() - startedAt) / 1_000, { task: name, outcome })
    }
  }
}

// The library's messages can quote payloads: only their level and scope are kept.
const quietLogger = new Logger((scope) => (level, message) => {
  // Jobs that wait for the outside hold none of the queue's connections.
  if (message.startsWith('WARNING: having maxPoolSize')) return
  if (level === 'error' || level === 'warning')
    log.warn(
      { event: 'worker.message', task: scope.taskIdentifier, jobId: scope.jobId },
      message.startsWith('Failed task') ? 'a job failed and will be tried again' : 'the job worker reports trouble',
    )
})
