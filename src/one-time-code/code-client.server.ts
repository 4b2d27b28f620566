import { and, eq, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#db/client.ts'
import { setCookieHeader, cookieNameOf } from '#env/cookie-name.server.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'

/** The context of functions for one-time codes: the database, and the request of the browser that uses the code. */
export interface CodeContext {
  db: Database
  request: RequestContext
}

/** Hashes of an address and a browser, keyed by one secret. */
export interface ClientKeys {
  addressKey: string
  browserKey: string
}

/** The client of a code: keyed hashes of its address and browser, and the visitor's IP address. */
export interface CodeClient extends ClientKeys {
  ipAddress: string
  /** The hashes by previous secrets, for older rows. */
  previousKeys?: ClientKeys[]
}

/** Returns the client of the current request; a browser without the cookie gets a new ID. */
export function codeClientOf(request: RequestContext, email: string): CodeClient {
  const keysBy = (secret: string): ClientKeys => ({
    addressKey: addressKey(email, secret),
    browserKey: browserKeyOf(request, secret),
  })
  const { secret, previousSecrets } = environment()
  return { ...keysBy(secret), ipAddress: request.address, previousKeys: previousSecrets.map(keysBy) }
}

/** Returns the hash that identifies a request's browser; one without the cookie gets a new ID. */
function browserKeyOf(request: RequestContext, secret: string): string {
  request.browserId ??= crypto.randomUUID()
  return keyedHash(secret, 'browser', request.browserId)
}

/** Returns the hash that identifies an email address without storing it. */
export function addressKey(email: string, secret = environment().secret): string {
  return keyedHash(secret, 'address', email)
}

/** Returns the hashes of an email address by the current and all previous secrets. */
export function acceptedAddressKeys(email: string): string[] {
  return acceptedSecrets().map((secret) => addressKey(email, secret))
}

/** Returns the condition that a row belongs to a client. Accepts the client's hashes by all secrets. */
export function belongsTo(
  { addressKey, browserKey, previousKeys = [] }: CodeClient,
  row: { addressKey: PgColumn; browserKey: PgColumn },
): SQL | undefined {
  const pairs = [{ addressKey, browserKey }, ...previousKeys]
  return or(...pairs.map((pair) => and(eq(row.addressKey, pair.addressKey), eq(row.browserKey, pair.browserKey))))
}

/** Returns the name of the cookie that a browser gets with its first code. Other browsers cannot spend that code's attempts. */
export function browserCookieName(): string {
  return cookieNameOf('browser')
}

/**
 * Returns the name of the cookie that binds challenges to a browser. Codes have a different cookie: the sign-in page requests a
 * challenge by itself, whose response would replace the ID of a code that was requested at the same time.
 */
export function challengeCookieName(): string {
  return cookieNameOf('challenge')
}

/** Sets the browser's ID cookie for codes, or renews it. */
export function setBrowserCookie({ browserId, setCookies }: RequestContext): void {
  setCookies.push(setCookieHeader(browserCookieName(), browserId ?? '', 31_536_000))
}
