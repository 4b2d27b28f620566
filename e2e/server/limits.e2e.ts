import { randomInt } from 'node:crypto'
import { type App, someEmail, startApp } from '../support/app.ts'
import { solveChallengeOf } from '../support/challenge.ts'
import { tenAtATime } from '../support/ten-at-a-time.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const MINUTE = 60
const HOUR = 3_600

const ASK = '/api/auth/email-otp/send-verification-otp'

type Answer = Awaited<ReturnType<Visitor['get']>>

test('a network can request one code per address in 30 seconds, from any browser and on any node', async ({
  app,
  visitor,
}) => {
  const node = await app.startNode()
  const email = someEmail()
  expect((await visitor.askForCode(email)).status).toBe(200)
  expectRefusal(await visitor.askForCode(email), 30)
  expectRefusal(await visitorFrom(app, visitor.address).askForCode(` ${email.toUpperCase()}`), 30)
  expectRefusal(await visitorFrom(node, visitor.address).askForCode(email), 30)
  await node.stop()
  await backdateLimits(app, '30 seconds')
  expect((await visitor.askForCode(email)).status).toBe(200)
})

test('20 simultaneous requests from one network for the same address get one code', async ({ app, visitor }) => {
  const email = someEmail()
  const neighbours = Array.from({ length: 20 }, () => visitorFrom(app, visitor.address))
  const answers = await Promise.all(neighbours.map((neighbour) => neighbour.askForCode(email)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('an address gets five codes per hour without proof of work, and five more in four hours with it', async ({
  app,
}) => {
  const email = someEmail()
  for (let sent = 0; sent < 5; sent += 1) expect((await new Visitor(app).askForCode(email)).status).toBe(200)
  for (let sent = 5; sent < 10; sent += 1) {
    const visitor = new Visitor(app)
    const refusal = await visitor.askForCode(email)
    expectRefusal(refusal, HOUR)
    const work = await solveChallengeOf(refusal)
    expectRefusal(await new Visitor(app).askForCode(email, work), HOUR)
    expect((await visitor.askForCode(email, work)).status).toBe(200)
  }
  const refused = await new Visitor(app).askForCode(email)
  expect(expectRefusal(refused, 4 * HOUR)).toBeGreaterThan(3 * HOUR)
  expect(refused.body).not.toHaveProperty('challenge')
})

test('one network cannot use up the codes that other networks can request for an address', async ({ app, visitor }) => {
  const email = someEmail()
  for (let sent = 0; sent < 4; sent += 1) {
    expect((await visitor.askForCode(email)).status).toBe(200)
    await endPauses(app)
  }
  expectRefusal(await visitor.askForCode(email), 2 * HOUR)
  expect((await new Visitor(app).askForCode(email)).status).toBe(200)
})

test('malformed proofs of work are refused, and a valid one is accepted only once', async ({ app, visitor }) => {
  await askFor(30, visitor)
  const email = someEmail()
  const work = await solveChallengeOf(await visitor.askForCode(email))
  const { challenge, solution } = work
  for (const malformed of [1, 'x', [], {}, { challenge }, { challenge, solution: { ...solution, counter: -1 } }])
    expect(await visitor.post(ASK, { email, type: 'sign-in', work: malformed })).toMatchObject({ status: 400 })
  const later = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 4_000_000_000 } }
  expectRefusal(await visitor.askForCode(email, { challenge: later, solution }), 10 * MINUTE)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => visitorFrom(app, visitor.address).askForCode(email, work)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test("a network can request 30 codes in ten minutes, and refused requests don't count against the address", async ({
  app,
  visitor,
}) => {
  await askFor(30, visitor)
  const email = someEmail()
  expectRefusal(await visitor.askForCode(email), 10 * MINUTE)
  expect((await new Visitor(app).askForCode(email)).status).toBe(200)
})

test('all addresses of an IPv6 /64 share one limit', async ({ app }) => {
  const prefix = `2001:db8:${randomInt(1, 0xffff).toString(16)}`
  const neighbours = Array.from({ length: 30 }, (_, index) => visitorFrom(app, `${prefix}:1::${index + 1}`))
  for (const neighbour of neighbours) expect((await neighbour.askForCode(someEmail())).status).toBe(200)
  expectRefusal(await visitorFrom(app, `${prefix}:1:ffff::9`).askForCode(someEmail()), 10 * MINUTE)
  expect((await visitorFrom(app, `${prefix}:2::1`).askForCode(someEmail())).status).toBe(200)
})

test('a network can try 60 codes in ten minutes, and the attempts on both nodes count together', async ({
  app,
  visitor,
}) => {
  const node = await app.startNode()
  const email = someEmail()
  const answers = await tenAtATime(60, (index) => visitor.at(index % 2 === 0 ? app : node).enterCode(email, '123456'))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  expectRefusal(await visitor.enterCode(email, '123456'), 10 * MINUTE)
  expectRefusal(await visitor.at(node).enterCode(email, '123456'), 10 * MINUTE)
  await node.stop()
  expect((await new Visitor(app).enterCode(email, '123456')).status).toBe(400)
})

test("strangers who use up the codes of an address don't lock out a browser that has signed in with the address before", async ({
  app,
  visitor,
}) => {
  const email = someEmail()
  expect((await visitor.signIn(email)).status).toBe(200)
  for (let sent = 1; sent < 10; sent += 1) {
    expect((await askWithWork(new Visitor(app), email)).status).toBe(200)
  }
  expectRefusal(await new Visitor(app).askForCode(email), 4 * HOUR)
  await expect.poll(() => app.mail.mailsTo(email).length).toBe(10)
  expect((await visitor.askForCode(email)).status).toBe(200)
  expect((await visitor.enterCode(email, await app.mail.codeFor(email, 11))).status).toBe(200)
})

test("strangers who use up a network's limits lock out neither its known browsers nor a newcomer with a code", async ({
  app,
  visitor,
}) => {
  const email = someEmail()
  expect((await visitor.signIn(email)).status).toBe(200)
  await askFor(29, visitorFrom(app, visitor.address))
  expectRefusal(await visitorFrom(app, visitor.address).askForCode(someEmail()), 10 * MINUTE)
  await endPauses(app)
  expect((await visitor.askForCode(email)).status).toBe(200)
  const code = await app.mail.codeFor(email, 2)
  const newcomer = visitorFrom(app, visitor.address)
  const newEmail = someEmail()
  expect(
    (await newcomer.askForCode(newEmail, await solveChallengeOf(await newcomer.askForCode(newEmail)))).status,
  ).toBe(200)
  await tenAtATime(60, () => visitorFrom(app, visitor.address).enterCode(email, '123456'))
  expectRefusal(await visitorFrom(app, visitor.address).enterCode(email, code), 10 * MINUTE)
  expect((await visitor.enterCode(email, code)).status).toBe(200)
  expect((await newcomer.enterCode(newEmail, await app.mail.codeFor(newEmail))).status).toBe(200)
})

test('a known browser has its own limits, which apply only to addresses that have signed in with it', async ({
  app,
  visitor,
}) => {
  const email = someEmail()
  expect((await visitor.signIn(email)).status).toBe(200)
  expect((await visitor.askForCode(email)).status).toBe(200)
  expectRefusal(await visitor.askForCode(email), 30)
  const other = someEmail()
  expect((await visitorFrom(app, visitor.address).askForCode(other)).status).toBe(200)
  expectRefusal(await visitor.askForCode(other), 30)
})

test('reaching the limit over all addresses is logged as an error; known browsers and proofs of work are exempt', async ({
  app,
  visitor,
}) => {
  const known = new Visitor(app)
  const email = someEmail()
  await known.signIn(email)
  await setGlobalLimit(app, 1_000)
  const stranger = someEmail()
  const refusal = await visitor.askForCode(stranger)
  expectRefusal(refusal, 600)
  await expect.poll(() => app.log()).toContain('"event":"login.global_limit_reached"')
  expect(logLine(app, 'login.global_limit_reached')).toMatchObject({ level: 'error' })
  expect((await known.askForCode(email)).status).toBe(200)
  expect((await visitor.askForCode(stranger, await solveChallengeOf(refusal))).status).toBe(200)
  await setGlobalLimit(app, 999)
  expect((await visitor.askForCode(someEmail())).status).toBe(200)
  expectRefusal(await visitor.askForCode(someEmail()), 600)
  await setGlobalLimit(app, 0)
})

test('X-Forwarded-For is ignored if no proxy is trusted', async () => {
  const app = await startApp({ TRUSTED_PROXIES: '' })
  for (let sent = 0; sent < 30; sent += 1) expect((await new Visitor(app).askForCode(someEmail())).status).toBe(200)
  expectRefusal(await new Visitor(app).askForCode(someEmail()), 10 * MINUTE)
  // One key is for the network of the visitors, the other for the wider network around it.
  const keys = await app.sql`select key from throttle where key like 'send:network:%'`
  expect(keys).toHaveLength(2)
  expect(JSON.stringify(keys)).not.toContain('127.0.0')
  await app.stop()
})

test('only the entry of X-Forwarded-For that the trusted proxy added is used', async ({ app }) => {
  const forged = Array.from({ length: 30 }, (_, index) => visitorFrom(app, `192.0.2.${index}, 203.0.113.7`))
  for (const visitor of forged) expect((await visitor.askForCode(someEmail())).status).toBe(200)
  expectRefusal(await visitorFrom(app, '192.0.2.99, 203.0.113.7').askForCode(someEmail()), 10 * MINUTE)
})

function expectRefusal({ status, headers, body }: Answer, atMostSeconds: number): number {
  const { code, retryAfterSeconds } = body as { code?: string; retryAfterSeconds?: number }
  expect({ status, code }).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' })
  expect(headers.get('retry-after')).toBe(String(retryAfterSeconds))
  expect(retryAfterSeconds).toBeGreaterThan(0)
  expect(retryAfterSeconds).toBeLessThanOrEqual(atMostSeconds)
  return retryAfterSeconds ?? 0
}

async function askFor(count: number, visitor: Visitor) {
  for (let sent = 0; sent < count; sent += 1) expect((await visitor.askForCode(someEmail())).status).toBe(200)
}

/** Requests a code. If the response is a 429, solves its challenge and requests the code again. */
async function askWithWork(visitor: Visitor, email: string): Promise<Answer> {
  const answer = await visitor.askForCode(email)
  return answer.status === 429 ? visitor.askForCode(email, await solveChallengeOf(answer)) : answer
}

function visitorFrom(app: App, address: string): Visitor {
  const visitor = new Visitor(app)
  visitor.address = address
  return visitor
}

function backdateLimits(app: App, time: string) {
  return app.sql`update throttle set ends_at = ends_at - ${time}::interval`
}

function endPauses(app: App) {
  return app.sql`delete from throttle where key like 'send:pause:%'`
}

function setGlobalLimit(app: App, count: number) {
  return app.sql`
    insert into throttle (key, count, ends_at) values ('send:all', ${count}, now() + interval '10 minutes')
    on conflict (key) do update set count = excluded.count, ends_at = excluded.ends_at`
}

function logLine(app: App, event: string): unknown {
  const line = app
    .log()
    .split('\n')
    .find((text) => text.includes(`"event":"${event}"`))
  return JSON.parse(line ?? 'null')
}
