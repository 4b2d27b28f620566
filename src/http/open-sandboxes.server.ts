import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { mainDatabase, openPool, type Pool } from '#db/client.ts'
import { OPEN_SANDBOXES } from '#db/connection-counts.ts'
import { runInSandbox, type Sandbox } from '#db/sandbox.ts'
import { dropEndedSandboxes, findSandboxPlace, isThere, type SandboxPlace } from '#db/sandbox-databases.ts'
import { environment } from '#env/environment.server.ts'
import { readQueueState } from '#jobs/queue-state.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'

/** One that nobody has used for so long may give its connections to another, in milliseconds: no answer takes longer. */
const BUSY_MS = 15_000
/** When who was sent away for others may come again. */
const RETRY_SECONDS = 5
/** One that nobody has used for so long is left, in milliseconds. */
const IDLE_MS = 120_000
/** How often to look what there is to do in those that are open, in milliseconds. */
const LOOK_EVERY_MS = 1_000
/** How often to look for those whose time is over, in milliseconds. */
const DROP_EVERY_MS = 30_000
const MEGABYTE = 1_048_576

/** A network that a visitor comes from, and how many sandboxes of its visitors may be open at once. */
export interface NetworkShare {
  network: string
  places: number
}

interface OpenSandbox extends Sandbox {
  close: Pool['close']
  /** The networks of whoever used it last. */
  networks: string[]
  /** By `performance.now()`. */
  usedAt: number
  isLookedAt: boolean
  isWorking: boolean
}

const open = new Map<string, OpenSandbox>()

/**
 * Finds the sandbox of a name, and connects to it where this process is not yet.
 * @param shares of whoever asks for it
 * @returns undefined when its time is over
 * @throws {AppError} SERVICE_UNAVAILABLE while too many others are in use
 */
export async function sandboxNamed(name: string, shares: NetworkShare[]): Promise<Sandbox | undefined> {
  const known = open.get(name)
  if (known) return stillGood(known, shares)
  const place = await findSandboxPlace(mainDatabase(), {
    databaseUrl: environment().databaseDirectUrl,
    name,
    now: new Date(),
  })
  if (!place) return undefined
  const opened = openSandbox(place, shares)
  if (!opened) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS })
  return opened
}

function stillGood(sandbox: OpenSandbox, shares: NetworkShare[]): Sandbox | undefined {
  if (sandbox.endsAt <= new Date()) return undefined
  sandbox.usedAt = performance.now()
  sandbox.networks = shares.map(({ network }) => network)
  return sandbox
}

/** Connects to a sandbox. @returns undefined while too many others are in use */
export function openSandbox({ name, url, endsAt }: SandboxPlace, shares: NetworkShare[]): Sandbox | undefined {
  // Somebody else may have opened it while this one was looked for.
  const known = open.get(name)
  if (known) return known
  if (!makeRoom(shares)) return undefined
  const { db, close } = openPool(url, { purpose: 'sandbox' })
  const sandbox: OpenSandbox = {
    db,
    url,
    endsAt,
    close,
    networks: shares.map(({ network }) => network),
    isFull: false,
    usedAt: performance.now(),
    isLookedAt: false,
    isWorking: false,
  }
  open.set(name, sandbox)
  return sandbox
}

/**
 * Leaves another sandbox where one more would be too many, in all or for a network: so that few visitors cannot have all of them.
 * @returns whether there is room now
 */
export function makeRoom(shares: NetworkShare[]): boolean {
  for (const { network, places } of shares) {
    const ofNetwork = [...open].filter(([, { networks }]) => networks.includes(network))
    if (ofNetwork.length >= places && !leaveLongestIdle(ofNetwork)) return false
  }
  return open.size < OPEN_SANDBOXES || leaveLongestIdle([...open])
}

function leaveLongestIdle(sandboxes: [name: string, sandbox: OpenSandbox][]): boolean {
  const [longestIdle] = sandboxes
    .filter(([, sandbox]) => !isInUse(sandbox, BUSY_MS))
    .sort(([, a], [, b]) => a.usedAt - b.usedAt)
  if (longestIdle) leave(...longestIdle)
  return longestIdle !== undefined
}

function isInUse({ usedAt, isWorking }: OpenSandbox, ms: number): boolean {
  return isWorking || performance.now() - usedAt < ms
}

function leave(name: string, { close }: OpenSandbox) {
  open.delete(name)
  void close().catch(() => undefined)
}

/**
 * Does what is to be done beside the requests of sandboxes: their jobs, and dropping those whose time is over.
 * @param workOff does the jobs that are due in the queue of a database
 * @returns what ends it, and the connections
 */
export function keepSandboxes(workOff: (databaseUrl: string) => Promise<void>): () => Promise<void> {
  const looking = setInterval(() => {
    for (const [name, sandbox] of open) void lookAfter(name, sandbox, workOff)
  }, LOOK_EVERY_MS)
  const dropping = setInterval(() => void dropEnded(), DROP_EVERY_MS)
  return async () => {
    clearInterval(looking)
    clearInterval(dropping)
    const sandboxes = [...open.values()]
    open.clear()
    await Promise.allSettled(sandboxes.map(({ close }) => close()))
  }
}

async function lookAfter(name: string, sandbox: OpenSandbox, workOff: (databaseUrl: string) => Promise<void>) {
  if (sandbox.endsAt <= new Date() || !isInUse(sandbox, IDLE_MS)) return leave(name, sandbox)
  if (sandbox.isLookedAt) return
  sandbox.isLookedAt = true
  try {
    // Also while jobs run, which are what fills it.
    sandbox.isFull = (await sizeOf(sandbox)) > appConfig.sandbox.mostMegabytes * MEGABYTE
    if (sandbox.isFull || sandbox.isWorking) return
    if ((await readQueueState(sandbox.db)).due > 0) void work(sandbox, workOff)
  } catch (error) {
    // Another node's clock may be ahead, or an operator have dropped it.
    if (!(await isThere(mainDatabase(), name).catch(() => true))) return leave(name, sandbox)
    log.warn({ event: 'sandbox.not_looked_at', name: error instanceof Error ? error.name : 'unknown' })
  } finally {
    sandbox.isLookedAt = false
  }
}

async function work(sandbox: OpenSandbox, workOff: (databaseUrl: string) => Promise<void>) {
  sandbox.isWorking = true
  try {
    await runInSandbox(sandbox, () => workOff(sandbox.url))
  } catch (error) {
    log.warn({ event: 'sandbox.work_failed', name: error instanceof Error ? error.name : 'unknown' })
  } finally {
    sandbox.isWorking = false
  }
}

async function sizeOf({ db }: Sandbox): Promise<number> {
  const [row] = await db.execute<{ size: string }>(sql`select pg_database_size(current_database()) as size`)
  return Number(row?.size)
}

async function dropEnded() {
  try {
    const dropped = await dropEndedSandboxes(environment().databaseDirectUrl, new Date())
    if (dropped > 0) log.info({ event: 'sandbox.dropped', count: dropped })
  } catch (error) {
    log.warn({ event: 'sandbox.not_dropped', name: error instanceof Error ? error.name : 'unknown' })
  }
}
