import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createProvider } from './sso-provider.server.ts'
import { OidcStandIn, type TestClaims } from './test-oidc.server.ts'

const oidc = new OidcStandIn()
const NONCE = 'n-0S6_WzA2Mj'
const CLAIMS = { sub: '248289761001', nonce: NONCE, email: 'Ada@engines.example', email_verified: true, name: 'Ada' }

beforeAll(() => oidc.start())
afterAll(() => oidc.stop())
beforeEach(() => {
  oidc.isDown = false
  oidc.statedIssuer = undefined
})

const newProvider = () =>
  createProvider({
    issuer: oidc.url,
    clientId: oidc.env.SSO_CLIENT_ID ?? '',
    clientSecret: oidc.env.SSO_CLIENT_SECRET ?? '',
    domains: ['engines.example'],
  })

/** Reads the user of an ID token with these claims in addition to valid ones. */
function readUser(claims: TestClaims = {}, isForged = false) {
  const idToken = oidc.idTokenOf({ ...CLAIMS, ...claims }, isForged)
  return newProvider().getUserInfo({ idToken, expectedIdTokenNonce: NONCE })
}

test('a valid ID token yields the user with a verified address in lower case', async () => {
  const found = await readUser()
  expect(found?.user).toEqual({ email: 'ada@engines.example', emailVerified: true, name: 'Ada' })
  expect(found?.data).toMatchObject({ sub: CLAIMS.sub })
})

test.each([
  ['another domain', { email: 'ada@elsewhere.example' }],
  ['a subdomain', { email: 'ada@mail.engines.example' }],
  ['a domain in the name', { email: 'ada@engines.example@elsewhere.example' }],
  ['an unverified address', { email_verified: false }],
  ['an address that is not said to be verified', { email_verified: undefined }],
])('an ID token with %s yields no verified address', async (_, claims) => {
  expect((await readUser(claims))?.user.emailVerified).toBe(false)
})

test.each([
  ['another nonce', { nonce: 'other' }, 'belongs to another sign-in'],
  ['no nonce', { nonce: undefined }, 'nonce'],
  ['another recipient', { aud: 'other-client' }, 'aud'],
  ['another issuer', { iss: 'https://elsewhere.example' }, 'iss'],
  ['a time in the past', { exp: 1_700_000_000 }, 'exp'],
  ['no subject', { sub: '' }, 'sub'],
])('an ID token with %s is refused', async (_, claims, reason) => {
  await expect(readUser(claims)).rejects.toThrow(reason)
})

test('an ID token with the signature of another key, or without a signature, is refused', async () => {
  await expect(readUser({}, true)).rejects.toThrow('signature')
  const [, payload = ''] = oidc.idTokenOf(CLAIMS).split('.')
  const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const idToken = `${header}.${payload}.`
  await expect(newProvider().getUserInfo({ idToken, expectedIdTokenNonce: NONCE })).rejects.toThrow('alg')
  await expect(newProvider().getUserInfo({ expectedIdTokenNonce: NONCE })).rejects.toThrow('no ID token')
})

test('a configuration of another issuer is refused, and a failed read of it is repeated', async () => {
  const provider = newProvider()
  const request = { state: 's', codeVerifier: 'v', redirectURI: 'http://localhost/back', idTokenNonce: NONCE }
  oidc.statedIssuer = 'https://elsewhere.example'
  await expect(provider.createAuthorizationURL(request)).rejects.toThrow('describes the issuer')
  oidc.statedIssuer = undefined
  oidc.isDown = true
  await expect(provider.createAuthorizationURL(request)).rejects.toThrow('returned 500')
  oidc.isDown = false
  const { searchParams } = await provider.createAuthorizationURL(request)
  expect(searchParams.get('nonce')).toBe(NONCE)
  expect(searchParams.get('scope')).toBe('openid email profile')
  expect(searchParams.get('code_challenge_method')).toBe('S256')
})
