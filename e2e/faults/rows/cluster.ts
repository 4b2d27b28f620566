import { setTimeout as pause } from 'node:timers/promises'
import { hasPgBouncer, startDeployedPooler } from '../../support/pooler.ts'
import { freePort } from '../../../scripts/support/free-port.ts'
import { expectAcknowledgedWrites, untilServed } from '../../support/crowd.ts'
import { hasHaproxy } from '../../support/haproxy.ts'
import { hasPatroni, startDatabaseHaproxy, startPatroni, type PatroniCluster } from '../../support/patroni.ts'
import { expectHealthy } from '../checks.ts'
import { ifInstalled, type Fault, type FaultWorld } from '../fault.ts'

const CROWD = 8
/** The maximum number of milliseconds until all clients are served again after another member has become the leader. */
const SERVED_AGAIN_MS = 10_000

const HOW = `three members and etcd, with the files of deploy/compose; a switchover, then kill -9 of the leader and its Patroni, while ${CROWD} users read and write`
const PASS =
  'only 200 and 503; all users are served within 10 s after there is a new leader; no acknowledged write is lost; emails are sent'

/** A way for a node to connect to the cluster: a function that returns the node's settings. */
type ConnectNode = (world: FaultWorld, cluster: PatroniCluster) => Promise<Record<string, string>>

const direct: ConnectNode = (_world, { url }) => Promise.resolve({ DATABASE_URL: url })

const pooled: ConnectNode = async (world, cluster) => {
  const ports = { leader: await freePort(), replicas: await freePort() }
  const balancer = await startDatabaseHaproxy(cluster, ports)
  world.defer(() => balancer[Symbol.asyncDispose]())
  const leaderUrl = cluster.url.replace(/@[^/]*/, `@127.0.0.1:${ports.leader}`)
  const pooler = await startDeployedPooler(leaderUrl)
  world.defer(() => pooler[Symbol.asyncDispose]())
  return { DATABASE_URL: pooler.urlOf(leaderUrl), DATABASE_DIRECT_URL: cluster.url }
}

function leaderChanges(way: ConnectNode) {
  return async (world: FaultWorld): Promise<string> => {
    const cluster = await startPatroni()
    world.defer(() => cluster[Symbol.asyncDispose]())
    const { url: databaseUrl } = cluster
    const app = await world.startApp(await way(world, cluster), { databaseUrl })
    const crowd = await world.gatherCrowd(app, CROWD)
    const told: string[] = []
    for (const [change, words] of [
      ['switchOver', 'handed over'],
      ['killLeader', 'killed'],
    ] as const) {
      await cluster.untilSynchronous()
      await untilServed(crowd, SERVED_AGAIN_MS)
      await pause(1_000)
      const since = performance.now()
      const followedAt = await cluster.untilFollowed(await cluster[change]())
      const servedMs = await untilServed(crowd, SERVED_AGAIN_MS, followedAt)
      await expectHealthy(app)
      told.push(
        `${words}: another leader after ${Math.round(followedAt - since)} ms, all users served ${servedMs} ms later`,
      )
    }
    await crowd.leave()
    return `${told.join('; ')}; ${await expectAcknowledgedWrites(crowd, databaseUrl)}`
  }
}

export const CLUSTER_FAULTS: Fault[] = [
  ifInstalled('Patroni with etcd and PostgreSQL 15', hasPatroni, {
    row: 35,
    title: 'Patroni’s leader dies or hands over',
    how: `${HOW}; the URL names all three`,
    pass: PASS,
    isForLongRuns: true,
    run: leaderChanges(direct),
  }),
  ifInstalled('Patroni with etcd and PostgreSQL 15, HAProxy and PgBouncer', hasPatroni && hasHaproxy && hasPgBouncer, {
    row: 35,
    title: 'Patroni’s leader dies or hands over, behind a pooler',
    how: `${HOW}; PgBouncer connects to HAProxy, which checks Patroni; neither is notified of the change`,
    pass: PASS,
    isForLongRuns: true,
    run: leaderChanges(pooled),
  }),
]
