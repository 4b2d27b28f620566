import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { migrateDatabase } from '../../scripts/database/migrate.ts'
import { startLocalDatabase } from '../../scripts/support/local-database.ts'
import { isProcessRunning } from '../../scripts/support/probes.ts'
import { freePort } from './app.ts'
import { query } from './script.ts'

const run = promisify(execFile)

/** The ways in which PostgreSQL ends its connections, the most abrupt first. */
export const CRASHES = ['kill -9', 'immediate stop', 'pg_terminate_backend', 'fast stop'] as const
export type Crash = (typeof CRASHES)[number]

/** A migrated PostgreSQL for one test, which can be made to crash and comes back on the same port with its data. */
export interface CrashingDatabase {
  /** The URL with the application's role. */
  url: string
  /** The URL with the role that owns the tables. */
  ownerUrl: string
  /** The URL with the superuser. */
  adminUrl: string
  /** Crashes the server. Returns once no client is connected. */
  crash: (crash: Crash) => Promise<void>
  /** Starts the server again if it has ended. Returns once it accepts connections. */
  bringBack: () => Promise<void>
  /** Suspends all processes of the server until `thaw`. Connections stay open, but get no response. */
  freeze: () => Promise<void>
  thaw: () => Promise<void>
  remove: () => Promise<void>
}

/** @param parent the folder that contains its files; by default the folder for temporary files */
export async function startCrashingDatabase(parent = os.tmpdir()): Promise<CrashingDatabase> {
  const folder = await mkdtemp(path.join(parent, 'latchkey-crash-'))
  const port = await freePort()
  const { url, ownerUrl, adminUrl, stop } = await startLocalDatabase(folder, port)
  await migrateDatabase(ownerUrl, { appUrl: url })
  return {
    url,
    ownerUrl,
    adminUrl,
    crash: (crash) => CRASH_FUNCTIONS[crash]({ folder, adminUrl }),
    bringBack: async () => void (await startLocalDatabase(folder, port)),
    freeze: () => signalAll(folder, 'SIGSTOP'),
    thaw: () => signalAll(folder, 'SIGCONT'),
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Place {
  folder: string
  adminUrl: string
}

const CRASH_FUNCTIONS: Record<Crash, (place: Place) => Promise<void>> = {
  'kill -9': ({ folder }) => signalServer(folder, 'SIGKILL'),
  'immediate stop': ({ folder }) => signalServer(folder, 'SIGQUIT'),
  'fast stop': ({ folder }) => signalServer(folder, 'SIGINT'),
  pg_terminate_backend: async ({ adminUrl }) => {
    await query(
      adminUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
  },
}

/** Ends the server with a signal. Sends SIGKILL to all its processes at once, as when the machine kills them. */
async function signalServer(folder: string, signal: NodeJS.Signals) {
  const processes = await processesOf(folder)
  for (const one of signal === 'SIGKILL' ? processes : processes.slice(0, 1)) signalIfThere(one, signal)
  while (processes.some(isProcessRunning)) await pause(10)
}

async function signalAll(folder: string, signal: NodeJS.Signals) {
  for (const one of await processesOf(folder)) signalIfThere(one, signal)
}

/** Returns the server, followed by the processes that it has started. */
async function processesOf(folder: string): Promise<number[]> {
  const [pid] = (await readFile(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  return [Number(pid), ...(await childrenOf(Number(pid)))]
}

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return processes.filter(([, ppid]) => ppid === parent).map(([pid = 0]) => pid)
}

function signalIfThere(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // Ignore the error, because the process has already ended.
  }
}
