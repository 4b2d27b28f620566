import { setTimeout as pause } from 'node:timers/promises'
import { roleOf } from '../../../scripts/database/rights.ts'
import { CRASHES, type CrashingDatabase } from '../../support/crashing-database.ts'
import { expectAcknowledgedWrites, untilServed } from '../../support/crowd.ts'
import { query } from '../../support/script.ts'
import { Visitor } from '../../support/visitor.ts'
import { expectAnswer, expectThat, expectHealthy, watchResponses } from '../checks.ts'
import type { Fault, FaultWorld } from '../fault.ts'

const CROWD = 12
/** The maximum number of milliseconds until all clients are served again after the database is back. */
const SERVED_AGAIN_MS = 5_000
/** The maximum number of milliseconds that a response takes during any fault of the database. */
const ANSWERED_MS = 5_000
const KEPT =
  'only 200 and 503, each within 5 s; all users are served within 5 s of the return; no acknowledged write is lost'

type LoadedApp = Pick<Awaited<ReturnType<typeof underLoad>>, 'app' | 'crowd' | 'database'>

const placeOf = ({ url, ownerUrl }: CrashingDatabase) => ({ databaseUrl: url, ownerUrl })

/** Starts a node with a crowd of clients that read and write. */
async function underLoad(world: FaultWorld, { proxied = false } = {}) {
  const database = await world.startDatabase()
  const proxy = await world.startProxy(database.url)
  const app = await world.startApp(proxied ? { DATABASE_URL: proxy.url } : {}, placeOf(database))
  const crowd = await world.gatherCrowd(app, CROWD)
  await untilServed(crowd, SERVED_AGAIN_MS)
  return { database, proxy, app, crowd }
}

/** Calls each of these harmful functions under load. Checks that the node recovers and that no acknowledged write is lost. */
async function survive(load: LoadedApp, harm: (() => Promise<void>)[]): Promise<string> {
  const { app, crowd, database } = load
  const watching = watchResponses(app)
  const waits: number[] = []
  for (const one of harm) {
    await one()
    waits.push(await untilServed(crowd, SERVED_AGAIN_MS))
    await expectHealthy(app)
  }
  const slowest = await watching.stop(ANSWERED_MS)
  await crowd.leave()
  return `served again after ${waits.join(', ')} ms, slowest response ${slowest} ms, ${await expectAcknowledgedWrites(crowd, database.url)}`
}

async function crashAndReturn(world: FaultWorld): Promise<string> {
  const load = await underLoad(world)
  const times = world.shortOrLong(1, 12)
  const crashes = Array.from({ length: times }, () => CRASHES).flat()
  return survive(
    load,
    crashes.map((crash, index) => async () => {
      await load.database.crash(crash)
      if (crash !== 'pg_terminate_backend')
        await expectUnavailable(load, world.shortOrLong(500, index === 0 ? 20_000 : 1_000))
      await load.database.bringBack()
    }),
  )
}

/** Waits, then checks that the node runs, is not ready, and shows a page that does not need the database. */
async function expectUnavailable({ app }: LoadedApp, ms: number) {
  const visitor = new Visitor(app)
  await pause(ms)
  await expectAnswer(visitor, '/healthz', 200)
  await expectAnswer(visitor, '/readyz', 503)
  await expectAnswer(visitor, '/login', 200)
}

async function freeze(world: FaultWorld): Promise<string> {
  const load = await underLoad(world)
  const times = world.shortOrLong(1, 3)
  return survive(
    load,
    Array.from({ length: times }, () => async () => {
      await load.database.freeze()
      await expectUnavailable(load, world.shortOrLong(6_000, 30_000))
      await load.database.thaw()
    }),
  )
}

async function swallow(world: FaultWorld): Promise<string> {
  const load = await underLoad(world, { proxied: true })
  return survive(load, [
    async () => {
      load.proxy.freeze()
      load.proxy.freezeNew()
      await expectUnavailable(load, world.shortOrLong(8_000, 60_000))
      load.proxy.acceptNew()
    },
    async () => {
      load.proxy.refuse()
      await expectUnavailable(load, 1_000)
      load.proxy.acceptNew()
    },
  ])
}

