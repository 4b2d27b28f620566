import type { BetterAuthPlugin } from 'better-auth'
import {
  createAuthorizationURL,
  validateAuthorizationCode,
  validateToken,
  type OAuth2Tokens,
  type OAuthProvider,
} from 'better-auth/oauth2'
import * as z from 'zod/mini'
import { environment, readFeatureSettings } from '#env/environment.server.ts'
import { sso } from './feature.start.server.ts'
import { PROVIDER_ID, ssoConfig } from './sso.config.ts'

/** Timeout in milliseconds for the provider's endpoints, because users wait for them. */
const TIMEOUT_MS = 8_000
/** The signatures that are accepted: those with a public key. The token's own header does not decide. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
})
type Endpoints = z.infer<typeof discovery>

const claims = z.object({
  sub: z.string().check(z.minLength(1)),
  nonce: z.string(),
  email: z.optional(z.string()),
  email_verified: z.optional(z.unknown()),
  name: z.optional(z.string()),
})
type Claims = z.infer<typeof claims>

interface Client {
  issuer: string
  clientId: string
  clientSecret: string
  domains: string[]
}

/** Returns better-auth's plugin for single sign-on, by the ID of its provider; an empty object without the settings. */
export function findSsoPlugin(): Record<string, BetterAuthPlugin> {
  const settings = readFeatureSettings(sso.settings)
  const {
    SSO_ISSUER: issuer,
    SSO_CLIENT_ID: clientId,
    SSO_CLIENT_SECRET: clientSecret,
    SSO_DOMAINS: domains,
  } = settings
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || domains === undefined) return {}
  const provider = createProvider({ issuer, clientId, clientSecret, domains })
  const plugin: BetterAuthPlugin = {
    id: 'sso-provider',
    init: ({ socialProviders }) => ({ context: { socialProviders: [...socialProviders, provider] } }),
  }
  return { [PROVIDER_ID]: plugin }
}

/**
 * Creates the provider. Its endpoints are read at the first sign-in and not at the start, so that other ways to sign in work while
 * it does not respond.
 */
export function createProvider(client: Client): OAuthProvider<Claims> {
  const { issuer, clientId } = client
  const options = { clientId, clientSecret: client.clientSecret }
  const readEndpoints = cached(() => fetchEndpoints(issuer))
  return {
    id: PROVIDER_ID,
    name: 'SSO',
    issuer,
    requiresIdTokenNonce: true,
    disableSignUp: !environment().signUpEnabled,
    accountSubject: ({ profile }) => profile.sub,
    createAuthorizationURL: async ({ state, codeVerifier, redirectURI, idTokenNonce }) =>
      createAuthorizationURL({
        id: PROVIDER_ID,
        options,
        authorizationEndpoint: (await readEndpoints()).authorization_endpoint,
        scopes: ['openid', 'email', 'profile'],
        state,
        codeVerifier,
        redirectURI,
        nonce: idTokenNonce,
      }),
    validateAuthorizationCode: async ({ code, codeVerifier, redirectURI }) => {
      const { token_endpoint: tokenEndpoint, token_endpoint_auth_methods_supported: methods } = await readEndpoints()
      // The default of the standard is `client_secret_basic`.
      const authentication = methods?.includes('client_secret_basic') === false ? 'post' : 'basic'
      return validateAuthorizationCode({ code, codeVerifier, redirectURI, options, tokenEndpoint, authentication })
    },
    getUserInfo: async ({ idToken, expectedIdTokenNonce }) =>
      userOf(await readClaims(await readEndpoints(), client, { idToken, nonce: expectedIdTokenNonce }), client),
  }
}

/** Verifies the signature, the issuer, the recipient, the time and the nonce of an ID token. @throws if one is wrong */
async function readClaims(
  endpoints: Endpoints,
  { issuer, clientId }: Client,
  { idToken, nonce }: Pick<OAuth2Tokens, 'idToken'> & { nonce: string | undefined },
): Promise<Claims> {
  if (idToken === undefined || nonce === undefined) throw new Error('the provider sent no ID token')
  const { payload } = await validateToken(idToken, endpoints.jwks_uri, {
    issuer,
    audience: clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'],
    clockTolerance: 30,
  })
  const found = claims.parse(payload)
  if (found.nonce !== nonce) throw new Error('the ID token belongs to another sign-in')
  return found
}

/** Returns the user of an ID token. The address counts as verified only if the provider says so and the domain is ours. */
function userOf(found: Claims, { domains }: Client) {
  const email = found.email?.toLowerCase() ?? null
  const isUsedByThisApp = email !== null && domains.includes(email.slice(email.lastIndexOf('@') + 1))
  const isVerified = found.email_verified === true || found.email_verified === 'true'
  return { user: { email, emailVerified: isUsedByThisApp && isVerified, name: found.name }, data: found }
}

async function fetchEndpoints(issuer: string): Promise<Endpoints> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  const found = discovery.parse(await response.json())
  if (found.issuer !== issuer) throw new Error(`${url} describes the issuer ${found.issuer}`)
  return found
}

/** Keeps a result for some time. A failure is not kept. */
function cached<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { value: T; until: number } | undefined
  return async () => {
    if (kept && kept.until > Date.now()) return kept.value
    const value = await read()
    kept = { value, until: Date.now() + ssoConfig.endpointsKeptMinutes * 60_000 }
    return value
  }
}
