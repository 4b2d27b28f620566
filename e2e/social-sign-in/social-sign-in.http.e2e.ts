import { randomUUID } from 'node:crypto'
import { type App, someEmail, startApp } from '../support/app.ts'
import { identityOf, Provider, SOCIAL_START } from './provider.ts'
import { tenAtATime } from '../support/ten-at-a-time.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const provider = new Provider()
let app: App

test.beforeAll(async () => {
  await provider.start()
  app = await startApp(provider.env)
})

test.afterAll(async () => {
  await app.stop()
  await provider.stop()
})

const ELSEWHERE = [
  '/..//evil.example',
  '/.//127.0.0.1:9/x',
  '//evil.example',
  '/%2e%2e//evil.example',
  String.raw`/\evil.example`,
  '/a/../..//evil.example/b',
  'https://evil.example',
  'javascript:alert(1)',
]

for (const field of ['errorCallbackURL', 'newUserCallbackURL', 'callbackURL'])
  for (const target of ELSEWHERE)
    test(`${field} ${target} never redirects to another site`, async () => {
      const visitor = new Visitor(app)
      const body = { provider: 'github', callbackURL: '/app', requestSignUp: true, [field]: target }
      const { status, body: started } = await visitor.post(SOCIAL_START, body)
      expect(status).toBe(200)
      const { url } = started as { url: string }
      expect(new URL(url).origin).toBe('https://github.com')
      const state = new URL(url).searchParams.get('state') ?? ''
      // Callbacks in a browser that did not start the sign-in, without and with a refusal, and a callback after a consent.
      const ways = [
        await new Visitor(app).get(`/api/auth/callback/github?state=${state}`),
        await new Visitor(app).get(`/api/auth/callback/github?state=${state}&error=access_denied`),
        await visitor.get(provider.agree(url, identityOf(someEmail()))),
      ]
      for (const { status, headers } of ways) {
        expect(status).toBe(302)
        expectOnSite(headers.get('location'))
      }
      expect((await visitor.get('/api/auth/get-session')).body).not.toBeNull()
      expect(await app.sql`select value from verification where value like '%evil%'`).toHaveLength(0)
    })

test('a sign-in by a provider redirects to the requested page, or to the login page if that page is invalid', async () => {
  for (const [callbackURL, location] of [
    ['/app/repositories?searchTerm=100', '/app/repositories?searchTerm=100'],
    ['/app?error=mine', '/app?error=mine'],
    ['/api/auth/sign-out', '/login'],
    ['', '/login'],
  ] as const) {
    const answer = await provider.signIn(new Visitor(app), 'github', identityOf(someEmail()), callbackURL)
    expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({ status: 302, location })
  }
})

test('additional parameters of a request to sign in by a provider are neither stored nor passed on', async () => {
  const extras = {
    scopes: ['repo', 'admin:org'],
    loginHint: 'hint-of-caller',
    additionalParams: { prompt: 'param-of-caller' },
    additionalData: { note: 'data-of-caller' },
    idToken: { token: 'token-of-caller' },
    disableRedirect: true,
  }
  const { status, body } = await new Visitor(app).post(SOCIAL_START, {
    provider: 'google',
    callbackURL: '/app',
    ...extras,
  })
  expect(status).toBe(200)
  const { url } = body as { url: string }
  expect(url).not.toMatch(/of-caller|admin/)
  expect(await app.sql`select value from verification where value like '%of-caller%'`).toHaveLength(0)
})

test('a request to sign in by a provider with a body of 900 KB is refused and not stored', async () => {
  const additionalData = { big: 'x'.repeat(900_000) }
  const answer = await new Visitor(app).post(SOCIAL_START, { provider: 'github', callbackURL: '/app', additionalData })
  expect(answer).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
  const [kept] = await app.sql<
    { longest: number }[]
  >`select coalesce(max(length(value)), 0) as longest from verification`
  expect(kept?.longest).toBeLessThan(8_000)
})

