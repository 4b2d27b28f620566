import { someEmail } from '../support/app.ts'
import { newUserEmail } from '../support/users.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const ADMIN_HOME = '/manager/dashboard'
const ENCODED = encodeURIComponent

type Answer = Awaited<ReturnType<Visitor['get']>>

let nobody: Visitor
let user: Visitor
let admin: Visitor

test.beforeAll(async ({ app }) => {
  nobody = new Visitor(app)
  user = new Visitor(app)
  admin = new Visitor(app)
  await user.signIn(await newUserEmail(app))
  await admin.signIn(await newUserEmail(app, { role: 'admin' }))
})

test('the front page redirects visitors to the login page, and signed-in users to their home page', async () => {
  expectRedirect(await nobody.get('/'), '/login')
  expectRedirect(await user.get('/'), '/app')
  expectRedirect(await admin.get('/'), ADMIN_HOME)
})

for (const page of [
  '/app',
  '/app/repositories',
  '/app/repositories?searchTerm=100',
  '/app/repositories?searchTerm=%22%3C%26%25',
  '/app/repositories/00000000-0000-4000-8000-000000000000',
  '/manager',
  '/manager/dashboard',
  '/manager/repositories?sort=name&dialog=new',
])
  test(`${page} redirects visitors to the login page, and back after they have signed in`, async () => {
    const { status, headers } = await nobody.get(page)
    const location = new URL(headers.get('location') ?? '', 'http://localhost')
    expect({ status, path: location.pathname }).toEqual({ status: 302, path: '/login' })
    const wished = location.searchParams.get('redirect') ?? ''
    expect(decodeURIComponent(wished)).toBe(decodeURIComponent(page === '/manager' ? '/manager' : page))
    expectRedirect(await admin.get(`${location.pathname}${location.search}`), wished)
  })

test('/manager redirects administrators to the dashboard', async () => {
  expectRedirect(await admin.get('/manager'), ADMIN_HOME)
})

