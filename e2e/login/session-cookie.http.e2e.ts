import { someEmail, startApp, type App } from '../support/app.ts'
import { addUser, addVisitor } from '../support/users.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const COOKIE = 'latchkey.session_token'

test('a session opens only with its own, unchanged cookie', async ({ app }) => {
  const [visitor, other] = [await signedIn(app), await signedIn(app)]
  const value = visitor.cookie(COOKIE) ?? ''
  const [token = '', signature = ''] = decodeURIComponent(value).split('.')
  const [otherToken = '', otherSignature = ''] = decodeURIComponent(other.cookie(COOKIE) ?? '').split('.')
  expect(await isAccepted(app, `${COOKIE}=${value}`)).toBe(true)
  expect(await isAccepted(app, `before=1; ${COOKIE}=${value}; after=2`)).toBe(true)

  const bytes = Buffer.from(signature, 'base64')
  const flipped = Buffer.from(bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte)))
  const forged = [
    '',
    token,
    `${token}.`,
    `.${signature}`,
    `${token}.${otherSignature}`,
    `${otherToken}.${signature}`,
    `${token}.${flipped.toString('base64')}`,
    `${token}.${signature.slice(0, -8)}`,
    `${token}.${Buffer.concat([bytes, bytes]).toString('base64')}`,
    `${token}x.${signature}`,
    `${token}.${signature}x`,
    `${token.toLowerCase()}.${signature}`,
    `${token}.%E0%A4%A`,
    `%00.${signature}`,
    `__proto__.${signature}`,
    // better-auth would accept quotes, but code that reads the token (limits, ending the previous session) would not.
    `"${token}.${encodeURIComponent(signature)}"`,
  ]
  for (const cookie of forged) {
    expect(await isAccepted(app, `${COOKIE}=${cookie}`), cookie).toBe(false)
    expect(await isAccepted(app, `${COOKIE}=${encodeURIComponent(cookie)}`), cookie).toBe(false)
  }
})

test('a cookie with another name opens no session, and neither does a cookie without the prefix __Host- over HTTPS', async ({
  app,
}) => {
  const value = (await signedIn(app)).cookie(COOKIE) ?? ''
  for (const name of [`x${COOKIE}`, `other=${COOKIE}`, `__Host-${COOKIE}`, COOKIE.toUpperCase()])
    expect(await isAccepted(app, `${name}=${value}`), name).toBe(false)

  const secure = await startApp({ APP_URL: 'https://app.example.com' })
  const visitor = new Visitor(secure)
  const email = someEmail('cookie')
  const headers = { origin: 'https://app.example.com' }
  await visitor.post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' }, headers)
  await visitor.post('/api/auth/sign-in/email-otp', { email, otp: await secure.mail.codeFor(email) }, headers)
  const prefixed = visitor.cookie(`__Host-${COOKIE}`) ?? ''
  expect(await isAccepted(secure, `__Host-${COOKIE}=${prefixed}`)).toBe(true)
  for (const name of [COOKIE, `x${COOKIE}`, `other=${COOKIE}`, `x__Host-${COOKIE}`, `__Secure-${COOKIE}`])
    expect(await isAccepted(secure, `${name}=${prefixed}`), name).toBe(false)
  await secure.stop()
})

test('a duplicate or an overlong session cookie opens no session', async ({ app }) => {
  const value = (await signedIn(app)).cookie(COOKIE) ?? ''
  const twice = await get(app, `${COOKIE}=${value}; ${COOKIE}=${value}`)
  expect(await twice.json()).toBeNull()
  expect(await isAccepted(app, `${COOKIE}=x; ${COOKIE}=y`)).toBe(false)
  expect(await isAccepted(app, `${COOKIE}=${'a'.repeat(6_000)}.${'b'.repeat(2_000)}`)).toBe(false)
})

