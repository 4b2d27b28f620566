import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { mainDatabase, openPool, type Pool } from '#db/client.ts'
import { MAX_OPEN_SANDBOXES } from '#db/connection-counts.ts'
import { runInSandbox, type Sandbox } from '#db/sandbox.ts'
import { dropExpiredSandboxes, findSandboxDatabase, hasDatabase, type SandboxDatabase } from '#db/sandbox-databases.ts'
import { environment } from '#env/environment.server.ts'
import { readQueueState } from '#queue/queue-state.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log, nameOfError } from '#lib/log.server.ts'

/** Milliseconds without use after which a sandbox can be closed to make room for another. No request takes longer. */
const MIN_IDLE_BEFORE_EVICTION_MS = 15_000
/** Seconds after which a rejected visitor may retry. */
const RETRY_SECONDS = 5
/** Milliseconds without use after which a sandbox is closed. */
const MAX_IDLE_MS = 120_000
/** Interval in milliseconds between checks for due jobs in open sandboxes. */
const CHECK_INTERVAL_MS = 1_000
/** Interval in milliseconds between checks for expired sandboxes. */
const DROP_INTERVAL_MS = 30_000
const MEGABYTE = 1_048_576

/** A visitor's network, and the maximum number of open sandboxes for visitors from that network. */
export interface NetworkSandboxLimit {
  network: string
  maxSandboxes: number
}

interface OpenSandbox extends Sandbox {
  close: Pool['close']
  /** The networks of the visitor who used the sandbox last. */
  networks: string[]
  /** Time of the last use, as `performance.now()`. */
  usedAt: number
  isBeingMaintained: boolean
  isWorking: boolean
}

const openSandboxes = new Map<string, OpenSandbox>()

/**
 * Finds a sandbox by name, and connects to it if this process is not connected yet.
 * @param shares the limits of the visitor's networks
 * @returns undefined if the sandbox has expired
 * @throws {AppError} SERVICE_UNAVAILABLE while too many other sandboxes are in use
 */
export async function connectToSandbox(name: string, shares: NetworkSandboxLimit[]): Promise<Sandbox | undefined> {
  const known = openSandboxes.get(name)
  if (known) return renewUse(known, shares)
  const place = await findSandboxDatabase(mainDatabase(), {
    databaseUrl: environment().databaseDirectUrl,
    name,
    now: new Date(),
  })
  if (!place) return undefined
  const opened = openSandbox(place, shares)
  if (!opened) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS })
  return opened
}

function renewUse(sandbox: OpenSandbox, shares: NetworkSandboxLimit[]): Sandbox | undefined {
  if (sandbox.endsAt <= new Date()) return undefined
  sandbox.usedAt = performance.now()
  sandbox.networks = shares.map(({ network }) => network)
  return sandbox
}

/** Connects to a sandbox. @returns undefined while too many other sandboxes are in use */
export function openSandbox(
  { name, url, endsAt }: SandboxDatabase,
  shares: NetworkSandboxLimit[],
): Sandbox | undefined {
  // Another request might have opened this sandbox during the lookup.
  const known = openSandboxes.get(name)
  if (known) return known
  if (!evictIdleSandbox(shares)) return undefined
  const { db, close } = openPool(url, { purpose: 'sandbox' })
  const sandbox: OpenSandbox = {
    db,
    url,
    endsAt,
    close,
    networks: shares.map(({ network }) => network),
    isFull: false,
    usedAt: performance.now(),
    isBeingMaintained: false,
    isWorking: false,
  }
  openSandboxes.set(name, sandbox)
  return sandbox
}

/**
 * Closes an unused sandbox if another one would exceed the total or a network's limit. The limits of networks keep a few
 * visitors from using up all sandboxes.
 * @returns whether another sandbox can be opened now
 */
export function evictIdleSandbox(shares: NetworkSandboxLimit[]): boolean {
  for (const { network, maxSandboxes } of shares) {
    const ofNetwork = [...openSandboxes].filter(([, { networks }]) => networks.includes(network))
    if (ofNetwork.length >= maxSandboxes && !closeLongestIdle(ofNetwork)) return false
  }
  return openSandboxes.size < MAX_OPEN_SANDBOXES || closeLongestIdle([...openSandboxes])
}

