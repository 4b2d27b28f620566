import { betterAuth } from 'better-auth'
import { admin, emailOTP } from 'better-auth/plugins'
import { AUTH_ENDPOINTS } from '../support/endpoints.ts'
import { rawGet, rawRequest } from '../support/raw-request.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

/** Returns all paths that better-auth and its plugins would serve by default. */
function pathsOfLibrary(): string[] {
  const library = betterAuth({
    secret: 'only-to-list-the-paths-0123456789',
    baseURL: 'http://localhost',
    logger: { disabled: true },
    plugins: [admin(), emailOTP({ sendVerificationOTP: () => Promise.resolve() })],
  })
  const paths = Object.values(library.api).map((endpoint) => (endpoint as { path?: string }).path ?? '')
  return [...new Set(paths)].filter(Boolean).map((path) => path.replace(/:\w+/g, 'x'))
}

test('only the endpoints of better-auth in AUTH_ENDPOINTS respond; all others return 404', async ({ visitor }) => {
  const closed = pathsOfLibrary().filter((path) => !Object.hasOwn(AUTH_ENDPOINTS, path))
  expect(closed.length).toBeGreaterThan(40)
  expect(closed).toEqual(
    expect.arrayContaining([
      '/sign-up/email',
      '/change-email',
      '/reset-password',
      '/admin/set-role',
      '/admin/impersonate-user',
    ]),
  )
  for (const path of closed)
    for (const answer of [await visitor.get(`/api/auth${path}`), await visitor.post(`/api/auth${path}`)])
      expect({ path, status: answer.status, body: answer.body }).toEqual({
        path,
        status: 404,
        body: { code: 'NOT_FOUND', message: textsOf('en').errors.NOT_FOUND },
      })
})

for (const [path, { method }] of Object.entries(AUTH_ENDPOINTS))
  test(`/api/auth${path} accepts ${method} only`, async ({ app, visitor }) => {
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((one) => one !== method)) {
      const answer = await visitor.send(other, `/api/auth${path}`, undefined, { origin: app.url })
      expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
      expect(answer.headers.get('allow')).toBe(method)
    }
  })

const UNKNOWN_PATHS = [
  '/api',
  '/api/',
  '/api/auth',
  '/api/auth/',
  '/api/nothing',
  '/api/app-init.nothing',
  '/api/app-init.initializeApp/more',
  '/api/app-init%2einitializeApp',
  '/%61pi/app-init.initializeApp',
  '/api//app-init.initializeApp',
  '//api/app-init.initializeApp',
  '/api//auth//sign-in',
  '/api//auth/get-session',
  '/%61pi/auth/get-session',
  '/api/auth/..%2fget-session',
  '/api/auth%2fget-session',
  '/api/auth/get-session/',
  '/api/auth/Get-Session',
  '/api/auth/__proto__',
  '/api/auth/constructor',
  '/api/__proto__',
  '/api/constructor',
  '/api/toString',
]

for (const path of UNKNOWN_PATHS)
  test(`${path} returns 404 as JSON`, async ({ visitor }) => {
    const sameOrigin = { 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' }
    expect(await visitor.get(path, sameOrigin)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await visitor.post(path, {}, sameOrigin)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

const NO_PAGE = [
  '/locales/..%2f..%2fpackage.json',
  '/locales/en/..%2f..%2f..%2fpackage.json',
  '/assets/..%2f..%2fserver/server.js',
  '/assets/%2e%2e%2f%2e%2e%2fserver%2fserver.js',
  '/..%2fserver/server.js',
  '/assets/nothing.js',
  '/.env',
  '/.git/config',
  '/package.json',
  '/server.js',
  '/assets/styles.css.map',
  '/API/auth/get-session',
  '/dev/api-reference',
  '/dev/inbox',
  '/dev/kit',
  '/dev',
]

for (const path of NO_PAGE)
  test(`${path} returns the 404 page`, async ({ visitor }) => {
    const { status, headers } = await visitor.get(path)
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 404, type: 'text/html; charset=utf-8' })
  })

test('a path as the value of lng is ignored', async ({ visitor }) => {
  const { status, headers, body } = await visitor.get('/login?lng=../../x', { 'accept-language': 'fr' })
  expect(status).toBe(200)
  expect(headers.getSetCookie()).toEqual([])
  expect(body).toContain('<html lang="fr"')
})

test('a path that begins with two slashes never redirects to another site', async ({ app }) => {
  for (const target of ['//e.com', '//e.com/%2f..', '///e.com/', String.raw`/\e.com`]) {
    const { status, head } = await rawRequest(app, rawGet(target))
    expect([308, 404]).toContain(status)
    expect(/^location: (.*)$/im.exec(head)?.[1] ?? '/').toMatch(/^\/(?![/\\])/)
  }
})

test('a request line with an absolute URL is handled like one with only its path', async ({ app }) => {
  const signOut = await rawRequest(app, rawGet('http://e.com/api/auth/sign-out'))
  expect(signOut.status).toBe(405)
  const closed = await rawRequest(app, rawGet('http://e.com/api/auth/admin/set-role'))
  expect(closed.status).toBe(404)
  const page = await rawRequest(app, rawGet('http://e.com/manager', { host: 'e.com' }))
  expect(page.status).toBe(302)
  expect(page.head).toMatch(/^location: \/login/im)
})

test('malformed request lines and Host headers cause no error 5xx', async ({ app, visitor }) => {
  const malformed = [
    rawGet('*'),
    rawGet('/%'),
    rawGet('/%E0%A4%A'),
    rawGet('/login?redirect=%E0%A4%A&%=%'),
    rawGet('/assets/%E0%A4%A.js'),
    rawGet('ftp://e.com/'),
    rawGet('http://'),
    rawGet('/', { host: 'a b' }),
    rawGet('/', { host: '' }),
    rawGet('/', { host: '[::1' }),
    rawGet('/', { host: 'e.com:99999' }),
    rawGet('/login').replace('GET', 'TRACE'),
    rawGet('/login').replace('GET', 'CONNECT'),
    rawGet('/login').replace('GET', 'OPTIONS'),
  ]
  for (const bytes of malformed) {
    const { status, body } = await rawRequest(app, bytes)
    expect(status, bytes).toBeLessThan(500)
    expect(body).not.toMatch(/Error:|\n\s+at /)
  }
  expect((await visitor.get('/healthz')).status).toBe(200)
})