test('an expired session opens nothing and its cookie is deleted', async ({ app }) => {
  const visitor = await signedIn(app)
  await app.sql`update session set expires_at = now() - interval '1 second' where token = ${tokenOf(visitor)}`
  const { body, headers } = await visitor.get('/api/auth/get-session')
  expect(body).toBeNull()
  expect(headers.getSetCookie().join()).toMatch(new RegExp(`${COOKIE}=;.*Max-Age=0`, 'i'))

  const gone = await signedIn(app)
  await app.sql`delete from session where token = ${tokenOf(gone)}`
  expect((await gone.get('/api/auth/get-session')).body).toBeNull()
  // The cookie remains: if its token had just been replaced, deleting the cookie would delete the new token too.
  expect(gone.cookie(COOKIE)).toBeDefined()
})

test('a session is extended after a day of use, together with its cookie', async ({ app }) => {
  const visitor = await signedIn(app)
  const token = tokenOf(visitor)
  expect((await visitor.get('/api/auth/get-session')).headers.getSetCookie()).toEqual([])

  await app.sql`update session set expires_at = expires_at - interval '25 hours' where token = ${token}`
  const [before] = await app.sql`select expires_at from session where token = ${token}`
  const renewed = await visitor.get('/api/auth/get-session')
  const [after] = await app.sql`select expires_at from session where token = ${token}`
  expect(renewed.headers.getSetCookie().join()).toContain(`${COOKIE}=${token}`)
  expect(Number(after?.expires_at) - Number(before?.expires_at)).toBeGreaterThan(24 * 3_600_000)
})

test('the response that extends a session has the same contents as other responses', async ({ app }) => {
  const { id, visitor } = await addVisitor(app)
  await app.sql`with made as (insert into organization (name) values ('Harbour'), ('Elsewhere') returning id, name)
    insert into member (organization_id, user_id, role) select id, ${id}, 'member' from made where name = 'Harbour'`
  await app.sql`update session set active_organization_id = (select organization_id from member where user_id = ${id})
    where user_id = ${id}`
  await app.sql`update "user" set invited_at = now() where id = ${id}`
  const answer = async () => {
    const { body } = await visitor.get('/api/auth/get-session')
    const { session, user } = body as { session: Record<string, unknown>; user: Record<string, unknown> }
    const shown: Record<string, unknown> = { ...session, expiresAt: null }
    return { session: shown, user }
  }
  const before = await answer()
  expect(before.session.organizations).toHaveLength(1)
  await app.sql`update session set expires_at = expires_at - interval '25 hours' where user_id = ${id}`
  expect(await answer()).toEqual(before)
})

test('a session of an impersonation is never extended', async ({ app }) => {
  const { id, visitor } = await addVisitor(app)
  const { id: administratorId } = await addUser(app, { role: 'admin' })
  await app.sql`update session set impersonated_by = ${administratorId}, expires_at = now() + interval '50 minutes'
    where user_id = ${id}`
  const end = () => app.sql`select expires_at, updated_at from session where user_id = ${id}`
  const before = await end()
  const { body, headers } = await visitor.get('/api/auth/get-session')
  expect(body).toMatchObject({ session: { impersonatedBy: administratorId } })
  expect(headers.getSetCookie().join()).not.toContain(COOKIE)
  expect(await end()).toEqual(before)
})

test('a session of a banned user is refused', async ({ app }) => {
  const visitor = await signedIn(app)
  await app.sql`update "user" set banned = true where id = (select user_id from session where token = ${tokenOf(visitor)})`
  expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
})

async function signedIn(app: App): Promise<Visitor> {
  const visitor = new Visitor(app)
  await visitor.signIn(someEmail('cookie'))
  return visitor
}

function tokenOf(visitor: Visitor): string {
  return decodeURIComponent(visitor.cookie(COOKIE) ?? '').split('.')[0] ?? ''
}

function get(app: App, cookie: string): Promise<Response> {
  return fetch(`${app.url}/api/auth/get-session`, { headers: { cookie } })
}

async function isAccepted(app: App, cookie: string): Promise<boolean> {
  const response = await get(app, cookie)
  expect(response.status, cookie).toBeLessThan(500)
  return response.status === 200 && (await response.json()) !== null
}
