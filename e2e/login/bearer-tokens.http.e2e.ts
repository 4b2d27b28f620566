import { startApp, type App } from '../support/app.ts'
import { addUser } from '../support/users.ts'
import { encodePayload } from '../support/server-function.ts'
import { openSession } from '../support/sessions.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const SET_NAME = '/api/onboarding.setName?createServerFn='
const INVALID_ORIGIN = { status: 403, body: { code: 'INVALID_ORIGIN' } }

let native: App
test.beforeAll(async () => {
  native = await startApp({ BEARER_TOKENS: 'true' })
})
test.afterAll(() => native.stop())

/** Adds a user with an open session. @returns the session's cookie, and its token as a header */
async function addSession(app: App, traits: Parameters<typeof addUser>[1] = {}) {
  const user = await addUser(app, traits)
  const cookie = await openSession(app, user.id)
  const token = decodeURIComponent(cookie.value)
  return { ...user, cookie, token, bearer: { authorization: `Bearer ${token}` } }
}

async function emailOf(app: App, headers: Record<string, string>, visitor = new Visitor(app)): Promise<string | null> {
  const { status, body } = await visitor.get('/api/auth/get-session', headers)
  expect(status).toBe(200)
  return (body as { user: { email: string } } | null)?.user.email ?? null
}

test('by default, a bearer token of a session is ignored', async ({ app }) => {
  const { bearer } = await addSession(app)
  expect(await emailOf(app, bearer)).toBeNull()
  expect((await callAs(app, bearer)).status).toBe(401)
  const page = await new Visitor(app).get('/app', bearer)
  expect(page.headers.get('location')).toContain('/login')
})

test('by default, a sign-in without cookies and Origin gets a cookie and no token', async ({ app }) => {
  const { email } = await addUser(app)
  const browser = crypto.randomUUID()
  const visitor = new Visitor(app)
  const send = (path: string, body: object) =>
    visitor.send('POST', `/api/auth${path}`, JSON.stringify(body), { ...JSON_TYPE, 'x-device-id': browser })
  const asked = await send('/email-otp/send-verification-otp', { email, type: 'sign-in' })
  expect(asked.status).toBe(200)
  expect(asked.headers.getSetCookie().join()).not.toContain(browser)
  expect(asked.headers.get('set-auth-token')).toBeNull()
  const entered = await send('/sign-in/email-otp', { email, otp: await app.mail.codeFor(email) })
  expect(entered, 'the visitor has a cookie now, so an Origin is required').toMatchObject(INVALID_ORIGIN)
})

test('with the setting, endpoints and server functions accept a bearer token in place of the cookie, also for changes', async () => {
  const { bearer, email, id } = await addSession(native)
  expect(await emailOf(native, bearer)).toBe(email)
  expect(await emailOf(native, { authorization: bearer.authorization.replace('Bearer', 'bearer ') })).toBe(email)
  expect((await callAs(native, bearer)).status).toBe(200)
  const changed = await new Visitor(native).send('POST', SET_NAME, encodePayload({ name: 'Ada' }), {
    ...JSON_TYPE,
    ...bearer,
  })
  expect(changed.status).toBe(200)
  expect((await native.sql`select name from "user" where id = ${id}`)[0]?.name).toBe('Ada')
})

test('a token without its own signature is refused', async () => {
  const [{ token }, other] = [await addSession(native), await addSession(native)]
  const [unsigned = '', signature = ''] = token.split('.')
  const [, otherSignature = ''] = other.token.split('.')
  const flipped = Buffer.from(signature, 'base64').map((byte, at) => (at === 0 ? byte ^ 1 : byte))
  const forged = [
    unsigned,
    `${unsigned}.`,
    `.${signature}`,
    `${unsigned}.${otherSignature}`,
    `${unsigned}.${Buffer.from(flipped).toString('base64')}`,
    `${unsigned}.${signature}.${signature}`,
    `latchkey.session_token=${token}`,
    `"${token}"`,
  ]
  for (const value of forged) {
    expect(await emailOf(native, { authorization: `Bearer ${value}` }), value).toBeNull()
    const { status } = await callAs(native, { authorization: `Bearer ${value}` })
    expect(status, value).toBe(401)
  }
  for (const scheme of ['Basic', 'Token', ''])
    expect(await emailOf(native, { authorization: `${scheme} ${token}` }), scheme).toBeNull()
})

test('the token of a banned user, of an ended session and of an expired session is refused', async () => {
  const [banned, ended, expired] = [await addSession(native), await addSession(native), await addSession(native)]
  await native.sql`update "user" set banned = true where id = ${banned.id}`
  await native.sql`delete from session where user_id = ${ended.id}`
  await native.sql`update session set expires_at = now() - interval '1 second' where user_id = ${expired.id}`
  for (const { bearer } of [banned, ended, expired]) {
    expect((await callAs(native, bearer)).status).toBe(401)
    expect(await emailOf(native, bearer)).toBeNull()
  }
})

