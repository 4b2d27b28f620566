import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { environment, readDatabaseSettings } from '#env/environment.server.ts'
import { flushLog, log } from '#lib/log.server.ts'
import { waitForDatabaseProblem } from './check-database.ts'
import { leaveLocalMode, prepareLocalMode, readSettings } from './local-mode.ts'
import { PROCESS_NUMBER, startFeaturesInParent } from './feature-services.ts'
import { stop, onStopSignal } from './stop-signals.ts'
import { warnOfForgottenHost } from './unset-host.ts'

/** The program of a worker process, relative to dist/server, because only the built app serves. */
const PROGRAM = fileURLToPath(new URL('./serve.js', import.meta.url))
/** Uptime in milliseconds after which a process that exits is replaced at once, because it did not fail at the start. */
const STABLE_AFTER_MS = 10_000
const MIN_WAIT_MS = 500
const MAX_WAIT_MS = 30_000

/**
 * Serves the built app until a stop signal, in WEB_CONCURRENCY processes on one port: in this process if the number is 1,
 * otherwise in worker processes, which this process starts, replaces and stops.
 * @returns as soon as the server answers requests
 * @throws {PlainFailure} if the database lacks migrations, or the port is not available
 */
export async function runServers(): Promise<void> {
  // Check all settings before a database is started, so that wrong settings are reported at once.
  await readSettings()
  await prepareLocalMode()
  const { webConcurrency, logLevel } = environment()
  log.level = logLevel
  if (cluster.isPrimary) warnOfForgottenHost()
  if (cluster.isPrimary && webConcurrency > 1) return runProcesses(webConcurrency)
  // Import the module only here, because a primary process with workers does not need the modules of the server.
  const { runServer } = await import('./run-server.ts')
  await runServer()
  if (cluster.isPrimary) void exitIfDatabaseUnusable()
}

/** Stops the server if the database was unreachable at the start and turns out to be unusable, for example a pooler. */
async function exitIfDatabaseUnusable() {
  const { isLocal, ...ways } = readDatabaseSettings(process.env)
  if (isLocal) return
  const problem = await waitForDatabaseProblem(ways)
  if (problem === undefined) return
  log.error({ event: 'database.unusable' }, problem)
  await stop('database.unusable', 1)
}

async function runProcesses(count: number): Promise<void> {
  cluster.setupPrimary({ exec: PROGRAM, args: [] })
  const numbers = new Map<number, string>()
  const fork = (number: string) => {
    const worker = cluster.fork({ [PROCESS_NUMBER]: number })
    numbers.set(worker.id, number)
    return worker
  }
  let isStopping = false
  let stopServices = () => Promise.resolve()
  onStopSignal(async () => {
    isStopping = true
    await stopServices()
    await Promise.all(Object.values(cluster.workers ?? {}).map(stopWorker))
    await leaveLocalMode()
    await flushLog()
  })

  // A problem of one process affects all processes, so start one process first, which reports the problem once.
  const isFine = await untilServing(fork('1'))
  if (isStopping) return
  if (!isFine) {
    await leaveLocalMode()
    process.exit(1)
  }
  stopServices = await startFeaturesInParent()
  replaceExitedWorkers(
    () => isStopping,
    (ended) => fork(numbers.get(ended) ?? '1'),
  )
  await Promise.all(Array.from({ length: count - 1 }, (_, index) => untilServing(fork(String(index + 2)))))
  process.send?.('listening')
  void exitIfDatabaseUnusable()
}

/** Resolves to true as soon as the worker answers requests, and to false if it exits before that. */
async function untilServing(worker: Worker): Promise<boolean> {
  return Promise.race([once(worker, 'message').then(() => true), once(worker, 'exit').then(() => false)])
}

async function stopWorker(worker: Worker | undefined): Promise<void> {
  if (!worker) return
  const end = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await end
}

/** Replaces workers that exit. If workers exit early again and again, waits longer before each replacement. */
function replaceExitedWorkers(isStopping: () => boolean, replace: (endedId: number) => void) {
  const startedAt = new Map<number, number>()
  let endedEarly = 0
  cluster.on('fork', ({ id }) => startedAt.set(id, performance.now()))
  cluster.on('exit', ({ id, process: { pid } }, code, signal) => {
    if (isStopping()) return
    const livedMs = performance.now() - (startedAt.get(id) ?? 0)
    startedAt.delete(id)
    endedEarly = livedMs < STABLE_AFTER_MS ? endedEarly + 1 : 0
    const waitMs = endedEarly === 0 ? 0 : Math.min(MIN_WAIT_MS * 2 ** (endedEarly - 1), MAX_WAIT_MS)
    log.error(
      { event: 'process.ended', endedPid: pid, code, signal, waitMs },
      'a server process exited; a new one replaces it after waitMs',
    )
    setTimeout(() => !isStopping() && replace(id), waitMs)
  })
}
