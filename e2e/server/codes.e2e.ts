import { type App, someEmail } from '../support/app.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const ASK = '/api/auth/email-otp/send-verification-otp'
const ENTER = '/api/auth/sign-in/email-otp'

test('a wrong code is refused, and the correct code is still accepted', async ({ app, visitor }) => {
  const { email, code } = await requestCode(app, visitor)
  expect(await visitor.enterCode(email, otherThan(code))).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } })
  expect((await visitor.enterCode(email, code)).status).toBe(200)
})

test('three wrong codes invalidate the correct code', async ({ app, visitor }) => {
  const { email, code } = await requestCode(app, visitor)
  const answers = [1, 2, 3].map(() => () => visitor.enterCode(email, otherThan(code)))
  expect(await inSequence(answers)).toEqual([
    { status: 400, code: 'INVALID_OTP' },
    { status: 400, code: 'INVALID_OTP' },
    { status: 403, code: 'TOO_MANY_ATTEMPTS' },
  ])
  expect(await visitor.enterCode(email, code)).toMatchObject({ status: 403, body: { code: 'TOO_MANY_ATTEMPTS' } })
  expect(await sessionsOf(app, email)).toBe(0)
})

test('a code expires five minutes after its creation, by the clock of the database', async ({ app }) => {
  const [inTime, late] = [new Visitor(app), new Visitor(app)]
  const young = await requestCode(app, inTime)
  const old = await requestCode(app, late)
  // The age is a few seconds below five minutes, because the call takes some time.
  await backdateCodes(app, '4 minutes 56 seconds')
  expect((await inTime.enterCode(young.email, young.code)).status).toBe(200)
  await backdateCodes(app, '5 minutes 1 second')
  expect(await late.enterCode(old.email, old.code)).toMatchObject({ status: 400, body: { code: 'OTP_EXPIRED' } })
})

test('a used code opens no second session', async ({ app, visitor }) => {
  const { email, code } = await requestCode(app, visitor)
  const other = visitor.at(app)
  expect((await visitor.enterCode(email, code)).status).toBe(200)
  expect(await other.enterCode(email, code)).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } })
  expect(await sessionsOf(app, email)).toBe(1)
})

test('the correct code, entered 20 times at once on two nodes, opens exactly one session', async ({ app, visitor }) => {
  const node = await app.startNode()
  const { email, code } = await requestCode(app, visitor)
  const twins = Array.from({ length: 20 }, (_, index) => visitor.at(index % 2 === 0 ? app : node))
  const answers = await Promise.all(twins.map((twin) => twin.enterCode(email, code)))
  await node.stop()
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await sessionsOf(app, email)).toBe(1)
})

test('at most three of 50 simultaneous wrong codes are checked, and the correct code is invalidated', async ({
  app,
  visitor,
}) => {
  const { email, code } = await requestCode(app, visitor)
  const guesses = Array.from({ length: 50 }, (_, index) => otherThan(code, index + 1))
  const answers = await Promise.all(guesses.map((guess) => visitor.at(app).enterCode(email, guess)))
  expect(answers.filter(({ body }) => codeOf(body) === 'INVALID_OTP').length).toBeLessThan(3)
  // A node on a busy machine refuses some requests if many arrive at once.
  const notLookedAt = answers.filter(({ body }) => ['TOO_MANY_ATTEMPTS', 'SERVICE_BUSY'].includes(codeOf(body) ?? ''))
  expect(notLookedAt.length).toBeGreaterThan(47)
  expect((await visitor.enterCode(email, code)).status).toBe(403)
})

test('a new code replaces the previous one', async ({ app, visitor }) => {
  const first = await requestCode(app, visitor)
  const second = await requestCode(app, visitor, first.email)
  if (first.code !== second.code)
    expect(await visitor.enterCode(first.email, first.code)).toMatchObject({ body: { code: 'INVALID_OTP' } })
  expect((await visitor.enterCode(first.email, second.code)).status).toBe(200)
})

test('only the browser that requested a code can enter it; other browsers do not use up attempts', async ({
  app,
  visitor,
}) => {
  const { email, code } = await requestCode(app, visitor)
  const stranger = new Visitor(app)
  for (let tries = 0; tries < 4; tries += 1)
    expect(await stranger.enterCode(email, code)).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } })
  expect((await callFunction(stranger, 'login.findCodeRequest', { email })).result).toBeNull()
  expect((await visitor.enterCode(email, code)).status).toBe(200)
})