test('a user without the role gets 403 for every path of the administration, without its contents', async () => {
  for (const path of ['/manager', '/manager/dashboard', '/manager/repositories', '/manager/repositories/x']) {
    const { status, body } = await user.get(path)
    expect({ path, status }).toEqual({ path, status: 403 })
    expect(body).toContain('You don&#x27;t have access to this page')
    expect(body).not.toMatch(/Dashboard<|href="\/manager\/repositories/)
  }
})

test('an administrator can open pages of both areas', async () => {
  for (const path of ['/app', '/app/repositories', '/manager/dashboard', '/manager/repositories'])
    expect((await admin.get(path)).status).toBe(200)
})

test('an unknown path and an unknown repository return 404', async () => {
  const unknown = ['/nothing', '/loginx', '/app/nothing', '/app/repositories/00000000-0000-4000-8000-000000000000']
  for (const path of [...unknown, '/app/repositories/no-id', "/app/repositories/'%20or%201=1"]) {
    const { status, body } = await user.get(path)
    expect({ path, status }).toEqual({ path, status: 404 })
    expect(body).toContain('This page could not be found')
  }
  expect((await nobody.get('/nothing')).status).toBe(404)
})

test('a user without a name gets the onboarding form instead of any page of their area', async ({ app }) => {
  const newcomer = new Visitor(app)
  await newcomer.signIn(someEmail())
  for (const path of ['/app', '/app/repositories?searchTerm=100']) {
    const { status, body } = await newcomer.get(path)
    expect(status).toBe(200)
    expect(body).toContain('Welcome')
    expect(body).toContain('name="name"')
  }
  expectRedirect(await newcomer.get('/login'), '/app')
  expect((await newcomer.get('/manager')).status).toBe(403)
})

for (const query of ['', '?email=', '?email=100', '?email=a', '?email=%00', '?email=a@b.co,c@d.ef', '?email=%E0%A4%A'])
  test(`/login/verify${query} redirects to the login page`, async () => {
    expectRedirect(await nobody.get(`/login/verify${query}`), '/login')
  })

test('/login/verify without an address keeps the redirect target', async () => {
  expectRedirect(
    await nobody.get('/login/verify?redirect=%2Fapp%2Frepositories'),
    '/login?redirect=%2Fapp%2Frepositories',
  )
})

test('/login/verify with an address is shown to visitors, and redirects signed-in users', async () => {
  const path = `/login/verify?email=${ENCODED('a@example.com')}`
  expect((await nobody.get(path)).status).toBe(200)
  expectRedirect(await user.get(path), '/app')
  expectRedirect(await admin.get(`${path}&redirect=%2Fapp`), '/app')
})

const HOSTILE = [
  '//e.com',
  '///e.com',
  String.raw`/\e.com`,
  String.raw`\\e.com`,
  'https:e.com',
  'https://e.com/app',
  '/%09/e.com',
  '/\t/e.com',
  '/\r\nLocation: https://e.com',
  '%2f%2fe.com',
  '/%2fe.com',
  '/%255ce.com',
  '/%5ce.com%',
  '/app/..//e.com',
  '/.//e.com',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '/login?redirect=/login',
  '/login/../login',
  '/api/auth/sign-out',
  '/app/../api/auth/sign-out',
  '/%61pi/auth/sign-out',
  '/app\0',
  '％2f％2fe.com',
  'x'.repeat(2_000),
]

for (const redirect of HOSTILE)
  test(`redirect=${JSON.stringify(redirect).slice(0, 40)} is replaced by the home page`, async () => {
    for (const path of ['/login?redirect=', `/login/verify?email=${ENCODED('a@example.com')}&redirect=`]) {
      const page = await nobody.get(`${path}${ENCODED(redirect)}`)
      expect(page.status).toBe(200)
      const links = [...String(page.body).matchAll(/ (?:href|action)="([^"]*)"/g)].map(([, link]) => link)
      expect(links.filter((link) => !/^(\/(?![/\\])|#|$)/.test(link ?? ''))).toEqual([])
      expectRedirect(await user.get(`${path}${ENCODED(redirect)}`), '/app')
      expectRedirect(await admin.get(`${path}${ENCODED(redirect)}`), ADMIN_HOME)
    }
  })

test('a redirect target within the areas is kept with its query, others are replaced by the home page', async () => {
  for (const page of ['/app', '/app/repositories?searchTerm=100', '/app?link=https://e.com'])
    expectRedirect(await user.get(`/login?redirect=${ENCODED(page)}`), page)
  // Paths outside of all areas, and invalid paths.
  for (const page of ['/nothing', '/%E0%A4%A', '/app/%E0%A4%A'])
    expectRedirect(await user.get(`/login?redirect=${ENCODED(page)}`), '/app')
})

const ODD_PARAMETERS = [
  'searchTerm=100',
  'searchTerm=true',
  'searchTerm=null',
  'searchTerm=%7B%22a%22%3A1%7D',
  'searchTerm=[1]',
  'searchTerm=a&searchTerm=b',
  'searchTerm=%E0%A4%A',
  'searchTerm=%00',
  "searchTerm=%25'_%5C",
  `searchTerm=${'x'.repeat(4_000)}`,
  'sort=',
  'sort=__proto__',
  'sort=name;drop',
  'dialog=x',
  'state=x&newEmail=100',
  'cursor=x',
  '__proto__=x&constructor=y&toString=z',
  '%=%&=&&&=',
  'lng=__proto__',
]

for (const query of ODD_PARAMETERS)
  test(`?${query.slice(0, 40)} causes no error on any page`, async () => {
    for (const path of ['/app', '/app/repositories', '/manager/dashboard', '/manager/repositories'])
      expect({ path, status: await settledStatus(admin, `${path}?${query}`) }).toEqual({ path, status: 200 })
    for (const path of ['/login', '/login/error'])
      expect({ path, status: await settledStatus(nobody, `${path}?${query}`) }).toEqual({ path, status: 200 })
  })

/** Returns the status of a page, after at most one redirect to itself that removes meaningless parameters. */
async function settledStatus(visitor: Visitor, url: string): Promise<number> {
  const { status, headers } = await visitor.get(url)
  if (status !== 307) return status
  const location = headers.get('location') ?? ''
  expect(location.split('?')[0]).toBe(url.split('?')[0])
  return (await visitor.get(location)).status
}

function expectRedirect({ status, headers }: Answer, location: string) {
  expect({ status, location: headers.get('location') }).toEqual({ status: 302, location })
}

test('a callback of a provider without a valid state redirects to an error page', async () => {
  for (const query of ['', '?state=x&code=y', '?error=access_denied&state=x', '?state=%00&code=<script>']) {
    const { status, headers } = await nobody.get(`/api/auth/callback/github${query}`)
    const location = new URL(headers.get('location') ?? '', 'http://localhost')
    expect({ query, status, path: location.pathname }).toEqual({ query, status: 302, path: '/login/error' })
    expect((await nobody.get(`${location.pathname}${location.search}`)).status).toBeLessThan(500)
  }
})