test('an unknown or malformed provider is refused, and one without credentials returns 404', async ({
  app: without,
}) => {
  for (const name of ['gitlab', '__proto__', '', 5, null, ['github'], { github: 1 }])
    expect(await new Visitor(app).post(SOCIAL_START, { provider: name }), JSON.stringify(name)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    })
  for (const body of [null, [], 'github', 5]) expect((await new Visitor(app).post(SOCIAL_START, body)).status).toBe(400)
  expect(await new Visitor(without).post(SOCIAL_START, { provider: 'github' })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  })
})

test('a network can start 60 sign-ins by providers in ten minutes, counted over both nodes', async () => {
  const node = await app.startNode()
  const visitor = new Visitor(app)
  const body = { provider: 'github', callbackURL: '/app' }
  const answers = await tenAtATime(60, (index) => visitor.at(index % 2 === 0 ? app : node).post(SOCIAL_START, body))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const [before] = await app.sql`select count(*)::int from verification`
  for (const refused of [await visitor.post(SOCIAL_START, body), await visitor.at(node).post(SOCIAL_START, body)]) {
    const { code, retryAfterSeconds } = refused.body as { code: string; retryAfterSeconds: number }
    expect({ status: refused.status, code }).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' })
    expect(refused.headers.get('retry-after')).toBe(String(retryAfterSeconds))
    expect(retryAfterSeconds).toBeGreaterThan(0)
    expect(retryAfterSeconds).toBeLessThanOrEqual(600)
  }
  expect((await app.sql`select count(*)::int from verification`)[0]).toEqual(before)
  expect((await new Visitor(node).post(SOCIAL_START, body)).status).toBe(200)
  expect((await visitor.askForCode(someEmail())).status).toBe(200)
  await node.stop()
})

test('an invalid callback redirects to an error page, and no error is logged', async () => {
  const without = await app.startNode({
    GITHUB_CLIENT_ID: '',
    GITHUB_CLIENT_SECRET: '',
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
  })
  const queries = [
    '',
    '?state=x&code=y',
    '?code=y',
    '?error=access_denied',
    '?error=access_denied&state=x&error_description=<script>',
    '?error=//evil.example&error_description=https://evil.example',
    '?state=%00&code=<script>',
    '?state=a&state=b&code=c',
    '?state[]=a',
    `?state=${'x'.repeat(6_000)}`,
    '?state=../../x%0d%0aLocation:%20https://evil.example',
    '?error=%0d%0aSet-Cookie:%20a=b',
    '?iss=https://evil.example&state=x&code=y&user={}&device_id=1',
  ]
  for (const server of [app, without])
    for (const name of ['github', 'google'])
      for (const query of queries) {
        const visitor = new Visitor(server)
        const { status, headers } = await visitor.get(`/api/auth/callback/${name}${query}`)
        expect({ query, status }).toEqual({ query, status: 302 })
        expect(headers.get('location')).toMatch(/^\/login\/error\?error=(access_denied|unknown_error)$/)
        expect(headers.get('set-cookie') ?? '').not.toContain('session_token')
      }
  for (const name of ['gitlab', '__proto__', 'x', '..%2fgithub'])
    expect((await new Visitor(app).get(`/api/auth/callback/${name}?state=x`)).status).toBe(404)
  for (const server of [app, without]) expect(await errorLines(server)).toEqual([])
  await without.stop()
})

test('an unknown authorization code and a used state open no session and log no error', async () => {
  const visitor = new Visitor(app)
  const { body } = await visitor.post(SOCIAL_START, { provider: 'github', callbackURL: '/app' })
  const path = provider.agree((body as { url: string }).url, identityOf(someEmail()))
  const wrong = await visitor.get(path.replace(/code=\w+/, 'code=guessed'))
  expect(wrong.headers.get('location')).toBe('/login/error?error=unknown_error')
  expect((await visitor.get(path)).headers.get('location')).toBe('/login/error?error=unknown_error')
  expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
  expect(await errorLines(app)).toEqual([])
})

