import { type App, someEmail, startApp } from '../support/app.ts'
import { newUserEmail } from '../support/users.ts'
import { requestCode, mailStateOf } from '../support/requested-code.ts'
import { alsoInQuickRun } from '../support/speed.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'
import { jobCount } from '../support/jobs.ts'

const KNOWN_EMAIL = 'person7@example.com'
const BANNED_EMAIL = 'person30@example.com'
const WARM_UP_ROUNDS = 3
const ROUNDS = 15
/** The ratio of response times that counts as a difference. Noise stays below it; waiting for an email is a ratio of 30. */
const NOTICEABLE_RATIO = 2

type Answer = Awaited<ReturnType<Visitor['get']>>

interface Comparison {
  prepare?: (visitor: Visitor, email: string) => Promise<Answer>
  /** Sends the request whose time is measured. */
  act: (visitor: Visitor, email: string) => Promise<Answer>
  expected: { status: number; code?: string; success?: boolean }
}

for (const signUp of ['true', 'false'])
  // With closed sign-up, an unknown address takes a way of its own, so that a difference is more likely.
  test.describe(`with SIGNUP_ENABLED=${signUp}`, alsoInQuickRun(signUp === 'false'), () => {
    test.describe.configure({ timeout: 180_000 })
    let app: App
    test.beforeAll(async () => {
      app = await startApp({ SIGNUP_ENABLED: signUp })
    })
    test.afterAll(() => app.stop())

    test('a request for a code gets the same response for a known, an unknown and a banned address', async () => {
      const ask = (visitor: Visitor, email: string) => visitor.askForCode(email)
      await expectNoDifference(app, { act: ask, expected: { status: 200, success: true } })
    })

    test('a wrong code gets the same response for a known, an unknown and a banned address', async () => {
      await expectNoDifference(app, {
        prepare: (visitor, email) => visitor.askForCode(email),
        act: (visitor, email) => visitor.enterCode(email, '000000'),
        expected: { status: 400, code: 'INVALID_OTP' },
      })
    })
  })

test.describe('while sign-up is closed', () => {
  let app: App
  test.beforeAll(async () => {
    app = await startApp({ SIGNUP_ENABLED: 'false' })
  })
  test.afterAll(() => app.stop())

  test('an unknown address gets no email, and the verify page is the same as for a known one', async () => {
    const [known, unknown] = [await requestCode(app, KNOWN_EMAIL), await requestCode(app, someEmail())]
    for (const client of [known, unknown]) await expect.poll(() => mailStateOf(client)).toBe('sent')
    expect(app.mail.mailsTo(known.email)).toHaveLength(1)
    expect(app.mail.mailsTo(unknown.email)).toHaveLength(0)
    expect(await verifyPageOf(unknown)).toBe(await verifyPageOf(known))
  })

  test('if the mail server is down, the verify page is the same for a known and an unknown address', async () => {
    await app.mail.stop()
    const clients = [await requestCode(app, 'admin@example.com'), await requestCode(app, someEmail())]
    for (const client of clients) await expect.poll(() => mailStateOf(client)).toBe('delayed')
    await app.mail.start()
  })
})

test('a correct code for an unknown address creates no account after sign-up was closed', async ({ app }) => {
  const { email, visitor } = await requestCode(app, someEmail())
  const code = await app.mail.codeFor(email)
  const closed = await app.startNode({ SIGNUP_ENABLED: 'false' })
  expect(await visitor.at(closed).enterCode(email, code)).toMatchObject({
    status: 403,
    body: { code: 'SIGNUP_DISABLED' },
  })
  expect(await app.sql`select 1 from "user" where email = ${email}`).toHaveLength(0)
  await closed.stop()
})

test('a banned user sees reason and end of the ban only after the correct code', async ({ app }) => {
  const until = new Date(Date.now() + 86_400_000)
  const email = await newUserEmail(app, { banned: true, banReason: 'Spam', banExpires: until })
  const { visitor } = await requestCode(app, email)
  const answer = await visitor.enterCode(email, await app.mail.codeFor(email))
  expect(answer).toMatchObject({
    status: 403,
    body: { code: 'BANNED_USER', banReason: 'Spam', banExpires: until.toISOString() },
  })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(visitor.cookie('latchkey.session_token')).toBeUndefined()
})

test('a permanent ban has no end date, and an expired ban allows the sign-in', async ({ app }) => {
  const email = await newUserEmail(app, { banned: true })
  const first = new Visitor(app)
  expect(await first.signIn(email)).toMatchObject({ status: 403, body: { banReason: null, banExpires: null } })
  await app.sql`update "user" set ban_expires = now() - interval '1 second' where email = ${email}`
  await app.sql`delete from throttle`
  expect((await new Visitor(app).signIn(email)).status).toBe(200)
})

/** Compares the responses for three kinds of addresses: status, body and header names must be equal, the time similar. */
async function expectNoDifference(app: App, comparison: Comparison) {
  const looks = new Set<string>()
  // Measures again after a failure, because noise varies, but a real difference appears in every measurement.
  await expect(async () => expect(await ratioOfMedians(app, comparison, looks)).toBeLessThan(NOTICEABLE_RATIO)).toPass({
    intervals: [0],
    timeout: 150_000,
  })
  expect([...looks]).toHaveLength(1)
}

/** Measures the addresses alternately, so that anything that slows down the machine affects all of them. */
async function ratioOfMedians(app: App, { prepare, act, expected }: Comparison, looks: Set<string>): Promise<number> {
  const unknown = someEmail()
  const timings: Record<string, number[]> = { [KNOWN_EMAIL]: [], [unknown]: [], [BANNED_EMAIL]: [] }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1)
    for (const [email, times] of Object.entries(timings)) {
      await app.sql`delete from throttle`
      const visitor = new Visitor(app)
      await prepare?.(visitor, email)
      await untilQueueIsEmpty(app)
      const startedAt = performance.now()
      const { status, body, headers } = await act(visitor, email)
      if (round >= 0) times.push(performance.now() - startedAt)
      expect({ status, ...(body as object) }).toMatchObject(expected)
      looks.add(JSON.stringify([status, body, [...headers.keys()].sort()]))
    }
  const medians = Object.values(timings).map(median)
  return Math.max(...medians) / Math.min(...medians)
}

/** Waits until queued mail is sent, because receiving it slows down this process, which would falsify the measurement. */
async function untilQueueIsEmpty(app: App) {
  await expect.poll(() => jobCount(app), { intervals: [10] }).toBe(0)
}

function median(values: number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

/** Returns the HTML of the page without parts that differ between visits: address, nonce and numbers. */
async function verifyPageOf({ visitor, email }: { visitor: Visitor; email: string }) {
  const { body, headers } = await visitor.get(`/login/verify?email=${encodeURIComponent(email)}`)
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? ''
  return String(body)
    .replaceAll(email, 'EMAIL')
    .replaceAll(encodeURIComponent(email), 'EMAIL')
    .replaceAll(nonce, 'NONCE')
    .replace(/\d+/g, 'N')
}
