import { appConfig } from '#app.config'
import { type App, someEmail, startApp } from '../support/app.ts'
import { newUserEmail } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { Visitor } from '../support/visitor.ts'

const { errors } = textsOf('en')

type Answer = Awaited<ReturnType<Visitor['get']>>

const HEADERS_OF_ALL = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': expect.stringMatching(/^(no-referrer|strict-origin-when-cross-origin)$/),
}
const HEADERS_OF_PAGES_AND_CALLS = {
  ...HEADERS_OF_ALL,
  'cache-control': 'no-store',
  'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  'content-security-policy': expect.stringMatching(
    /script-src ('nonce-[\w-]{22}'|'sha256-[\w+/]{43}='( 'sha256-[\w+/]{43}=')*) 'strict-dynamic';.* object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'/,
  ),
}

const ANSWERS: Record<string, { status: number; ask: (visitor: Visitor) => Promise<Answer> }> = {
  'a page': { status: 200, ask: (visitor) => visitor.get('/login?redirect=%2Fapp') },
  'a cached page': { status: 200, ask: (visitor) => visitor.get('/login') },
  'a redirect': { status: 302, ask: (visitor) => visitor.get('/app') },
  'a missing page': { status: 404, ask: (visitor) => visitor.get('/nothing') },
  'a missing file': { status: 404, ask: (visitor) => visitor.get('/assets/nothing.js') },
  'a page with a wrong method': { status: 405, ask: (visitor) => visitor.send('PUT', '/login', '', {}) },
  'a POST call': { status: 200, ask: (visitor) => visitor.askForCode(someEmail()) },
  'a GET call': { status: 200, ask: (visitor) => visitor.get('/api/auth/get-session') },
  'a call with invalid input': { status: 400, ask: (visitor) => visitor.askForCode('') },
  'a missing function': { status: 404, ask: (visitor) => visitor.get('/api/auth/admin/set-role') },
  'a call with a wrong method': { status: 405, ask: (visitor) => visitor.get('/api/auth/sign-out') },
  'a call from another site': {
    status: 403,
    ask: (visitor) => visitor.post('/api/auth/sign-out', {}, { origin: 'x' }),
  },
  'a server function': { status: 200, ask: (visitor) => visitor.get('/api/app-init.initializeApp') },
  'a server function that refuses the caller': {
    status: 401,
    ask: (visitor) => visitor.get('/api/dashboard.getDashboard'),
  },
  'a health check': { status: 200, ask: (visitor) => visitor.get('/readyz') },
  'the security contact': { status: 200, ask: (visitor) => visitor.get('/.well-known/security.txt') },
  'a long URL': { status: 414, ask: (visitor) => visitor.get(`/login?redirect=${'x'.repeat(9_000)}`) },
}

for (const [what, { status, ask }] of Object.entries(ANSWERS))
  test(`${what} (${status}) has all security headers and is not cached`, async ({ visitor }) => {
    const answer = await ask(visitor)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(HEADERS_OF_PAGES_AND_CALLS)
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security'])
      expect(answer.headers.get(name)).toBeNull()
  })

test('static files have the security headers; files with a hash in their name are cached for a year', async ({
  visitor,
}) => {
  const { body } = await visitor.get('/login')
  const assets = [...String(body).matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '')
  expect(assets.length).toBeGreaterThan(1)
  for (const path of assets) {
    const { status, headers } = await visitor.get(path)
    expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
      status: 200,
      ...HEADERS_OF_ALL,
      'cache-control': expect.stringMatching(/max-age=31536000, immutable/),
      'content-type': expect.stringMatching(/^text\/(javascript|css)/),
    })
  }
  const icon = await visitor.get('/favicon.svg')
  expect(Object.fromEntries(icon.headers)).toMatchObject(HEADERS_OF_ALL)
  expect(icon.headers.get('cache-control')).not.toContain('immutable')
})

