import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { PlainFailure } from './plain-failure.ts'
import { dataFolder, passwordOf, type Cluster } from './postgres-cluster.ts'
import { isProcessRunning } from './probes.ts'

/** Maximum time for PostgreSQL to start or stop, in seconds. PostgreSQL is slow after a crash, for example. */
export const MAX_START_SECONDS = 60
/** Application name of this code's own connections, so that they are not counted as users of the server. */
export const APPLICATION_NAME = 'latchkey-local-database'
/** Error codes of the driver and PostgreSQL if no server listens or the password is wrong. */
const FOREIGN_SERVER_ERRORS = new Set(['ECONNREFUSED', '28P01', '28000'])

/**
 * The port of the server that runs on the cluster; `none` if no server runs; `stale` if an earlier server left the lock
 * file, whose process ID now belongs to another program; `elsewhere` if the folder is a copy and its lock file names
 * the original's server.
 */
export type ServerState = number | 'none' | 'stale' | 'elsewhere'

/**
 * Looks for the server on a cluster, and waits while it starts or stops.
 * @throws {PlainFailure} if the process named by the lock file does not answer
 */
export async function findServer(cluster: Cluster): Promise<ServerState> {
  for (let waited = 0; waited < MAX_START_SECONDS * 1_000; waited += 100) {
    const lock = await readLock(cluster)
    if (!lock.pid || !isProcessRunning(lock.pid)) return 'none'
    const whose = lock.port ? await ownerOfPort(cluster, lock.port) : 'unclear'
    if (whose === 'ours') return lock.port
    if (whose === 'elsewhere') return 'elsewhere'
    // A server that starts or stops does not listen either, but it changes the lock file.
    if (whose === 'nobody' && lock.state === 'ready' && (await readLock(cluster)).text === lock.text) return 'stale'
    await pause(100)
  }
  throw new PlainFailure(
    `The process named in ${lockFile(cluster)} doesn't respond. Stop it, or delete the file if the process isn't PostgreSQL.`,
  )
}

/** Whether a server runs on the cluster or did not shut down properly. */
export async function hasLockFile(cluster: Cluster): Promise<boolean> {
  return (await readLock(cluster)).text !== ''
}

/** Removes a `stale` lock file, because PostgreSQL would refuse to start. */
export function removeLock(cluster: Cluster): Promise<void> {
  return rm(lockFile(cluster), { force: true })
}

/** Returns the URL of the server at a port, with the superuser's password. */
export async function urlAt(cluster: Cluster, port: number): Promise<string> {
  return `postgres://postgres:${await passwordOf(cluster)}@127.0.0.1:${port}/postgres`
}

/** Runs a query on a new connection. */
export async function queryOnce<T>(url: string, query: (client: postgres.Sql) => Promise<T>): Promise<T> {
  const client = postgres(url, { max: 1, connect_timeout: 3, connection: { application_name: APPLICATION_NAME } })
  try {
    return await query(client)
  } finally {
    await client.end({ timeout: 1 })
  }
}

function lockFile(cluster: Cluster): string {
  return path.join(dataFolder(cluster), 'postmaster.pid')
}

async function readLock(cluster: Cluster) {
  const text = await readFile(lockFile(cluster), 'utf8').catch(() => '')
  // Line 1 is the process ID, line 4 the port, line 8 the state.
  const [pid, , , port, , , , state] = text.split('\n').map((line) => line.trim())
  return { text, pid: Number(pid), port: Number(port), state }
}

/**
 * Returns whose server listens on a port. Creates a file next to the data and checks whether the server sees it, because a copy
 * of the folder has the same password and would mistake the original's server for its own.
 */
async function ownerOfPort(cluster: Cluster, port: number): Promise<'ours' | 'elsewhere' | 'nobody' | 'unclear'> {
  const mark = `seen-${randomBytes(8).toString('hex')}`
  const file = path.join(cluster.folder, mark)
  try {
    const url = await urlAt(cluster, port)
    await writeFile(file, '')
    const seen = await queryOnce(url, (client) => client`select 1 from pg_ls_dir('..') as name where name = ${mark}`)
    return seen.length === 1 ? 'ours' : 'elsewhere'
  } catch (error) {
    return FOREIGN_SERVER_ERRORS.has(String((error as { code?: string }).code)) ? 'nobody' : 'unclear'
  } finally {
    await rm(file, { force: true })
  }
}