test('spaces in a code, and spaces and capitals in an email address, are ignored', async ({ app, visitor }) => {
  const { email, code } = await requestCode(app, visitor)
  const typed = ` ${code.slice(0, 3)} ${code.slice(3)}\t`
  expect((await visitor.enterCode(`  ${email.toUpperCase()} `, typed)).status).toBe(200)
})

test('additional fields in a request to sign in change no column of the user', async ({ app, visitor }) => {
  const { email, code } = await requestCode(app, visitor)
  const extra = { name: 'Mallory', image: 'https://e.com/x.png', role: 'admin', banned: true, emailVerified: false }
  const id = '00000000-0000-4000-8000-000000000000'
  expect((await visitor.post(ENTER, { email, otp: code, id, ...extra })).status).toBe(200)
  const rows = await app.sql`select id, name, image, role, banned, email_verified from "user" where email = ${email}`
  expect(rows[0]).toMatchObject({ name: '', image: null, role: 'user', banned: false, email_verified: true })
  expect(rows[0]?.id).not.toBe(id)
})

for (const type of ['email-verification', 'forget-password', 'change-email', '', null])
  test(`a request for a code of type "${type}" is refused`, async ({ visitor }) => {
    expect(await visitor.post(ASK, { email: someEmail(), type })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', field: 'type' },
    })
  })

const NOT_ONE_ADDRESS = {
  nothing: '',
  'a number': 7,
  'an array': ['a@example.com'],
  'an object': { $ne: '' },
  'no domain': 'a@',
  '300 characters': `${'a'.repeat(290)}@example.com`,
  'a line break': 'a@example.com\r\nBcc: b@example.com',
  'a NUL': 'a\0@example.com',
  'two addresses': 'a@example.com,b@example.com',
  'a display name': '"x" <a@example.com>',
  'a quoted local part': '"x"@example.com',
}

for (const [what, email] of Object.entries(NOT_ONE_ADDRESS))
  test(`${what} in place of an email address returns INVALID_EMAIL, and no email is sent`, async ({ app, visitor }) => {
    const before = app.mail.received.length
    const refused = { status: 400, body: { code: 'INVALID_EMAIL', field: 'email' } }
    expect(await visitor.post(ASK, { email, type: 'sign-in' })).toMatchObject(refused)
    expect(await visitor.post(ENTER, { email, otp: '123456' })).toMatchObject(refused)
    expect(app.mail.received.length).toBe(before)
  })

for (const otp of [
  '',
  '12345',
  '1234567',
  'abcdef',
  '１２３４５６',
  123_456,
  null,
  ['1', '2'],
  '12345\0',
  '9'.repeat(300),
])
  test(`${JSON.stringify(otp).slice(0, 12)} in place of a code returns INVALID_OTP`, async ({ visitor }) => {
    expect(await visitor.post(ENTER, { email: someEmail(), otp })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_OTP', field: 'otp' },
    })
  })

for (const body of ['', 'null', '[]', '7', '"text"', '{', '{"email":', '\0'])
  test(`${JSON.stringify(body)} in place of a JSON body returns INVALID_INPUT`, async ({ app, visitor }) => {
    const headers = { origin: app.url, 'content-type': 'application/json' }
    for (const path of [ASK, ENTER])
      expect(await visitor.send('POST', path, body, headers)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      })
  })

async function requestCode(app: App, visitor: Visitor, email = someEmail()) {
  await app.sql`delete from throttle where key like 'send:pause:%'`
  const mails = app.mail.codeMailsTo(email).length
  expect((await visitor.askForCode(email)).status).toBe(200)
  return { email, code: await app.mail.codeFor(email, mails + 1) }
}

function backdateCodes(app: App, age: string) {
  return app.sql`update code_request set created_at = now() - ${age}::interval where used_at is null`
}

function otherThan(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}

async function sessionsOf(app: App, email: string): Promise<number> {
  const rows = await app.sql`
    select session.id from session join "user" on "user".id = session.user_id where "user".email = ${email}`
  return rows.length
}

function codeOf(body: unknown): string | undefined {
  return (body as { code?: string }).code
}

async function inSequence(calls: (() => Promise<{ status: number; body: unknown }>)[]) {
  const answers: { status: number; code: string | undefined }[] = []
  for (const call of calls) {
    const { status, body } = await call()
    answers.push({ status, code: codeOf(body) })
  }
  return answers
}