function closeLongestIdle(sandboxes: [name: string, sandbox: OpenSandbox][]): boolean {
  const [maxIdle] = sandboxes
    .filter(([, sandbox]) => !isInUse(sandbox, MIN_IDLE_BEFORE_EVICTION_MS))
    .sort(([, a], [, b]) => a.usedAt - b.usedAt)
  if (maxIdle) closeSandbox(...maxIdle)
  return maxIdle !== undefined
}

function isInUse({ usedAt, isWorking }: OpenSandbox, ms: number): boolean {
  return isWorking || performance.now() - usedAt < ms
}

function closeSandbox(name: string, { close }: OpenSandbox) {
  openSandboxes.delete(name)
  void close().catch(() => undefined)
}

/**
 * Runs the background work of sandboxes: their jobs, and the deletion of expired ones.
 * @param runDueJobs runs the due jobs in the queue of a database
 * @returns a function that stops the work and closes the connections
 */
export function maintainSandboxes(runDueJobs: (databaseUrl: string) => Promise<void>): () => Promise<void> {
  const looking = setInterval(() => {
    for (const [name, sandbox] of openSandboxes) void maintainSandbox(name, sandbox, runDueJobs)
  }, CHECK_INTERVAL_MS)
  const dropping = setInterval(() => void dropExpired(), DROP_INTERVAL_MS)
  return async () => {
    clearInterval(looking)
    clearInterval(dropping)
    const sandboxes = [...openSandboxes.values()]
    openSandboxes.clear()
    await Promise.allSettled(sandboxes.map(({ close }) => close()))
  }
}

async function maintainSandbox(name: string, sandbox: OpenSandbox, runDueJobs: (databaseUrl: string) => Promise<void>) {
  if (sandbox.endsAt <= new Date() || !isInUse(sandbox, MAX_IDLE_MS)) return closeSandbox(name, sandbox)
  if (sandbox.isBeingMaintained) return
  sandbox.isBeingMaintained = true
  try {
    // Check the size even while jobs run, because jobs add more data than visitors do.
    sandbox.isFull = (await sizeOf(sandbox)) > appConfig.sandbox.maxMegabytes * MEGABYTE
    if (sandbox.isFull || sandbox.isWorking) return
    if ((await readQueueState(sandbox.db)).due > 0) void runJobs(sandbox, runDueJobs)
  } catch (error) {
    // Another node whose clock is ahead, or an operator, might have dropped the database.
    if (!(await hasDatabase(mainDatabase(), name).catch(() => true))) return closeSandbox(name, sandbox)
    log.warn(
      { event: 'sandbox.check_failed', name: nameOfError(error) },
      'could not read the size or due jobs of a sandbox; retrying',
    )
  } finally {
    sandbox.isBeingMaintained = false
  }
}

async function runJobs(sandbox: OpenSandbox, runDueJobs: (databaseUrl: string) => Promise<void>) {
  sandbox.isWorking = true
  try {
    await runInSandbox(sandbox, () => runDueJobs(sandbox.url))
  } catch (error) {
    log.warn({ event: 'sandbox.work_failed', name: nameOfError(error) }, 'the job worker of a sandbox failed')
  } finally {
    sandbox.isWorking = false
  }
}

async function sizeOf({ db }: Sandbox): Promise<number> {
  const [row] = await db.execute<{ size: string }>(sql`select pg_database_size(current_database()) as size`)
  return Number(row?.size)
}

async function dropExpired() {
  try {
    const dropped = await dropExpiredSandboxes(environment().databaseDirectUrl, new Date())
    if (dropped > 0) log.info({ event: 'sandbox.dropped', count: dropped }, 'expired sandboxes were deleted')
  } catch (error) {
    log.warn({ event: 'sandbox.drop_failed', name: nameOfError(error) }, 'could not delete expired sandboxes')
  }
}
