import { and, eq, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#db/client.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'

/** The database and the request under way, whose browser a code belongs to. */
export interface CodeContext {
  db: Database
  request: RequestContext
}

/** Keyed hashes of an address and of a browser that asks for codes to it, by one secret. */
export interface RequesterKeys {
  addressKey: string
  browserKey: string
}

/** The requester of a code: keyed hashes of the address written to and of the browser, and the visitor's IP address. */
export interface CodeRequester extends RequesterKeys {
  ipAddress: string
  /** What the hashes were by secrets that were in use before, for rows of that time. */
  previousKeys?: RequesterKeys[]
}

/** The requester behind the request under way; a browser without the cookie gets a new identity. */
export function requesterOf(request: RequestContext, email: string): CodeRequester {
  const keysBy = (secret: string): RequesterKeys => ({
    addressKey: addressKey(email, secret),
    browserKey: browserKeyOf(request, secret),
  })
  const { secret, previousSecrets } = environment()
  return { ...keysBy(secret), ipAddress: request.address, previousKeys: previousSecrets.map(keysBy) }
}

/** The hash by which the server knows the browser of a request; one without the cookie gets a new identity. */
export function browserKeyOf(request: RequestContext, secret = environment().secret): string {
  request.browserId ??= crypto.randomUUID()
  return keyedHash(secret, 'browser', request.browserId)
}

/** The hash by which the server knows an e-mail address without keeping it. */
export function addressKey(email: string, secret = environment().secret): string {
  return keyedHash(secret, 'address', email)
}

/** The hashes of an e-mail address that rows may hold: by the secret, and by those that were in use before. */
export function acceptedAddressKeys(email: string): string[] {
  return acceptedSecrets().map((secret) => addressKey(email, secret))
}

/** The condition that a row belongs to a requester, by whichever secret its hashes were made. */
export function belongsTo(
  { addressKey, browserKey, previousKeys = [] }: CodeRequester,
  row: { addressKey: PgColumn; browserKey: PgColumn },
): SQL | undefined {
  const pairs = [{ addressKey, browserKey }, ...previousKeys]
  return or(...pairs.map((pair) => and(eq(row.addressKey, pair.addressKey), eq(row.browserKey, pair.browserKey))))
}

/** The name of the cookie that a browser gets with its first code, so that only it can spend tries at that code. */
export function browserCookieName(): string {
  return environment().isHttps ? '__Host-latchkey.browser' : 'latchkey.browser'
}

/** Gives the browser of the request under way its identity for asking and entering codes, or a longer life to the one it has. */
export function setBrowserCookie({ browserId, setCookies }: RequestContext): void {
  const secure = environment().isHttps ? '; Secure' : ''
  setCookies.push(`${browserCookieName()}=${browserId}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure}`)
}
