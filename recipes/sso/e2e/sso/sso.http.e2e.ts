import { randomInt } from 'node:crypto'
import { OidcStandIn, type TestClaims } from '#features/sso/test-oidc.server.ts'
import { type App, startApp } from '../support/app.ts'
import { addVisitor } from '../support/users.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const oidc = new OidcStandIn()
let sso: App

test.beforeAll(async () => {
  await oidc.start()
  sso = await startApp(oidc.env)
})
test.afterAll(async () => {
  await sso.stop()
  await oidc.stop()
})
test.beforeEach(() => {
  oidc.isDown = false
})

/** Returns the claims about a new user of the provider, with a verified address. */
function claimsOf(email = `ada-${randomInt(2 ** 40)}@engines.example`): TestClaims & { email: string } {
  return { sub: String(randomInt(2 ** 40)), email, email_verified: true, name: 'Ada Engine' }
}

/** Signs in through the provider. @returns the place to which the app sends the browser at last */
async function signIn(visitor: Visitor, claims: TestClaims, { redirect = '/app/account', isForged = false } = {}) {
  const started = await visitor.get(`/api/auth/sso?redirect=${encodeURIComponent(redirect)}`)
  expect(started.status).toBe(302)
  const { status, headers } = await visitor.get(oidc.agree(started.headers.get('location') ?? '', claims, { isForged }))
  expect(status).toBe(302)
  return headers.get('location')
}

async function userIn(visitor: Visitor): Promise<{ id: string; email: string; name: string } | undefined> {
  const { body } = await visitor.get('/api/auth/get-session')
  return (body as { user: { id: string; email: string; name: string } } | null)?.user
}

test('the sign-in page has the link only if SSO is configured, and it works without JavaScript', async ({
  app,
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${app.url}/login`)
  const link = page.getByRole('link', { name: 'Continue with SSO' })
  await expect(link).toHaveCount(0)
  await page.goto(`${sso.url}/login?redirect=%2Fapp%2Faccount`)
  await link.click()
  await page.waitForURL(`${oidc.url}/authorize?**`)
  await page.goto(`${sso.url}${oidc.agree(page.url(), claimsOf())}`)
  await expect(page).toHaveURL(`${sso.url}/app/account`)
  await page.close()
})

test('the first sign-in creates a user, and the next finds the user by the subject', async () => {
  const claims = claimsOf()
  const visitor = new Visitor(sso)
  expect(await signIn(visitor, claims)).toBe('/app/account')
  const user = await userIn(visitor)
  expect(user).toMatchObject({ email: claims.email, name: 'Ada Engine' })
  const again = new Visitor(sso)
  await signIn(again, { ...claims, email: claimsOf().email })
  expect(await userIn(again)).toMatchObject({ id: user?.id, email: claims.email })
  expect(await sso.sql`select from account where coalesce(access_token, refresh_token, id_token) is not null`).toEqual(
    [],
  )
})

test('a user who signs in with codes is the same user with SSO, if the provider has verified the address', async () => {
  const { email } = claimsOf()
  const byCode = new Visitor(sso)
  await byCode.signIn(email)
  const user = await userIn(byCode)
  const refused = new Visitor(sso)
  expect(await signIn(refused, { ...claimsOf(email), email_verified: false })).toBe(
    '/login/error?error=email_not_verified',
  )
  expect(await userIn(refused)).toBeUndefined()
  const visitor = new Visitor(sso)
  await signIn(visitor, claimsOf(email))
  expect(await userIn(visitor)).toMatchObject({ id: user?.id })
})

test('an address of another domain cannot take over the account with this address, and creates none', async () => {
  const { email } = await addVisitor(sso)
  for (const address of [email, `new-${email}`]) {
    const visitor = new Visitor(sso)
    expect(await signIn(visitor, claimsOf(address))).toBe('/login/error?error=email_not_verified')
    expect(await userIn(visitor)).toBeUndefined()
  }
  expect(await sso.sql`select from account join "user" on "user".id = user_id where email like ${`%${email}`}`).toEqual(
    [],
  )
  expect(await sso.sql`select from "user" where email = ${`new-${email}`}`).toEqual([])
})

for (const [name, change, isForged] of [
  ['with a forged signature', {}, true],
  ['for another client', { aud: 'other' }, false],
  ['of another sign-in', { nonce: 'other' }, false],
] as const)
  test(`an ID token ${name} signs nobody in`, async () => {
    const visitor = new Visitor(sso)
    expect(await signIn(visitor, { ...claimsOf(), ...change }, { isForged })).toBe('/login/error?error=unknown_error')
    expect(await userIn(visitor)).toBeUndefined()
  })

test('an answer for another browser signs nobody in', async () => {
  const started = await new Visitor(sso).get('/api/auth/sso')
  const other = new Visitor(sso)
  const path = oidc.agree(started.headers.get('location') ?? '', claimsOf())
  expect((await other.get(path)).headers.get('location')).toMatch(/^\/login\/error\?error=/)
  expect(await userIn(other)).toBeUndefined()
})

test('a redirect to another site leads to the home page', async () => {
  for (const redirect of ['https://elsewhere.example', '//elsewhere.example', '/api/auth/sso'])
    expect(await signIn(new Visitor(sso), claimsOf(), { redirect })).toBe('/login')
})

test('while the provider is down, SSO reports a failure and codes work', async () => {
  const node = await sso.startNode()
  oidc.isDown = true
  const visitor = new Visitor(node)
  expect((await visitor.get('/api/auth/sso')).headers.get('location')).toBe('/login/error?error=unknown_error')
  expect((await visitor.signIn(claimsOf().email)).status).toBe(200)
  await node.stop()
})