test('a static file that is opened directly can neither run scripts nor load resources', async ({ visitor }) => {
  for (const path of ['/favicon.svg', '/logos/github.svg', '/third-party-notices.md'])
    expect((await visitor.get(path)).headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
})

test('security.txt names the contact for vulnerabilities, and its expiry date is always in the future', async ({
  visitor,
}) => {
  const { headers, body } = await visitor.get('/.well-known/security.txt')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    String(body)
      .trim()
      .split('\n')
      .map((line): [string, string] => [line.split(': ')[0] ?? '', line.replace(/^[^:]+: /, '')]),
  )
  expect(fields.get('Contact')).toBe(appConfig.securityContact)
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
  expect(fields.get('Canonical')).toMatch(/\/\.well-known\/security\.txt$/)
  expect(fields.get('Preferred-Languages')).toBe('en, fr, ar, sw')
})

test('/third-party-notices.md lists the licenses of the libraries that are sent to browsers', async ({ visitor }) => {
  const { status, body } = await visitor.get('/third-party-notices.md')
  expect(status).toBe(200)
  for (const name of ['react-dom', '@tanstack/react-router', 'i18next-http-backend', 'sonner'])
    expect(body).toMatch(new RegExp(`^## ${name} - .* \\(MIT\\)`, 'm'))
})

test('login pages send no Referer, and the address in their URL is not logged', async ({ app, visitor }) => {
  const email = someEmail()
  for (const path of ['/login', '/login/verify', '/login/error'])
    expect((await visitor.get(`${path}?email=${email}`)).headers.get('referrer-policy')).toBe('no-referrer')
  expect((await visitor.get('/')).headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  await expect.poll(() => app.log()).toContain('"path":"/login/verify"')
  expect(app.log()).not.toContain(email.split('@')[0])
})

test.describe('behind HTTPS', () => {
  const url = 'https://app.example.com'
  let app: App
  test.beforeAll(async () => {
    app = await startApp({ APP_URL: url })
  })
  test.afterAll(() => app.stop())

  test('behind HTTPS, responses have Strict-Transport-Security, and all cookies are Secure', async () => {
    const visitor = new Visitor(app)
    const email = someEmail()
    const asked = await visitor.post(
      '/api/auth/email-otp/send-verification-otp',
      { email, type: 'sign-in' },
      { origin: url },
    )
    expect(asked.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-latchkey\.browser=[\da-f-]{36}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
    const otp = await app.mail.codeFor(email)
    const signedIn = await visitor.post('/api/auth/sign-in/email-otp', { email, otp }, { origin: url })
    const [cookie = ''] = signedIn.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-latchkey\.session_token=/)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(`; ${attribute}`)
    expect(cookie).not.toMatch(/domain=/i)

    expect((await visitor.get('/app')).status).toBe(200)
    for (const path of ['/login', '/nothing', '/api/auth/get-session', '/favicon.svg', '/healthz'])
      expect((await visitor.get(path)).headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
  })
})

test('no JSON response contains the session token', async ({ app, visitor }) => {
  const signedIn = await visitor.signIn(await newUserEmail(app))
  const token = decodeURIComponent(visitor.cookie('latchkey.session_token') ?? '').split('.')[0] ?? ''
  expect(token.length).toBeGreaterThan(20)
  const answers = [
    signedIn,
    await visitor.get('/api/auth/get-session'),
    await callFunction(visitor, 'app-init.initializeApp'),
    await visitor.get('/app'),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer)).not.toContain(token)
  }
})

test('an unexpected error shows no details except an id, which is in the log', async () => {
  const app = await startApp()
  const visitor = new Visitor(app)
  await visitor.signIn('user@example.com')
  await app.sql`alter table session rename to session_elsewhere`
  const call = await visitor.get('/api/auth/get-session')
  expect(call.body).toEqual({ code: 'UNKNOWN_ERROR', message: errors.UNKNOWN_ERROR, errorId: expect.any(String) })
  const answers = [
    call,
    await visitor.post('/api/auth/sign-out'),
    await visitor.get('/app'),
    await visitor.get('/api/app-init.initializeApp'),
  ]
  for (const { status, headers, body } of answers) {
    expect(status).toBe(500)
    expect(Object.fromEntries(headers)).toMatchObject(HEADERS_OF_PAGES_AND_CALLS)
    expect(JSON.stringify(body)).not.toMatch(/session_elsewhere|relation|select |\bat \w+ \(/)
  }
  await app.sql`alter table session_elsewhere rename to session`
  expect((await visitor.get('/app')).status).toBe(200)
  await expect.poll(() => app.log()).toContain((call.body as { errorId: string }).errorId)
  await app.stop()
})
