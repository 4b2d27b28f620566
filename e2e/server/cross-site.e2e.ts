import type { App } from '../support/app.ts'
import { addVisitor, newUserEmail } from '../support/users.ts'
import { encodePayload } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'

const CHANGES = [
  '/api/auth/sign-out',
  '/api/auth/revoke-sessions',
  '/api/auth/revoke-other-sessions',
  '/api/auth/email-otp/send-verification-otp',
  '/api/auth/sign-in/email-otp',
  '/api/auth/sign-in/social',
  '/api/auth/update-user',
  '/api/auth/delete-user',
  '/api/auth/admin/stop-impersonating',
  '/api/onboarding.setName?createServerFn=',
]
const JSON_TYPE = { 'content-type': 'application/json' }
const REFUSED = { status: 403, body: { code: 'INVALID_ORIGIN' } }

/** The headers that browsers send with requests from other sites; `us` is the product's own origin. */
const CROSS_SITE_HEADERS: Record<string, (us: string) => Record<string, string>> = {
  'another site': () => ({ origin: 'https://e.com' }),
  'a sandboxed frame': () => ({ origin: 'null' }),
  'no known site': () => ({}),
  'a domain that begins with our domain': (us) => ({ origin: `${us}.e.com` }),
  'another port of ours': () => ({ origin: 'http://localhost:1' }),
  'another scheme of ours': (us) => ({ origin: us.replace('http:', 'https:') }),
  'a cross-site page with our Origin': (us) => ({ origin: us, 'sec-fetch-site': 'cross-site' }),
  'a sibling domain': (us) => ({ origin: us, 'sec-fetch-site': 'same-site' }),
}

for (const [who, headersOf] of Object.entries(CROSS_SITE_HEADERS))
  test(`a request that changes data is refused if it comes from ${who}`, async ({ app }) => {
    const { visitor } = await addVisitor(app)
    const until = new Date(Date.now() + 20_000)
    const before = await snapshot(app, until)
    for (const path of CHANGES) {
      const body = path.includes('createServerFn')
        ? encodePayload({ name: 'Mallory' })
        : '{"email":"user@example.com","type":"sign-in","otp":"123456"}'
      const answer = await visitor.send('POST', path, body, { ...JSON_TYPE, ...headersOf(app.url) })
      expect({ path, ...answer }).toMatchObject(REFUSED)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(await snapshot(app, until)).toEqual(before)
  })

test('POST requests to /api/auth with a content type of plain forms are refused, even from the same origin', async ({
  app,
  visitor,
}) => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])
    for (const path of CHANGES.filter((one) => one.startsWith('/api/auth')))
      expect(
        await visitor.send('POST', path, '{"email":"user@example.com","type":"sign-in"}', {
          origin: app.url,
          'content-type': type,
        }),
      ).toMatchObject(REFUSED)
})

test('a form on another site cannot call a server function', async ({ app, visitor }) => {
  const email = await newUserEmail(app, { name: 'Pat Person' })
  await visitor.signIn(email)
  const form = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nMallory\r\n--x--\r\n'
  for (const [type, body] of [
    ['multipart/form-data; boundary=x', form],
    ['application/x-www-form-urlencoded', 'name=Mallory'],
    ['text/plain', encodePayload({ name: 'Mallory' })],
  ] as const)
    expect(
      await visitor.send('POST', '/api/onboarding.setName', body, { origin: 'https://e.com', 'content-type': type }),
    ).toMatchObject(REFUSED)
  const rows = await app.sql`select name from "user" where email = ${email}`
  expect(rows[0]?.name).toBe('Pat Person')
})

test('another site cannot call a server function that reads; pages of the product can, even over plain HTTP', async ({
  app,
  visitor,
}) => {
  const path = '/api/app-init.initializeApp?createServerFn='
  const foreign: Record<string, string>[] = [
    { origin: 'https://e.com' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  const ours: Record<string, string>[] = [{}, { origin: app.url }, { 'sec-fetch-site': 'same-origin' }]
  for (const headers of foreign) expect(await visitor.get(path, headers)).toMatchObject(REFUSED)
  for (const headers of ours) expect((await visitor.get(path, headers)).status).toBe(200)
})

test('a preflight request of another site gets no CORS headers', async ({ visitor }) => {
  for (const path of [...CHANGES, '/api/auth/get-session', '/', '/app']) {
    const { headers, status } = await visitor.send('OPTIONS', path, undefined, {
      origin: 'https://e.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('no GET request changes any data', async ({ app }) => {
  const { visitor } = await addVisitor(app, { role: 'admin' })
  const until = new Date(Date.now() + 20_000)
  const before = await snapshot(app, until)
  const pages = ['/', '/app', '/manager', '/manager/dashboard', '/login', '/login/error', '/nothing']
  const calls = ['/api/auth/get-session', '/api/auth/delete-user/callback?token=x', '/api/auth/verify-email?token=x']
  const name = encodeURIComponent(encodePayload({ name: 'Mallory' }))
  for (const path of [...pages, ...calls, ...CHANGES, `/api/onboarding.setName?createServerFn=&payload=${name}`])
    expect((await visitor.get(path, { 'sec-fetch-site': 'same-origin' })).status).toBeLessThan(500)
  // The language in a link's URL applies only to that page, no matter which site has the link.
  for (const site of ['none', 'same-origin', 'cross-site']) await visitor.get('/app?lng=fr', { 'sec-fetch-site': site })
  await visitor.get('/app', { 'sec-fetch-site': 'same-origin' })
  expect(await snapshot(app, until)).toEqual(before)
  expect((await visitor.get('/app')).status).toBe(200)
})

/** The tables that visitors could change. The conditions exclude rows that the server changes or purges during the test. */
const VISITOR_TABLES: Record<string, string> = {
  user: 'true',
  session: 'expires_at > $1',
  account: 'true',
  verification: 'expires_at > $1',
  code_request: 'true',
  known_browser: 'true',
  throttle: "ends_at > $1 and not starts_with(key, 'link-host:')",
  repository: 'true',
}

/** Returns a fingerprint of the rows of each table. @param until excludes rows that expire before this time */
async function snapshot(app: App, until: Date): Promise<Record<string, string>> {
  const entries = Object.entries(VISITOR_TABLES).map(async ([table, condition]) => {
    const [row] = await app.sql.unsafe(
      `select coalesce(md5(string_agg(rows::text, '' order by rows::text)), '') as md5
       from "${table}" as rows where ${condition}`,
      condition.includes('$1') ? [until] : [],
    )
    return [table, String(row?.md5)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