for (const path of ['/github.com/login/oauth/access_token', '/api.github.com/user', '/api.github.com/user/emails'])
  test(`a broken connection to ${path} opens no session, and no error is logged`, async () => {
    provider.broken.push(path)
    const visitor = new Visitor(app)
    const { headers } = await provider.signIn(visitor, 'github', identityOf(someEmail()))
    provider.broken.length = 0
    expect(headers.get('location')).toBe('/login/error?error=unknown_error')
    expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
    expect(await errorLines(app)).toEqual([])
  })

test("a provider that doesn't respond delays a sign-in by at most 15 seconds", async () => {
  const paths = ['/github.com/login/oauth/access_token', '/api.github.com/user', '/api.github.com/user/emails']
  const answers = paths.map(async (path) => {
    const silent = new Provider()
    silent.silent.push(path)
    await silent.start()
    const node = await app.startNode(silent.env)
    const startedAt = performance.now()
    const { headers } = await silent.signIn(new Visitor(node), 'github', identityOf(someEmail()))
    const seconds = (performance.now() - startedAt) / 1_000
    await node.stop()
    await silent.stop()
    return { location: headers.get('location'), isInTime: seconds < 15 }
  })
  for (const answer of await Promise.all(answers))
    expect(answer).toEqual({ location: '/login/error?error=unknown_error', isInTime: true })
})

test('an unexpected error during a callback is logged and redirects to an error page', async () => {
  const broken = await startApp(provider.env)
  const visitor = new Visitor(broken)
  const { body } = await visitor.post(SOCIAL_START, { provider: 'github', callbackURL: '/app' })
  await broken.sql`alter table account rename to elsewhere`
  const { status, headers } = await visitor.get(provider.agree((body as { url: string }).url, identityOf(someEmail())))
  expect({ status, location: headers.get('location') }).toEqual({
    status: 302,
    location: '/login/error?error=unknown_error',
  })
  expect(await errorLines(broken)).toMatchObject([{ event: 'error.unexpected' }])
  await broken.stop()
})

test('an address that the provider has not verified opens no session, with or without an account', async () => {
  const known = someEmail()
  await new Visitor(app).signIn(known)
  const closed = await app.startNode({ SIGNUP_ENABLED: 'false' })
  for (const node of [app, closed])
    for (const [service, unverified] of [
      ['github', false],
      ['google', false],
      ['google', 'false'],
      ['google', 'yes'],
    ] as const)
      for (const email of [known, someEmail()]) {
        const visitor = new Visitor(node)
        const { headers } = await provider.signIn(visitor, service, identityOf(email, unverified))
        expect(headers.get('location')).toBe('/login/error?error=email_not_verified')
        expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
      }
  expect(await app.sql`select from account join "user" on "user".id = user_id where email = ${known}`).toHaveLength(0)
  await closed.stop()
})

test('the error page of a failed sign-in by a provider names the reason', async () => {
  const banned = someEmail()
  const visitor = new Visitor(app)
  await provider.signIn(visitor, 'github', identityOf(banned))
  await app.sql`update "user" set banned = true where email = ${banned}`
  const closed = await app.startNode({ SIGNUP_ENABLED: 'false' })
  for (const [node, identity, kind] of [
    [app, identityOf(null), 'email_not_verified'],
    [app, identityOf(banned), 'banned'],
    [closed, identityOf(someEmail()), 'signup_disabled'],
  ] as const) {
    const { headers } = await provider.signIn(new Visitor(node), 'google', identity)
    expect(headers.get('location')).toBe(`/login/error?error=${kind}`)
    expect((await new Visitor(node).get(`/login/error?error=${kind}`)).status).toBe(200)
  }
  await closed.stop()
})

function expectOnSite(location: string | null) {
  expect(location).toMatch(/^\/(?![/\\])/)
  expect(new URL(location ?? '', app.url).origin).toBe(app.url)
}

/** Returns all errors that have been logged until now. */
async function errorLines(server: App): Promise<unknown[]> {
  const marker = `/${randomUUID()}`
  await new Visitor(server).get(marker)
  await expect.poll(() => server.log()).toContain(marker)
  const lines = server.log().split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as { level: string }).filter(({ level }) => level === 'error')
}
