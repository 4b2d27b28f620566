import type { Database } from '#db/client.ts'
import { environment } from '#env/environment.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'

/** The database and the request under way, whose browser a code belongs to. */
export interface CodeContext {
  db: Database
  request: RequestContext
}

/** The requester of a code: keyed hashes of the address written to and of the browser, and the visitor's IP address. */
export interface CodeRequester {
  addressKey: string
  browserKey: string
  ipAddress: string
}

/** The requester behind the request under way; a browser without the cookie gets a new identity. */
export function requesterOf(request: RequestContext, email: string): CodeRequester {
  request.browserId ??= crypto.randomUUID()
  const browserKey = keyedHash(environment().secret, 'browser', request.browserId)
  return { addressKey: addressKey(email), browserKey, ipAddress: request.address }
}

/** The hash by which the server knows an e-mail address without keeping it. */
export function addressKey(email: string): string {
  return keyedHash(environment().secret, 'address', email)
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
