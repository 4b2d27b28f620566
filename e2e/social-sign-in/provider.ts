import { createHash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Visitor } from '../support/visitor.ts'

export type ProviderName = 'github' | 'google'

/** A user's account at a provider, with the provider's claims about its address. */
export interface Identity {
  id: string
  email: string | null
  /** Whether the address is verified. Google can also send a string. */
  emailVerified: boolean | string
  name?: string
}

/** A user's consent at the provider, until the app exchanges its code. */
interface Grant {
  identity: Identity
  redirectUri: string
  challenge: string
}

type Answer = Awaited<ReturnType<Visitor['get']>>

const REROUTE = pathToFileURL(fileURLToPath(new URL('reroute-providers.ts', import.meta.url))).href

/** The path at which the app starts sign-in with a provider. */
export const SOCIAL_START = '/api/auth/sign-in/social'

/**
 * GitHub and Google, as far as an app needs them for sign-in: single-use authorization codes with PKCE, tokens and profiles.
 * It listens on loopback. The settings in `env` redirect the app's requests to it.
 */
export class Provider {
  /** All tokens that were issued. */
  readonly tokens: string[] = []
  /** Paths whose connections are closed without an answer. */
  readonly broken: string[] = []
  /** Paths that never answer. */
  readonly silent: string[] = []
  readonly #grants = new Map<string, Grant>()
  readonly #byToken = new Map<string, Identity>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  /** The environment of the app under test: credentials for both providers, and the redirection to this server. */
  get env(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo
    return {
      GITHUB_CLIENT_ID: 'our-id',
      GITHUB_CLIENT_SECRET: 'our-secret',
      GOOGLE_CLIENT_ID: 'our-id',
      GOOGLE_CLIENT_SECRET: 'our-secret',
      NODE_OPTIONS: `--import=${REROUTE}`,
      E2E_PROVIDER: `http://127.0.0.1:${port}`,
    }
  }

  /**
   * Gives the user's consent on the provider's page, to which the app has redirected the user.
   * @returns the path of the app to which the provider redirects the user
   */
  agree(authorizeUrl: string, identity: Identity): string {
    const asked = new URL(authorizeUrl).searchParams
    const redirectUri = asked.get('redirect_uri') ?? ''
    const code = randomBytes(12).toString('hex')
    this.#grants.set(code, { identity, redirectUri, challenge: asked.get('code_challenge') ?? '' })
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()
    return `${back.pathname}${back.search}`
  }

  /**
   * Signs a visitor in: starts the sign-in, consents at the provider and returns to the app. @returns the response to
   * the last request
   */
  async signIn(visitor: Visitor, name: ProviderName, identity: Identity, callbackURL = '/app'): Promise<Answer> {
    const started = await visitor.post(SOCIAL_START, { provider: name, callbackURL })
    const { url } = started.body as { url?: string }
    if (url === undefined)
      throw new Error(`the sign-in did not start: ${started.status} ${JSON.stringify(started.body)}`)
    return visitor.get(this.agree(url, identity))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.silent.includes(request.url ?? '')) return
    if (this.broken.includes(request.url ?? '')) return void request.socket.destroy()
    const body = new URLSearchParams(await text(request))
    const identity = this.#byToken.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    const answers: Record<string, () => object | undefined> = {
      'POST /github.com/login/oauth/access_token': () => this.#redeem(body),
      'POST /oauth2.googleapis.com/token': () => this.#redeem(body),
      'GET /api.github.com/user': () => identity && { id: Number(identity.id), login: 'octo', ...nameOf(identity) },
      'GET /api.github.com/user/emails': () => identity && emailsOf(identity),
    }
    const answer = answers[`${request.method} ${request.url}`]?.()
    response.writeHead(answer ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: 'unauthorized' }))
  }

  /** Exchanges a code for tokens, once, if the secret, the verifier and the redirect URL are right. */
  #redeem(body: URLSearchParams): object {
    const grant = this.#grants.get(body.get('code') ?? '')
    this.#grants.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isTheirs = body.get('redirect_uri') === grant?.redirectUri && body.get('client_secret') === 'our-secret'
    if (!grant || !isTheirs || challenge !== grant.challenge) return { error: 'bad_verification_code' }
    const accessToken = `access-${randomBytes(12).toString('hex')}`
    const refreshToken = `refresh-${randomBytes(12).toString('hex')}`
    const idToken = idTokenOf(grant.identity)
    this.#byToken.set(accessToken, grant.identity)
    this.tokens.push(accessToken, refreshToken, idToken)
    return {
      access_token: accessToken,
      refresh_token: refreshToken,
      id_token: idToken,
      token_type: 'bearer',
      expires_in: 3_600,
      scope: 'user:email',
    }
  }
}

/** Creates an account at a provider with this address, which is verified by default. */
export function identityOf(email: string | null, emailVerified: boolean | string = true): Identity {
  return { id: String(randomInt(1, 2 ** 40)), email, emailVerified }
}

function nameOf({ name = 'Octo Cat' }: Identity) {
  return { name, email: null }
}

function emailsOf({ email, emailVerified }: Identity) {
  return email === null ? [] : [{ email, primary: true, verified: emailVerified }]
}

/** Returns an ID token. Its signature is random, because the app gets it directly from the provider and does not check it. */
function idTokenOf({ id, email, emailVerified, name = 'Octo Cat' }: Identity): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: id, email, email_verified: emailVerified, name, nonce: randomBytes(8).toString('hex') }
  return `${part({ alg: 'RS256' })}.${part(claims)}.${randomBytes(16).toString('base64url')}`
}
