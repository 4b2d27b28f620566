import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { PlainFailure } from './plain-failure.ts'
import { dataFolder, passwordOf, type Cluster } from './postgres-cluster.ts'
import { isAlive } from './probes.ts'

/** The seconds that PostgreSQL may take to come up or to end, after a crash for example. */
export const START_SECONDS = 60
/** The name that our own connections give the server, so that they are not counted as users of it. */
export const APPLICATION_NAME = 'latchkey-local-database'
/** What the driver and PostgreSQL say where nobody listens, and where our password is not known. */
const NOT_OURS = new Set(['ECONNREFUSED', '28P01', '28000'])

/**
 * The port of the server on a cluster; `none` where none runs; `stale` where its lock file was left by one that is gone,
 * and names another program; `elsewhere` where it names the server of another folder, of which this one is a copy.
 */
export type Finding = number | 'none' | 'stale' | 'elsewhere'

/**
 * Looks for the server on a cluster, and waits while it comes up or ends.
 * @throws {PlainFailure} when the process that the lock file names does not say who it is
 */
export async function findServer(cluster: Cluster): Promise<Finding> {
  for (let waited = 0; waited < START_SECONDS * 1_000; waited += 100) {
    const lock = await readLock(cluster)
    if (!lock.pid || !isAlive(lock.pid)) return 'none'
    const whose = lock.port ? await whoseServer(cluster, lock.port) : 'unclear'
    if (whose === 'ours') return lock.port
    if (whose === 'elsewhere') return 'elsewhere'
    // A server that comes up or ends does not listen either: then it changes the file.
    if (whose === 'nobody' && lock.state === 'ready' && (await readLock(cluster)).text === lock.text) return 'stale'
    await pause(100)
  }
  throw new PlainFailure(
    `${lockFile(cluster)} names a process that does not answer. End it, or delete that file if it is no PostgreSQL.`,
  )
}

/** Whether a server runs on the cluster or was not ended properly. */
export async function isLocked(cluster: Cluster): Promise<boolean> {
  return (await readLock(cluster)).text !== ''
}

/** Removes a lock file that is `stale`, which PostgreSQL would believe. */
export function removeLock(cluster: Cluster): Promise<void> {
  return rm(lockFile(cluster), { force: true })
}

/** The URL at which the server of this port is asked, as its owner. */
export async function urlAt(cluster: Cluster, port: number): Promise<string> {
  return `postgres://postgres:${await passwordOf(cluster)}@127.0.0.1:${port}/postgres`
}

/** Runs a query on a connection of its own. */
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
  // The process in line 1, the port in line 4, the state in line 8.
  const [pid, , , port, , , , state] = text.split('\n').map((line) => line.trim())
  return { text, pid: Number(pid), port: Number(port), state }
}

/**
 * Shows the server a file beside the data. The password alone proves nothing: a copy of the folder has it too, and would
 * take the server of the original for its own.
 */
async function whoseServer(cluster: Cluster, port: number): Promise<'ours' | 'elsewhere' | 'nobody' | 'unclear'> {
  const mark = `seen-${randomBytes(8).toString('hex')}`
  const file = path.join(cluster.folder, mark)
  try {
    const url = await urlAt(cluster, port)
    await writeFile(file, '')
    const seen = await queryOnce(url, (client) => client`select 1 from pg_ls_dir('..') as name where name = ${mark}`)
    return seen.length === 1 ? 'ours' : 'elsewhere'
  } catch (error) {
    return NOT_OURS.has(String((error as { code?: string }).code)) ? 'nobody' : 'unclear'
  } finally {
    await rm(file, { force: true })
  }
}
