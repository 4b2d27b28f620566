import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The claims about a user in an ID token. */
export type TestClaims = Record<string, unknown>

interface Grant {
  idToken: string
  redirectUri: string
  challenge: string
}

const CLIENT = { id: 'our-id', secret: 'our-secret' }
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const { privateKey: foreignKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })

/** An OpenID Connect provider on this computer: single-use codes with PKCE, and signed ID tokens with a nonce. */
export class OidcStandIn {
  /** Whether every call fails. */
  isDown = false
  /** The issuer in the provider's configuration, if it is another than its address. */
  statedIssuer: string | undefined
  readonly #grants = new Map<string, Grant>()
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

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The settings of an app that uses this provider. */
  get env(): Record<string, string> {
    return {
      SSO_ISSUER: this.url,
      SSO_CLIENT_ID: CLIENT.id,
      SSO_CLIENT_SECRET: CLIENT.secret,
      SSO_DOMAINS: 'engines.example,lights.example',
    }
  }

  /**
   * Signs a user in on the provider's page, to which the app has sent the browser.
   * @param claims the claims about the user, which can also replace the provider's own, such as `aud`
   * @returns the path of the app to which the provider sends the browser back
   */
  agree(authorizeUrl: string, claims: TestClaims, { isForged = false } = {}): string {
    const asked = new URL(authorizeUrl).searchParams
    const redirectUri = asked.get('redirect_uri') ?? ''
    const code = randomBytes(12).toString('hex')
    const idToken = this.idTokenOf({ nonce: asked.get('nonce'), ...claims }, isForged)
    this.#grants.set(code, { idToken, redirectUri, challenge: asked.get('code_challenge') ?? '' })
    const { pathname } = new URL(redirectUri)
    return `${pathname}?${new URLSearchParams({ code, state: asked.get('state') ?? '', iss: this.url }).toString()}`
  }

  /** Returns an ID token, signed with another key if it is forged. */
  idTokenOf(claims: TestClaims, isForged = false): string {
    const now = Math.floor(Date.now() / 1_000)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const own = { iss: this.url, aud: CLIENT.id, iat: now, exp: now + 300 }
    const signed = `${part({ alg: 'RS256', kid: 'key-1' })}.${part({ ...own, ...claims })}`
    const signature = createSign('RSA-SHA256')
      .update(signed)
      .sign(isForged ? foreignKey : privateKey, 'base64url')
    return `${signed}.${signature}`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await text(request))
    const answer = this.isDown ? undefined : this.#find(request, fields)
    response.writeHead(answer ? 200 : 500, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: 'server_error' }))
  }

  #find({ method, url, headers }: IncomingMessage, fields: URLSearchParams): object | undefined {
    switch (`${method} ${url}`) {
      case 'GET /.well-known/openid-configuration':
        return {
          issuer: this.statedIssuer ?? this.url,
          authorization_endpoint: `${this.url}/authorize`,
          token_endpoint: `${this.url}/token`,
          jwks_uri: `${this.url}/jwks`,
        }
      case 'GET /jwks':
        return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' }] }
      case 'POST /token':
        return this.#redeem(fields, headers.authorization)
      default:
        return undefined
    }
  }

  /** Exchanges a code for tokens, once, if the secret, the verifier and the redirect URL are right. */
  #redeem(fields: URLSearchParams, authorization: string | undefined): object | undefined {
    const grant = this.#grants.get(fields.get('code') ?? '')
    this.#grants.delete(fields.get('code') ?? '')
    const verifier = fields.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const secret = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')
    const isRight = grant?.challenge === challenge && grant.redirectUri === fields.get('redirect_uri')
    if (!isRight || authorization !== `Basic ${secret}`) return undefined
    return { access_token: randomBytes(12).toString('hex'), id_token: grant.idToken, token_type: 'Bearer' }
  }
}
