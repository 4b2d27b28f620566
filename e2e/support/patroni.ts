import { readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openClient } from '#db/connect.ts'
import { migrateDatabase } from '../../scripts/database/migrate.ts'
import { isInstalled, runProgram } from '#db/test-program.ts'
import { freePort } from '../../scripts/support/free-port.ts'
import { postgresUser, type PostgresUser } from '../../scripts/support/postgres-binaries.ts'
import { POSTGRES_15 } from './debian-postgres.ts'
import { readDeployedFile, runHaproxy } from './haproxy.ts'
import { killPostgres } from './server-process.ts'

const PATRONI = '/usr/bin/patroni'
const ETCD = '/usr/bin/etcd'
const DEPLOYED = fileURLToPath(new URL('../../deploy/compose/patroni/patroni.yml', import.meta.url))
const MAKE_DATABASE = fileURLToPath(new URL('../../deploy/compose/make-database.sh', import.meta.url))
const PASSWORD = 'not-a-secret'
/** The maximum time for creating a cluster and for replacing a leader that is gone, in milliseconds. */
const TIMEOUT_MS = 60_000

/** Whether Patroni, etcd and a PostgreSQL are installed here. */
export const hasPatroni = [PATRONI, ETCD, POSTGRES_15].every(isInstalled)

/** A PostgreSQL cluster of three members that Patroni and etcd manage, one of them the leader. It is migrated. */
export interface PatroniCluster extends AsyncDisposable {
  /** The URL with all hosts and the application's role. Connections go to the host that accepts writes. */
  url: string
  members: Member[]
  /** Ends the leader's Patroni and its PostgreSQL with kill -9, as when its machine dies. @returns the leader */
  killLeader: () => Promise<Member>
  /** Makes another member the leader. @returns the former leader */
  switchOver: () => Promise<Member>
  /** Waits until another member leads. @returns the value of `performance.now()` at which this was noticed */
  untilFollowed: (former: Member) => Promise<number>
  /** Waits until another member receives every write before it is acknowledged. */
  untilSynchronous: () => Promise<void>
}

interface Member {
  name: string
  port: number
  restPort: number
  dataFolder: string
}

type RunningProcess = AsyncDisposable

/** Starts the cluster, with the configuration that operators copy. */
export async function startPatroni(): Promise<PatroniCluster> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'latchkey-patroni-'))
  const user = await postgresUser()
  if (user.uid !== undefined) await chown(root, user.uid, user.gid ?? user.uid)
  const etcdPort = await freePort()
  const etcd = await startEtcd(etcdPort)
  const members = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => ({
      name,
      port: await freePort(),
      restPort: await freePort(),
      dataFolder: path.join(root, name),
    })),
  )
  const running = new Map<Member, RunningProcess>()
  for (const member of members)
    running.set(member, await startMember(member, { user, etcdPort, hasLeader: running.size > 0 }))
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const url = `postgres://latchkey:${PASSWORD}@${hosts}/latchkey`
  const cluster = clusterOf(members, running)
  await migrateDatabase(url)
  await cluster.untilSynchronous()
  return {
    ...cluster,
    members,
    url,
    async [Symbol.asyncDispose]() {
      for (const one of running.values()) await one[Symbol.asyncDispose]()
      for (const { dataFolder } of members) await killPostgres(dataFolder)
      await etcd[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}

function clusterOf(members: Member[], running: Map<Member, RunningProcess>) {
  const findLeader = async () => {
    for (const member of members) if (await hasRole(member, 'primary')) return member
    throw new Error('no member leads')
  }
  return {
    killLeader: async () => {
      const leader = await findLeader()
      await Promise.all([running.get(leader)?.[Symbol.asyncDispose](), killPostgres(leader.dataFolder)])
      running.delete(leader)
      return leader
    },
    switchOver: async () => {
      const leader = await findLeader()
      const answer = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name }),
      })
      if (!answer.ok) throw new Error(`the switchover failed: ${answer.status} ${await answer.text()}`)
      return leader
    },
    untilFollowed: async (former: Member) => {
      const others = members.filter((member) => member !== former && running.has(member))
      await untilRole(others, 'primary')
      return performance.now()
    },
    untilSynchronous: () => untilRole(members, 'sync'),
  }
}

async function untilRole(members: Member[], role: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const answers = await Promise.all(members.map((member) => hasRole(member, role)))
    if (answers.includes(true)) return
    if (performance.now() > deadline) throw new Error(`no member is ${role} after ${TIMEOUT_MS} ms`)
  }
}

/** Queries the role of a member like a load balancer does. */
async function hasRole({ restPort }: Member, role: string): Promise<boolean> {
  const asked = fetch(`http://127.0.0.1:${restPort}/${role}`, { signal: AbortSignal.timeout(2_000) })
  const answer = await asked.catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

async function startEtcd(port: number): Promise<RunningProcess> {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`]
  return runProgram({
    file: ETCD,
    args: (folder) => [
      `--data-dir=${folder}/data`,
      ...['listen-client-urls', 'advertise-client-urls'].map((name) => `--${name}=${client}`),
      ...['listen-peer-urls', 'initial-advertise-peer-urls'].map((name) => `--${name}=${peer}`),
      `--initial-cluster=default=${peer}`,
    ],
    answers: async () => (await fetch(`${client}/health`)).ok,
    withinMs: TIMEOUT_MS,
  })
}

interface MemberOptions {
  user: PostgresUser
  etcdPort: number
  hasLeader: boolean
}

function startMember(member: Member, { user, etcdPort, hasLeader }: MemberOptions): Promise<RunningProcess> {
  const { name, port, restPort, dataFolder } = member
  return runProgram({
    file: PATRONI,
    args: () => ['patroni.yml'],
    files: {
      'patroni.yml': (folder) =>
        readFileSync(DEPLOYED, 'utf8')
          .replaceAll('/tmp/pgpass', `${dataFolder}.pgpass`)
          .replace('/make-database.sh', `${folder}/make-database.sh`),
      'make-database.sh': () => readFileSync(MAKE_DATABASE, 'utf8'),
    },
    options: {
      ...user,
      env: {
        PATH: process.env.PATH,
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: dataFolder,
        PATRONI_POSTGRESQL_BIN_DIR: POSTGRES_15,
        POSTGRES_PASSWORD: PASSWORD,
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
      },
    },
    answers: () => hasRole(member, hasLeader ? 'replica' : 'primary'),
    withinMs: TIMEOUT_MS,
  })
}

/** Starts HAProxy in front of Patroni's members, as operators configure it: a port for the leader, and one for replicas. */
export function startDatabaseHaproxy(
  { members, url }: PatroniCluster,
  ports: { leader: number; replicas: number },
): Promise<AsyncDisposable> {
  const placeOf = ({ port, restPort }: Member) => `127.0.0.1:${port} port ${restPort}`
  const here = readDeployedFile('patroni/haproxy.cfg')
    .replace('bind :5432', `bind 127.0.0.1:${ports.leader}`)
    .replace('bind :5433', `bind 127.0.0.1:${ports.replicas}`)
    .replaceAll(/member-(\d):5432/g, (_, number: string) => placeOf(members[Number(number) - 1] as Member))
  const { username, password } = new URL(url.replace(/@[^/]*/, '@localhost'))
  return runHaproxy(here, async () => {
    const client = openClient(`postgres://${username}:${password}@127.0.0.1:${ports.leader}/postgres`, { max: 1 })
    await client.unsafe('select 1').finally(() => void client.end({ timeout: 0 }))
    return true
  })
}
