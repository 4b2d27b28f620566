import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { someEmail, type App } from '../../support/app.ts'
import { expectAcknowledgedWrites, untilServed } from '../../support/crowd.ts'
import { addUser, addVisitor } from '../../support/users.ts'
import { query } from '../../support/script.ts'
import { callFunction } from '../../support/server-function.ts'
import { Visitor } from '../../support/visitor.ts'
import { expectThat, expectHealthy } from '../checks.ts'
import type { Fault, FaultWorld } from '../fault.ts'

const AT_ONCE = 50
const TESTS_OF_RACES = [
  { file: 'e2e/users/user-actions.http.e2e.ts', title: 'if two administrators ban or delete each other' },
]

async function killAmongWrites(world: FaultWorld): Promise<string> {
  const app = await world.startApp()
  const { port } = new URL(app.url)
  const crowd = await world.gatherCrowd(app, 12)
  const { visitor: retrying } = await addVisitor(app, { role: 'admin' })
  const times = world.shortOrLong(4, 50)
  let node = app
  for (let time = 0; time < times; time += 1) {
    await untilServed(crowd, 10_000)
    const names = Array.from({ length: 10 }, (_, index) => `retried ${time} ${index}`)
    const underWay = names.map((name) => create(retrying, name).catch(() => undefined))
    await pause(Math.random() * 60)
    const died = once(node.process, 'exit')
    node.process.kill('SIGKILL')
    await died
    await Promise.all(underWay)
    node = await world.startNode(app, { PORT: port, APP_URL: app.url })
    // Repeats all writes, because some got no response. A write succeeds now, or is refused because its first try succeeded.
    for (const name of names) {
      const { status, error } = await create(retrying, name)
      expectThat(
        status === 200 || status === 409 || error?.code === 'NAME_TAKEN',
        `a repeated write returned ${status} ${error?.code}`,
      )
    }
  }
  await untilServed(crowd, 10_000)
  await crowd.leave()
  const kept = await expectAcknowledgedWrites(crowd, app.databaseUrl, [0, 200, 503])
  const [state] = await query<{ retried: number; doubled: number; orphans: number; differ: boolean }>(
    app.databaseUrl,
    `select
      (select count(*)::int from repository where name like 'retried %') as retried,
      (select count(*)::int from (select 1 from history_event where action = 'repository-created'
        group by subject_id having count(*) > 1) as twice) as doubled,
      (select count(*)::int from history_event h where action = 'repository-created'
        and not exists (select from repository where id = h.subject_id)) as orphans,
      (select sum(count) from tally where name = 'repositories')
        <> (select count(*) from repository where deleted_at is null) as differ`,
  )
  expectThat(state?.retried === 10 * times, `${state?.retried} of ${10 * times} repeated writes exist`)
  expectThat(state.doubled === 0 && state.orphans === 0, `history differs: ${JSON.stringify(state)}`)
  expectThat(!state.differ, 'the tally differs from the data')
  return `${times} kills, ${kept}, ${10 * times} repeated writes exist once`
}

function create(visitor: Visitor, name: string) {
  const fields = { name, link: 'https://git.example.com', description: '', language: '', topics: '' }
  return callFunction(visitor, 'repositories.createRepository', fields, 'POST')
}

async function rollingRestart(world: FaultWorld): Promise<string> {
  const balancer = await world.startBalancer([])
  const app = await world.startApp({ APP_URL: balancer.url })
  const second = await world.startNode(app)
  balancer.use([app, second])
  const behind: App = { ...app, url: balancer.url }
  await expectHealthy(behind)
  const crowd = await world.gatherCrowd(behind, 10)
  await untilServed(crowd, 5_000)
  let nodes = [app, second]
  for (let restart = 0; restart < world.shortOrLong(2, 20); restart += 1) {
    const [old, kept] = nodes
    if (!old || !kept) break
    const fresh = await world.startNode(app)
    balancer.use([old, kept, fresh])
    await untilServed(crowd, 5_000)
    const ended = once(old.process, 'exit')
    old.process.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    expectThat(code === 0, `the old node exited with ${code}`)
    nodes = [kept, fresh]
    balancer.use(nodes)
  }
  await untilServed(crowd, 5_000)
  await crowd.leave()
  return expectAcknowledgedWrites(crowd, app.databaseUrl, [200])
}

async function races(world: FaultWorld): Promise<string> {
  const app = await world.startApp()
  const node = await world.startNode(app)
  const told: string[] = []

  const email = someEmail()
  const visitor = new Visitor(app)
  await visitor.askForCode(email)
  const code = await app.mail.codeFor(email)
  const entered = await atOnce((index) => visitor.at(index % 2 === 0 ? app : node).enterCode(email, code))
  told.push(countWinners('the same code at sign-up', entered, [400, 403, 429]))
  const users = await app.sql`select 1 from "user" where email = ${email}`
  expectThat(users.length === 1, `one sign-up created ${users.length} accounts`)

  const { visitor: chief } = await addVisitor(app, { role: 'admin' })
  const created = await atOnce((index) => create(chief.at(index % 2 === 0 ? app : node), 'raced for'))
  told.push(countWinners('the same repository name', created, [400, 409, 422]))
  const rows = await app.sql`select 1 from repository where name = 'raced for'`
  expectThat(rows.length === 1, `${rows.length} repositories have the same name`)
  const user = await addUser(app)
  const added = await atOnce((index) =>
    callFunction(
      chief.at(index % 2 === 0 ? app : node),
      'users.createUser',
      { email: `x${user.email}`, name: 'X', role: 'user' },
      'POST',
    ),
  )
  told.push(countWinners('the same user', added, [400, 409, 422]))
  await expectHealthy(app)
  return told.join('; ')
}

function atOnce<T>(ask: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(index)))
}

function countWinners(what: string, answers: { status: number }[], refusals: number[]): string {
  const statuses = answers.map(({ status }) => status)
  const won = statuses.filter((status) => status === 200).length
  // 503: refused, because a busy node limits the number of requests that it handles at once.
  const unexpected = statuses.filter((status) => ![200, 503, ...refusals].includes(status))
  expectThat(
    won === 1 && unexpected.length === 0,
    `${what}: ${won} of ${AT_ONCE} succeeded, and others returned ${unexpected.join(', ')}`,
  )
  return `${what} × ${AT_ONCE}: one succeeds`
}

export const NODE_FAULTS: Fault[] = [
  {
    row: 9,
    title: 'A node is killed during writes',
    how: 'kill -9, 4 times (50), while 12 users read and write and 10 more writes are in progress',
    pass: 'no write is half done; retries are safe; history and tallies match the data; no acknowledged write is lost',
    run: killAmongWrites,
  },
  {
    row: 11,
    title: 'Rolling restart',
    how: 'two nodes behind a load balancer that checks /readyz; one after the other is replaced, twice (20 times), under load',
    pass: 'every response is 200',
    run: rollingRestart,
  },
  {
    row: 18,
    title: 'Races',
    how: `the same code, sign-up, repository and user, ${AT_ONCE} times at once on two nodes; two administrators ban each other`,
    pass: 'one request succeeds; the others get an error with the reason, or 503 if a node is busy',
    tests: TESTS_OF_RACES,
    run: async (world) => `${await races(world)}; ${await world.passed(TESTS_OF_RACES)}`,
  },
]
