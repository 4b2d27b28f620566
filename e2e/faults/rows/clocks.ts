import { fileURLToPath, pathToFileURL } from 'node:url'
import { appConfig } from '#app.config'
import { someEmail, type App } from '../../support/app.ts'
import { addUser } from '../../support/users.ts'
import { callFunction } from '../../support/server-function.ts'
import { Visitor } from '../../support/visitor.ts'
import { expectThat, waitUntil } from '../checks.ts'
import type { Fault, FaultWorld } from '../fault.ts'

const SHIM = pathToFileURL(fileURLToPath(new URL('../shift-clock.ts', import.meta.url))).href
const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** Returns the settings of a node whose clock is ahead by some seconds, or jumps after the node has run for a while. */
function clockSettings(aheadSeconds: number, jump = { afterMs: 0, seconds: 0 }) {
  const { afterMs, seconds } = jump
  return {
    NODE_OPTIONS: `--import=${SHIM}`,
    FAULT_CLOCK_AHEAD_S: String(aheadSeconds),
    FAULT_CLOCK_JUMPS: `${afterMs} ${seconds}`,
  }
}

/** Checks that codes and sessions are valid for the same time at every node, even if a node's clock is off. */
async function wrongNodeClocks(world: FaultWorld): Promise<string> {
  const app = await world.startApp()
  let checked = 0
  const all = [90, -HOUR_S, 40 * DAY_S, -40 * DAY_S, -90, HOUR_S]
  for (const seconds of all.slice(0, world.shortOrLong(3, all.length))) {
    const off = await world.startNode(app, clockSettings(seconds))
    await expectOneTime(app, off, seconds)
    await expectOneTime(off, app, seconds)
    checked += 2
  }
  return `${checked} pairs of nodes, from 90 s to 40 days apart`
}

/** Requests a code at one node and uses it at the other. Checks that both accept the session, but not after its end. */
async function expectOneTime(here: App, there: App, seconds: number) {
  const what = `${seconds} s apart`
  const { email } = await addUser(here)
  const visitor = new Visitor(here)
  await visitor.askForCode(email)
  const code = await here.mail.codeFor(email)
  const elsewhere = visitor.at(there)
  const entered = await elsewhere.enterCode(email, code)
  expectThat(entered.status === 200, `${what}: a code that the other node sent returned ${entered.status}`)
  const back = elsewhere.at(here)
  for (const one of [elsewhere, back])
    expectThat((await one.get('/app')).status === 200, `${what}: the session is not accepted`)

  const [session] = await here.sql<{ days: number }[]>`
    select extract(epoch from expires_at - now())::float8 / 86400 as days from session
    where user_id = (select id from "user" where email = ${email})`
  expectThat(
    Math.abs((session?.days ?? 0) - appConfig.session.idleDays) < 0.01,
    `${what}: the session is valid for ${session?.days} days`,
  )
  await here.sql`update session set expires_at = now() - interval '1 second'
    where user_id = (select id from "user" where email = ${email})`
  for (const one of [elsewhere, back])
    expectThat((await one.get('/app')).status === 302, `${what}: an expired session is still accepted`)
}

/** Turns the clock of a running node back by an hour. */
async function nodeClockJumpsBack(world: FaultWorld): Promise<string> {
  const app = await world.startApp(clockSettings(0, { afterMs: 3_000, seconds: -HOUR_S }))
  const { email } = await addUser(app)
  const visitor = new Visitor(app)
  await visitor.signIn(email)
  const isPutBack = async () => {
    await visitor.get('/login')
    return clockOf(app) < Date.now() - 0.9 * HOUR_S * 1_000
  }
  await waitUntil(isPutBack, 10_000, 'the clock does not jump')
  expectThat((await visitor.get('/app')).status === 200, 'the session is not accepted after the jump')
  await app.sql`delete from throttle`
  const someone = new Visitor(app)
  expectThat((await someone.signIn(someEmail())).status === 200, 'a user cannot sign in after the jump')
  return 'the session stays valid, a user can sign in, emails are sent'
}

/** Returns the time of a node's clock, from the last line of its log. */
function clockOf(app: App): number {
  return Date.parse([...app.log().matchAll(/"time":"([^"]+)"/g)].at(-1)?.[1] ?? '')
}

/** Moves the dates in the database an hour ahead, as if the database's clock had been turned back. */
async function databaseClockSetBack(world: FaultWorld): Promise<string> {
  const app = await world.startApp()
  const { email } = await addUser(app)
  const visitor = new Visitor(app)
  await visitor.askForCode(email)
  const code = await app.mail.codeFor(email)
  await app.sql`update code_request set created_at = created_at + interval '1 hour'`
  await app.sql`update throttle set ends_at = ends_at + interval '1 hour'`
  const { result } = await callFunction(visitor, 'login.findCodeRequest', { email })
  const wait = Number((result as { secondsUntilNextSend?: number } | null)?.secondsUntilNextSend)
  expectThat(wait <= 30, `the page shows that the user must wait ${wait} s`)
  const early = await visitor.askForCode(email)
  const told = Number(early.headers.get('retry-after'))
  expectThat(
    early.status === 429 && told <= 30,
    `a second request for a code returned ${early.status} and ${told} s to wait`,
  )
  await app.sql`update throttle set ends_at = now() where key like 'send:pause:%'`
  expectThat((await visitor.askForCode(email)).status === 200, 'a new code cannot be requested')
  const newer = await app.mail.codeFor(email, 2)
  expectThat(code === newer || (await visitor.enterCode(email, code)).status !== 200, 'the old code is still accepted')
  expectThat((await visitor.enterCode(email, newer)).status === 200, 'the new code is refused')
  return `at most ${Math.max(wait, told)} s to wait; only the newer code is valid`
}

export const CLOCK_FAULTS: Fault[] = [
  {
    row: 17,
    title: 'Nodes with wrong clocks',
    how: 'Date is shifted by 90 s, an hour and 40 days, in both directions, on one of two nodes',
    pass: 'codes and sessions begin and end by the clock of the database, on every node',
    run: wrongNodeClocks,
  },
  {
    row: 17,
    title: 'The clock of a node jumps back by an hour',
    how: 'Date is shifted while the node runs',
    pass: 'users stay signed in and can sign in',
    run: nodeClockJumpsBack,
  },
  {
    row: 17,
    title: 'The clock of the database is set back by an hour',
    how: 'the times of codes and rate limits are moved an hour ahead',
    pass: 'no user waits longer than 30 s for a code; of two codes, only the one requested last is valid',
    run: databaseClockSetBack,
  },
]
