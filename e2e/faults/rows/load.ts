import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { App } from '../../support/app.ts'
import { untilServed } from '../../support/crowd.ts'
import { addVisitor } from '../../support/users.ts'
import { residentMegabytes } from '../../support/server-process.ts'
import { tenAtATime } from '../../support/ten-at-a-time.ts'
import { expectThat, expectHealthy } from '../checks.ts'
import type { Fault, FaultWorld } from '../fault.ts'

interface LoadProfile {
  paths: string[]
  connections: number
  seconds: number
  /** The cookies of signed-in users. */
  users: string[]
}

/** Requests every path as every user, without pause. Each connection begins with a different user. */
async function sendLoad({ url }: App, { paths, connections, seconds, users }: LoadProfile) {
  const turns = users.flatMap((cookie) => paths.map((path) => ({ path, headers: { cookie } })))
  let first = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests([...turns.slice(first), ...turns.slice(0, first)])
      first = (first + paths.length) % turns.length
    },
  })
  const { statusCodeStats = {}, errors, latency, requests } = result
  const unexpected = Object.keys(statusCodeStats).filter((status) => status !== '200')
  return { unexpected, errors, p97: latency.p97_5, perSecond: Math.round(requests.average), count: requests.total }
}

/** Signs in several administrators, because the rate limit of one session is too low for the load. */
async function signInAdministrators(app: App, count: number): Promise<string[]> {
  const users = await tenAtATime(count, () => addVisitor(app, { role: 'admin' }))
  return users.map(({ visitor }) => visitor.cookies())
}

async function steady(world: FaultWorld): Promise<string> {
  const app = await world.startApp()
  const users = await signInAdministrators(app, world.shortOrLong(20, 200))
  const rows = world.shortOrLong(20_000, 1_000_000)
  await app.sql`
    insert into "user" (email, name, email_verified)
    select 'steady' || n || '@example.com', 'Steady ' || n, true from generate_series(1, ${rows}) as n`
  await app.sql`analyze "user"`
  const figures = []
  for (const path of ['/login', '/api/auth/get-session', '/manager/users']) {
    const { unexpected, errors, p97, perSecond } = await sendLoad(app, {
      paths: [path],
      connections: 20,
      seconds: world.shortOrLong(4, 60),
      users,
    })
    // Status 302 is expected for the login page, because it redirects signed-in users.
    const others = unexpected.filter((status) => !(path === '/login' && status === '302'))
    expectThat(others.length === 0 && errors === 0, `${path}: responses ${others.join(', ')}, ${errors} errors`)
    figures.push(`${path} ${perSecond}/s, 97.5 % within ${p97} ms`)
  }
  return `${rows.toLocaleString('en')} users: ${figures.join('; ')}`
}

async function spike(world: FaultWorld): Promise<string> {
  const app = await world.startApp()
  const users = await signInAdministrators(app, 20)
  const quietly = { paths: ['/login?quiet', '/app'], connections: 2, seconds: 1, users }
  await sendLoad(app, { ...quietly, seconds: 2 })
  const before = await sendLoad(app, quietly)
  const during = await sendLoad(app, { ...quietly, connections: 200, seconds: world.shortOrLong(5, 10) })
  const unexpected = during.unexpected.filter((status) => status !== '302' && status !== '503')
  expectThat(
    unexpected.length === 0 && during.errors === 0,
    `responses ${unexpected.join(', ')}, ${during.errors} errors`,
  )
  const since = performance.now()
  let after = await sendLoad(app, quietly)
  // Waits until responses are as fast as before, with a tolerance for other work on the machine.
  while (after.p97 > 2 * before.p97 + 50) {
    expectThat(
      performance.now() - since < 5_000,
      `97.5 % of the responses within ${after.p97} ms 5 s later, ${before.p97} ms before`,
    )
    after = await sendLoad(app, quietly)
  }
  await expectHealthy(app)
  return `${during.count} responses, 97.5 % within ${during.p97} ms; before ${before.p97} ms, afterwards ${after.p97} ms`
}

async function soak(world: FaultWorld): Promise<string> {
  const app = await world.startApp()
  const crowd = await world.gatherCrowd(app, 8)
  await pause(world.shortOrLong(7_000, 5 * 60_000))
  const seconds = world.shortOrLong(5, 25 * 60)
  const samples: number[] = []
  for (let second = 0; second < seconds; second += 1) {
    samples.push(residentMegabytes(app.process.pid))
    await pause(1_000)
  }
  await untilServed(crowd, 5_000)
  await crowd.leave()
  const slope = 60 * slopeOf(samples)
  const end = Math.round(samples.at(-1) ?? 0)
  expectThat(!world.isLong || slope < 1, `the memory grows by ${slope.toFixed(2)} MB per minute`)
  expectThat(end < 600, `${end} MB at the end`)
  const grown = world.isLong ? `${slope.toFixed(2)} MB more per minute, ` : ''
  return `${grown}${end} MB at the end, ${crowd.statuses.get(200)} × 200`
}

/** Returns the growth per sample, by least squares. */
function slopeOf(samples: number[]): number {
  const [meanX, meanY] = [(samples.length - 1) / 2, samples.reduce((sum, one) => sum + one, 0) / samples.length]
  let [above, below] = [0, 0]
  for (const [x, y] of samples.entries()) {
    above += (x - meanX) * (y - meanY)
    below += (x - meanX) ** 2
  }
  return above / below
}

export const LOAD_FAULTS: Fault[] = [
  {
    row: 1,
    title: 'Steady load',
    how: 'sign-in page, session call and list of users, 20 connections each; 20,000 users (a million)',
    pass: 'every response is 200, or the redirect of /login',
    measuresSpeed: true,
    run: steady,
  },
  {
    row: 2,
    title: 'Spike',
    how: 'from 2 to 200 connections for 5 s (10 s), two pages in turns',
    pass: 'no crash, no error but 503; as fast as before within 5 s',
    measuresSpeed: true,
    run: spike,
  },
  {
    row: 3,
    title: 'Soak',
    how: '8 users read and write without pause for 12 s (30 min)',
    pass: 'at most 600 MB; in the long form, less than 1 MB more per minute after the first 5 min',
    measuresSpeed: true,
    run: soak,
  },
]
