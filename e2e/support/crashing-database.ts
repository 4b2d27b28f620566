import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { migrateDatabase } from '#db/migrate.ts'
import { startLocalDatabase } from '../../scripts/support/local-database.ts'
import { isAlive } from '../../scripts/support/probes.ts'
import { freePort } from './app.ts'
import { query } from './script.ts'

const run = promisify(execFile)

/** The ways in which PostgreSQL leaves its clients, from the rudest on. */
export const CRASHES = ['kill -9', 'immediate stop', 'pg_terminate_backend', 'fast stop'] as const
export type Crash = (typeof CRASHES)[number]

/** A PostgreSQL of its own, migrated, which can be made to crash and comes back at the same port with its data. */
export interface CrashingDatabase {
  url: string
  /** Returns once nobody is connected any more. */
  crash: (crash: Crash) => Promise<void>
  /** Brings it back where it is gone; returns once it takes connections. */
  bringBack: () => Promise<void>
  remove: () => Promise<void>
}

export async function startCrashingDatabase(): Promise<CrashingDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-crash-'))
  const port = await freePort()
  const { url, stop } = await startLocalDatabase(folder, port)
  await migrateDatabase(url)
  return {
    url,
    crash: (crash) => WAYS[crash]({ folder, url }),
    bringBack: async () => void (await startLocalDatabase(folder, port)),
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Place {
  folder: string
  url: string
}

const WAYS: Record<Crash, (place: Place) => Promise<void>> = {
  'kill -9': ({ folder }) => signalServer(folder, 'SIGKILL'),
  'immediate stop': ({ folder }) => signalServer(folder, 'SIGQUIT'),
  'fast stop': ({ folder }) => signalServer(folder, 'SIGINT'),
  pg_terminate_backend: async ({ url }) => {
    await query(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
  },
}

/** Ends the server by a signal; by SIGKILL all of its processes at once, as when the machine takes them. */
async function signalServer(folder: string, signal: NodeJS.Signals) {
  const [pid] = (await readFile(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  const server = Number(pid)
  const processes = [server, ...(await childrenOf(server))]
  for (const one of signal === 'SIGKILL' ? processes : [server]) signalIfThere(one, signal)
  while (processes.some(isAlive)) await pause(10)
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
    // It has ended by itself.
  }
}
