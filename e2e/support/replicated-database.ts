import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { migrateDatabase } from '../../scripts/database/migrate.ts'
import { postgresBinaries, postgresUser } from '../../scripts/support/postgres-binaries.ts'
import {
  dataFolder,
  ensureCluster,
  passwordOf,
  pathSeenByPostgres,
  type Cluster,
} from '../../scripts/support/postgres-cluster.ts'
import { freePort } from './app.ts'
import { killPostgres } from './server-process.ts'
import { query } from './script.ts'

const run = promisify(execFile)

/** A migrated PostgreSQL, and a standby that receives every write before it is acknowledged. */
export interface ReplicatedDatabase extends AsyncDisposable {
  /** The URL with both hosts and the application's role. Connections go to the host that accepts writes. */
  url: string
  /** The URL with both hosts and the role that owns the tables. */
  ownerUrl: string
  /** The URL of the primary with the superuser. */
  adminUrl: string
  primaryUrl: string
  standbyUrl: string
  /** Kills all processes of the primary at once. */
  killPrimary: () => Promise<void>
  killStandby: () => Promise<void>
  /** Pauses the replay: the standby still receives writes, but does not show them until `resumeReplay`. */
  pauseReplay: () => Promise<void>
  resumeReplay: () => Promise<void>
  /** Makes the standby a primary. Returns once it accepts writes. */
  promoteStandby: () => Promise<void>
}

interface Server {
  cluster: Cluster
  port: number
}

/** Starts both servers. @param commit when a write is acknowledged; with `remote_apply`, once the standby shows the write */
export async function startReplicatedDatabase(commit: 'on' | 'remote_apply' | 'local'): Promise<ReplicatedDatabase> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'latchkey-replicated-'))
  // The user that runs PostgreSQL needs access to the subfolders.
  await run('chmod', ['755', root])
  const user = await postgresUser()
  const binaries = await postgresBinaries(user)
  const [primary, standby] = (await Promise.all(
    ['primary', 'standby'].map(async (name) => ({
      cluster: { folder: path.join(root, name), user, binaries },
      port: await freePort(),
    })),
  )) as [Server, Server]
  const password = (await ensureCluster(primary.cluster), await passwordOf(primary.cluster))
  const urlFor =
    (role: string) =>
    (...servers: Server[]) =>
      `postgres://${role}:${password}@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`
  const [adminUrlOf, ownerUrlOf, urlOf] = [urlFor('postgres'), urlFor('latchkey_owner'), urlFor('latchkey')]
  await copyAsStandby(primary, standby, password)
  await start(primary)
  await start(standby)
  for (const role of ['latchkey', 'latchkey_owner'])
    await query(adminUrlOf(primary), `create role ${role} login password '${password}'`)
  await query(adminUrlOf(primary), 'alter database postgres owner to latchkey_owner')
  await migrateDatabase(ownerUrlOf(primary), { appUrl: urlOf(primary) })
  for (const setting of [`synchronous_commit = ${commit}`, `synchronous_standby_names = '*'`])
    await query(adminUrlOf(primary), `alter system set ${setting}`)
  await query(adminUrlOf(primary), 'select pg_reload_conf()')
  const tellStandby = async (what: string) => void (await query(adminUrlOf(standby), `select ${what}()`))
  return {
    url: urlOf(primary, standby),
    ownerUrl: ownerUrlOf(primary, standby),
    adminUrl: adminUrlOf(primary),
    primaryUrl: urlOf(primary),
    standbyUrl: urlOf(standby),
    killPrimary: () => kill(primary),
    killStandby: () => kill(standby),
    pauseReplay: () => tellStandby('pg_wal_replay_pause'),
    resumeReplay: () => tellStandby('pg_wal_replay_resume'),
    promoteStandby: () => tellStandby('pg_promote'),
    async [Symbol.asyncDispose]() {
      await Promise.all([primary, standby].map(kill))
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Copies the primary to the standby. Neither must have been started before. */
async function copyAsStandby(primary: Server, standby: Server, password: string) {
  await cp(primary.cluster.folder, standby.cluster.folder, { recursive: true })
  const data = dataFolder(standby.cluster)
  await writeFile(path.join(data, 'standby.signal'), '')
  await appendFile(
    path.join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres password=${password}'\n`,
  )
  const { uid, gid } = standby.cluster.user
  if (uid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, standby.cluster.folder])
  await run('chmod', ['700', data])
}

const kill = ({ cluster }: Server) => killPostgres(dataFolder(cluster))

async function start({ cluster, port }: Server) {
  const data = dataFolder(cluster)
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200`
  const args = ['start', '-w', '-D', pathSeenByPostgres(data, cluster.user), '-l', '../postgres.log', '-o', settings]
  // Redirects the streams, because PostgreSQL would inherit the pipes of this process and keep them open.
  await run('sh', ['-c', 'exec "$0" "$@" >/dev/null 2>&1 </dev/null', cluster.binaries.pg_ctl, ...args], {
    ...cluster.user,
    cwd: data,
  })
}
