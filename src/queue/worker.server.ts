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
import { isDemoReadOnly } from '#db/sandbox.ts'
import { parseDatabaseUrl } from '#env/database-url.server.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import { inSpan, recordsMeasurements, recordDuration } from '#instrumentation/measure.server.ts'
import type { Task } from './define-task.server.ts'
import { startDueJobChecks, type DueJobChecks } from './due-jobs.server.ts'
import { runIfOnlyWorker, holdWorkerLocks } from './worker-lock.server.ts'
import { openWorkerPool } from './worker-pool.server.ts'

const RESTART_AFTER_MS = 2_000
/** Milliseconds between checks by the library. They are rare because `startDueJobChecks` checks for all of its workers at once. */
const LIBRARY_POLL_MS = 60 * 60_000
/** Milliseconds for which checks for jobs can keep failing before the library is restarted. */
const MAX_FAILING_MS = 1_000
/** Milliseconds between checks for the host that accepts writes. */
const HOST_CHECK_MS = 3_000

interface WorkerOptions {
  tasks: Task[]
  /** The number of jobs that run at once. */
  concurrency: number
  /** The number of connections for the queue itself. One of them listens for new jobs. */
  connections: number
}

/** The checks and locks that the workers of a process share. */
interface SharedChecksAndLocks {
  checks: DueJobChecks
  locks: ReturnType<typeof holdWorkerLocks>
}

/**
 * Runs the jobs of the queue in this process until it is stopped. Tasks that send requests to other servers have separate
 * workers, so that a server that hangs doesn't delay mails.
 * @returns a function that waits for the running jobs and stops the workers
 */
export function startWorker(tasks: Task[], checks = startDueJobChecks()): () => Promise<void> {
  const locks = holdWorkerLocks({ databaseUrl: environment().databaseDirectUrl })
  const groups: WorkerOptions[] = [
    { tasks: tasks.filter(sendsNoRequests), concurrency: 5, connections: POOL_SIZES.jobs },
    // These tasks send requests to addresses that users typed. A webhook has one job at a time, which lasts a few seconds.
    { tasks: tasks.filter(({ isExternal }) => isExternal), concurrency: 10, connections: POOL_SIZES.externalJobs },
  ]
  const stops = groups.filter((group) => group.tasks.length > 0).map((group) => runWorkers(group, { checks, locks }))
  return async () => {
    await Promise.all([checks.stop(), ...stops.map((stop) => stop())])
    // Release the locks last, because they must be held until no job is running.
    await locks.stop()
  }
}

/**
 * Runs the due jobs of a sandbox's queue, and returns. Skips tasks that send requests to addresses that users typed, because
 * visitors of a demo must not make this server call others.
 */
export async function runDueJobs(databaseUrl: string, tasks: Task[]): Promise<void> {
  const taskList = failInFullSandbox(toTaskList(tasks.filter(sendsNoRequests)))
  await runIfOnlyWorker(databaseUrl, async () => {
    const pgPool = openWorkerPool(await findWritableUrl(databaseUrl), POOL_SIZES.sandboxJobs)
    try {
      await runOnce({ pgPool, concurrency: 1, noHandleSignals: true, logger: quietLogger, taskList })
    } finally {
      void pgPool.end().catch(() => undefined)
    }
  })
}

/** Makes jobs fail in a full sandbox, because a job that queues its next part could fill the sandbox without any request. */
function failInFullSandbox(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, WorkerTask] => [
      name,
      (payload, helpers) => {
        if (isDemoReadOnly()) throw new AppError('DEMO_MODE_ENABLED')
        return task?.(payload, helpers)
      },
    ]),
  )
}

function sendsNoRequests({ isExternal = false }: Task): boolean {
  return !isExternal
}