async function slowDown(world: FaultWorld): Promise<string> {
  const { proxy, app, crowd, database } = await underLoad(world, { proxied: true })
  proxy.delayMs = 250
  const since = performance.now()
  await pause(world.shortOrLong(3_000, 60_000))
  await untilServed(crowd, 20_000, since)
  const { ms } = await expectAnswer(new Visitor(app), '/login', 200)
  expectThat(ms < 3_000, `/login took ${ms} ms`)
  proxy.delayMs = 0
  await expectHealthy(app)
  const waited = await untilServed(crowd, SERVED_AGAIN_MS)
  await crowd.leave()
  return `/login in ${ms} ms; served as before after ${waited} ms; ${await expectAcknowledgedWrites(crowd, database.url)}`
}

/** Locks tables that all requests need, so that waiting requests take all connections of the node. */
async function lockForLong(world: FaultWorld): Promise<string> {
  const load = await underLoad(world)
  return survive(load, [
    async () => {
      const lock = await load.app.sql.reserve()
      await lock`begin`
      await lock`lock table session, repository in access exclusive mode`
      await pause(world.shortOrLong(6_000, 30_000))
      await lock`commit`
      lock.release()
    },
  ])
}

/** Ends the connections of the node's role and refuses new ones, as if the connection limit were reached. */
async function refuseConnections(world: FaultWorld): Promise<string> {
  const database = await world.startDatabase()
  const { adminUrl } = database
  const role = roleOf(database.url)
  const app = await world.startApp({}, placeOf(database))
  const crowd = await world.gatherCrowd(app, CROWD)
  const load = { database, app, crowd }
  return survive(
    load,
    Array.from({ length: world.shortOrLong(1, 5) }, () => async () => {
      await query(adminUrl, `alter role ${role} connection limit 0`)
      await query(adminUrl, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
      await expectUnavailable(load, world.shortOrLong(4_000, 20_000))
      await query(adminUrl, `alter role ${role} connection limit -1`)
    }),
  )
}

/** Simulates a failover by DNS name: new connections reach a database that refuses writes, and later a writable one. */
async function becomeReadOnly(world: FaultWorld): Promise<string> {
  const load = await underLoad(world)
  const { ownerUrl } = load.database
  const end = () => load.database.crash('pg_terminate_backend')
  return survive(
    load,
    Array.from({ length: world.shortOrLong(1, 5) }, () => async () => {
      await query(ownerUrl, 'alter database postgres set default_transaction_read_only = on')
      await end()
      await pause(world.shortOrLong(4_000, 20_000))
      await expectAnswer(new Visitor(load.app), '/readyz', 200)
      const writable = `begin read write; alter database postgres reset default_transaction_read_only; commit`
      await query(ownerUrl, writable)
    }),
  )
}

export const DATABASE_FAULTS: Fault[] = [
  {
    row: 4,
    title: 'The database stops or crashes under load, and comes back',
    how: `${CRASHES.join(', ')}; ${CROWD} users read and write`,
    pass: `${KEPT}; meanwhile /healthz returns 200 and /readyz 503; emails are sent`,
    run: crashAndReturn,
  },
  {
    row: 5,
    title: 'The database is frozen',
    how: 'all PostgreSQL processes get SIGSTOP for 6 s (30 s, three times), under the same load',
    pass: KEPT,
    run: freeze,
  },
  {
    row: 6,
    title: 'Half-open connections',
    how: 'a proxy drops all packets for 8 s (60 s), then resets and refuses connections, under the same load',
    pass: KEPT,
    run: swallow,
  },
  {
    row: 7,
    title: 'Slow database',
    how: 'each round trip takes 500 ms longer, under the same load',
    pass: 'all users are served; the sign-in page takes at most 3 s; no acknowledged write is lost',
    run: slowDown,
  },
  {
    row: 8,
    title: 'All connections are in use',
    how: 'the tables of sessions and repositories are locked for 6 s (30 s), under the same load',
    pass: KEPT,
    run: lockForLong,
  },
  {
    row: 8,
    title: 'The database accepts no connections',
    how: 'connections are ended and refused for 4 s (20 s, five times), under the same load',
    pass: `${KEPT}; emails are sent`,
    run: refuseConnections,
  },
  {
    row: 32,
    title: 'The database becomes read-only',
    how: 'connections end, and new ones reach a server that accepts no writes for 4 s (20 s, five times) and then does, under the same load',
    pass: `${KEPT}; emails are sent`,
    run: becomeReadOnly,
  },
]