test('a sign-out with a bearer token ends its session, and no other session of the user', async () => {
  const { bearer, id } = await addSession(native)
  const other = await openSession(native, id)
  const out = await new Visitor(native).send('POST', '/api/auth/sign-out', '{}', { ...JSON_TYPE, ...bearer })
  expect(out.status).toBe(200)
  expect(await emailOf(native, bearer)).toBeNull()
  expect(await emailOf(native, { cookie: `${other.name}=${other.value}` })).not.toBeNull()
})

test('a cookie wins over a bearer token, so that a header moves no browser into another session', async () => {
  const [victim, attacker] = [await addSession(native), await addSession(native)]
  const browser = new Visitor(native).withCookie(victim.cookie)
  expect(await emailOf(native, attacker.bearer, browser)).toBe(victim.email)
  const headers = { ...JSON_TYPE, ...attacker.bearer }
  const name = encodePayload({ name: 'Mallory' })
  expect(await browser.send('POST', SET_NAME, name, headers), 'without an Origin').toMatchObject(INVALID_ORIGIN)
  const changed = await browser.send('POST', SET_NAME, name, { ...headers, origin: native.url })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('set-auth-token')).toBeNull()
  const names = await native.sql<{ name: string }[]>`select name from "user" where id in (${victim.id}, ${attacker.id})
    order by (id = ${victim.id})`
  expect(names.map((row) => row.name)).toEqual(['Some One', 'Mallory'])
  // The sign-out ends only the session of the cookie.
  await browser.post('/api/auth/sign-out', {}, attacker.bearer)
  expect(await emailOf(native, attacker.bearer)).toBe(attacker.email)
  expect(await emailOf(native, victim.bearer)).toBeNull()
  // Any cookie counts, even one of a proxy.
  expect(await emailOf(native, { ...attacker.bearer, cookie: 'lb=1' })).toBeNull()
  expect(await emailOf(native, { ...attacker.bearer, cookie: '' })).toBeNull()
})

test('a page of another site cannot use a bearer token, and a page of this site gets none', async () => {
  const { bearer, email } = await addSession(native)
  for (const foreign of [
    { origin: 'https://e.com' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
    { referer: `${native.url}/` },
  ] as Record<string, string>[]) {
    const sent = await new Visitor(native).send('POST', '/api/auth/sign-out', '{}', {
      ...JSON_TYPE,
      ...bearer,
      ...foreign,
    })
    expect(sent, JSON.stringify(foreign)).toMatchObject(INVALID_ORIGIN)
    expect(sent.headers.get('access-control-allow-origin')).toBeNull()
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const sent = await new Visitor(native).send('POST', '/api/auth/sign-out', '{}', { ...bearer, 'content-type': type })
    expect(sent, type).toMatchObject(INVALID_ORIGIN)
  }
  const form = await new Visitor(native).send('POST', SET_NAME, encodePayload({ name: 'Mallory' }), {
    ...bearer,
    'content-type': 'text/plain',
  })
  expect(form).toMatchObject(INVALID_ORIGIN)
  const browser = new Visitor(native)
  const signedIn = await browser.signIn(email)
  expect(signedIn.status).toBe(200)
  expect(signedIn.headers.get('set-auth-token')).toBeNull()
  expect(browser.cookie('latchkey.session_token')).toBeDefined()
})

test('an app gets its token in a header, and no cookie', async () => {
  const { email } = await addUser(native)
  const device = { ...JSON_TYPE, 'x-device-id': crypto.randomUUID() }
  const app = new Visitor(native)
  const send = (path: string, body: object) => app.send('POST', `/api/auth${path}`, JSON.stringify(body), device)
  await send('/email-otp/send-verification-otp', { email, type: 'sign-in' })
  const wrong = await send('/sign-in/email-otp', { email, otp: '000000' })
  expect(wrong.headers.get('set-auth-token')).toBeNull()
  const entered = await send('/sign-in/email-otp', { email, otp: await native.mail.codeFor(email) })
  expect(entered.status).toBe(200)
  expect(app.cookies()).toBe('')
  const authorization = `Bearer ${entered.headers.get('set-auth-token')}`
  expect(await emailOf(native, { authorization })).toBe(email)
})

test('calls with the bearer token and with the cookie of a session share its rate limit', async () => {
  const { bearer, cookie } = await addSession(native)
  const callers = [new Visitor(native), new Visitor(native).withCookie(cookie)]
  const statuses = new Set<number>()
  // Each of both sends fewer calls than the limit allows.
  for (let round = 0; round < 100 && !statuses.has(429); round += 1) {
    const calls = callers.map((caller, at) =>
      Array.from({ length: 5 }, () => caller.get('/api/auth/get-session', at === 0 ? bearer : {})),
    )
    for (const { status } of await Promise.all(calls.flat())) statuses.add(status)
  }
  expect(statuses).toEqual(new Set([200, 429]))
})

test('a bearer token gives an administrator no access to the API for programs', async () => {
  const { bearer } = await addSession(native, { role: 'admin' })
  expect((await new Visitor(native).get('/api/v1/users', bearer)).status).toBe(401)
  expect((await new Visitor(native).get('/api/users.getUserCount?createServerFn=', bearer)).status).not.toBe(401)
})

/** Calls a server function that every signed-in user can call. */
function callAs(app: App, bearer: Record<string, string>) {
  return new Visitor(app).get('/api/account.listMySessions?createServerFn=', bearer)
}