/** Runs the jobs of some tasks. The library stops when the database stays unavailable; it is then restarted until it works. */
function runWorkers(
  { tasks, concurrency, connections }: WorkerOptions,
  { checks, locks }: SharedChecksAndLocks,
): () => Promise<void> {
  const taskList = toTaskList(tasks)
  let runner: Runner | undefined
  let isStopping = false
  let wake: () => void = () => undefined

  async function runUntilStopped() {
    while (!isStopping) {
      const ends: (() => void)[] = []
      const events: WorkerEvents = new EventEmitter()
      events.once('pool:create', ({ workerPool }) => {
        const nudge = (count: number) => workerPool.nudge(count)
        ends.push(checks.serve({ tasks: taskList, concurrency, nudge }, events), locks.hold(workerPool.id))
      })
      const stop = () => void runner?.stop().catch(() => undefined)
      watchForFailingChecks(events, stop)
      let pgPool: ReturnType<typeof openWorkerPool> | undefined
      try {
        const connectionString = await findWritableUrl(environment().databaseDirectUrl)
        pgPool = openWorkerPool(connectionString, connections)
        runner = await startInSequence(() =>
          run({
            pgPool,
            concurrency,
            pollInterval: LIBRARY_POLL_MS,
            noHandleSignals: true,
            logger: quietLogger,
            events,
            taskList,
            parsedCronItems: parseCronItems(tasks.flatMap(cronItems)),
          }),
        )
        // Stopping began before `runner` was set, so the runner was not stopped yet.
        if (isStopping) await runner.stop()
        ends.push(watchForMovedPrimary(connectionString, stop))
        await runner.promise
      } catch (error) {
        log.warn({ event: 'worker.crashed', reason: nameOfError(error) }, 'the job worker crashed and will restart')
      }
      for (const end of ends) end()
      // Not awaited, because the library might have a connection that it never releases.
      void pgPool?.end().catch(() => undefined)
      runner = undefined
      if (!isStopping)
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, RESTART_AFTER_MS)
        })
    }
  }

  const worked = runUntilStopped()
  return async () => {
    isStopping = true
    wake()
    await runner?.stop().catch(() => undefined)
    await worked
  }
}

/**
 * Restarts the library when its checks for jobs keep failing. The library looks up the ids of its tasks only once. If that fails
 * during an outage of the database, the instance never works again. Not reported upstream.
 */
function watchForFailingChecks(events: WorkerEvents, leave: () => void): void {
  let failedAt: number | undefined
  const isWell = () => {
    failedAt = undefined
  }
  events.on('job:start', isWell)
  events.on('worker:getJob:empty', isWell)
  events.on('worker:getJob:error', () => {
    failedAt ??= performance.now()
    if (performance.now() - failedAt >= MAX_FAILING_MS) leave()
  })
}

/**
 * Watches whether another host accepts writes if several are configured, because the library never changes its host.
 * @returns a function that ends the watch
 */
function watchForMovedPrimary(current: string, leave: () => void): () => void {
  const timer = setInterval(() => {
    // A rejection means that no host accepts writes, so there is nowhere to move yet.
    findWritableUrl(environment().databaseDirectUrl).then(
      (url) => url !== current && leave(),
      () => undefined,
    )
  }, HOST_CHECK_MS)
  if (parseDatabaseUrl(environment().databaseDirectUrl).hosts.length === 1) clearInterval(timer)
  return () => clearInterval(timer)
}

let starting: Promise<unknown> = Promise.resolve()

/** Runs `start` functions one after the other, because on a new database the first one creates the tables of the queue. */
function startInSequence<T>(start: () => Promise<T>): Promise<T> {
  const started = starting.then(start)
  starting = started.catch(() => undefined)
  return started
}

function toTaskList(tasks: Task[]): TaskList {
  return Object.fromEntries(tasks.map((task) => [task.name, withMetrics(task)]))
}

function cronItems({ name, cron }: Task): CronItem[] {
  return cron ? [{ task: name, ...cron }] : []
}

/** Returns a function that runs a task, and measures and traces it if telemetry is recorded. */
function withMetrics({ name, run }: Task): WorkerTask {
  return async (payload, { abortSignal }) => {
    if (!recordsMeasurements()) return run(payload, abortSignal)
    const startedAt = performance.now()
    let outcome = 'failed'
    try {
      await inSpan(`job ${name}`, {}, () => run(payload, abortSignal))
      outcome = 'done'
    } finally {
      recordDuration('app.job.duration', (performance.now() - startedAt) / 1_000, { task: name, outcome })
    }
  }
}

// The library's messages can quote payloads, so only their level and scope are logged.
const quietLogger = new Logger((scope) => (level, message) => {
  // The warning doesn't apply, because a job that waits for another server holds no connection of the queue.
  if (message.startsWith('WARNING: having maxPoolSize')) return
  if (level === 'error' || level === 'warning')
    log.warn(
      { event: 'worker.warning', task: scope.taskIdentifier, jobId: scope.jobId },
      message.startsWith('Failed task') ? 'a job failed and will be retried' : 'the job library reports a problem',
    )
})
