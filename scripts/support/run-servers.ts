import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { environment, readDatabaseSettings } from '#env/environment.server.ts'
import { endLog, log } from '#lib/log.server.ts'
import { whatHindersUseOnceThere } from '#db/usable.ts'
import { leaveLocalMode, prepareLocalMode, readSettings } from './local-mode.ts'
import { PROCESS_NUMBER, startInParent } from './start-beside.ts'
import { stop, whenToldToStop } from './stop-signals.ts'

/** Seen from dist/server, for only what is built serves. */
const PROGRAM = fileURLToPath(new URL('./serve.js', import.meta.url))
/** What ends a process that has lived for so long says nothing about the next one, in milliseconds. */
const PROVEN_MS = 10_000
const SHORTEST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

/**
 * Serves the built app until it is told to stop, in as many processes on one port as WEB_CONCURRENCY says: in this one
 * alone, or in so many that this one starts, replaces and stops.
 * @returns once requests are answered
 * @throws {PlainFailure} when the database lacks migrations, or the port is not to be had
 */
export async function runServers(): Promise<void> {
  // Before a database is started: what is wrong with the others is told at once.
  await readSettings()
  await prepareLocalMode()
  const { webConcurrency, logLevel } = environment()
  log.level = logLevel
  if (cluster.isPrimary && webConcurrency > 1) return runProcesses(webConcurrency)
  // Not above: whoever only watches over others needs nothing of what serving loads.
  const { runServer } = await import('./run-server.ts')
  await runServer()
  if (cluster.isPrimary) void endIfUnusable()
}

/** A database that was away at the start can turn out to be a pooler that nobody named: that is no way to serve. */
async function endIfUnusable() {
  const { isLocal, ...ways } = readDatabaseSettings(process.env)
  if (isLocal) return
  const hindrance = await whatHindersUseOnceThere(ways)
  if (hindrance === undefined) return
  log.error({ event: 'database.unusable' }, hindrance)
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
  let stopBeside = () => Promise.resolve()
  whenToldToStop(async () => {
    isStopping = true
    await stopBeside()
    await Promise.all(Object.values(cluster.workers ?? {}).map(stopped))
    await leaveLocalMode()
    await endLog()
  })

  // What hinders one hinders all: the first finds it out, and says it once.
  const isFine = await serves(fork('1'))
  if (isStopping) return
  if (!isFine) {
    await leaveLocalMode()
    process.exit(1)
  }
  stopBeside = await startInParent()
  replaceThoseThatEnd(
    () => isStopping,
    (ended) => fork(numbers.get(ended) ?? '1'),
  )
  await Promise.all(Array.from({ length: count - 1 }, (_, index) => serves(fork(String(index + 2)))))
  process.send?.('listening')
  void endIfUnusable()
}

/** Tells once it answers requests, or that it has ended before. */
async function serves(worker: Worker): Promise<boolean> {
  return Promise.race([once(worker, 'message').then(() => true), once(worker, 'exit').then(() => false)])
}

async function stopped(worker: Worker | undefined): Promise<void> {
  if (!worker) return
  const end = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await end
}

/** One that ends at once, time and again, is started at longer and longer intervals. */
function replaceThoseThatEnd(isStopping: () => boolean, replace: (endedId: number) => void) {
  const startedAt = new Map<number, number>()
  let endedEarly = 0
  cluster.on('fork', ({ id }) => startedAt.set(id, performance.now()))
  cluster.on('exit', ({ id, process: { pid } }, code, signal) => {
    if (isStopping()) return
    const livedMs = performance.now() - (startedAt.get(id) ?? 0)
    startedAt.delete(id)
    endedEarly = livedMs < PROVEN_MS ? endedEarly + 1 : 0
    const waitMs = endedEarly === 0 ? 0 : Math.min(SHORTEST_WAIT_MS * 2 ** (endedEarly - 1), LONGEST_WAIT_MS)
    log.error(
      { event: 'process.ended', endedPid: pid, code, signal, waitMs },
      'a process ended; another takes its place',
    )
    setTimeout(() => !isStopping() && replace(id), waitMs)
  })
}
