import { randomBytes } from 'node:crypto'
import { parseCookie } from 'cookie'
import { appConfig } from '#app.config'
import { browserCookieName } from '#one-time-code/code-client.server.ts'
import { environment } from '#env/environment.server.ts'
import { negotiateLanguage } from '#i18n/negotiate-language.server.ts'
import { clientAddress } from '#lib/client-address.server.ts'
import { isSentByProgram } from '#middleware/same-origin.server.ts'
import { RequestStore, type RequestContext } from '#request/request-context.server.ts'

/** The header with a random UUID that a native app generates once. Only the device with this ID can enter a code it requested. */
const DEVICE_HEADER = 'x-device-id'
const OUR_BROWSER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The request from the server adapter, with the address of the TCP connection. */
export type IncomingRequest = Request & { ip?: string | undefined }

/** Creates the context that all later handlers use: the visitor's address, cookies, language and so on. */
export function createRequestContext(request: IncomingRequest, url: URL): RequestContext {
  const cookies = readCookies(request.headers.get('cookie') ?? '')
  const browserId = cookies.get(browserCookieName()) ?? deviceIdOf(request.headers)
  return {
    id: crypto.randomUUID(),
    url,
    address: clientAddress(
      request.ip ?? '127.0.0.1',
      request.headers.get('x-forwarded-for'),
      environment().trustedProxies,
    ),
    language: negotiateLanguage(appConfig, {
      query: url.searchParams.get('lng'),
      cookie: cookies.get(appConfig.languageCookie.name),
      acceptLanguage: request.headers.get('accept-language'),
    }),
    nonce: randomBytes(16).toString('base64url'),
    browserId: browserId !== undefined && OUR_BROWSER_ID.test(browserId) ? browserId : undefined,
    headers: request.headers,
    signal: request.signal,
    cookies,
    setCookies: [],
    store: new RequestStore(),
  }
}

/** Returns the ID that a native app sends in place of the cookie with the browser's ID. */
function deviceIdOf(headers: Headers): string | undefined {
  const isApp = environment().bearerTokens && isSentByProgram(headers)
  return isApp ? (headers.get(DEVICE_HEADER) ?? undefined) : undefined
}

/** Reads cookies without validation. Of two cookies with the same name, keeps the first, which has the more specific path. */
function readCookies(header: string): Map<string, string> {
  const cookies = parseCookie(header, { decode: (value) => value })
  return new Map(Object.entries(cookies).map(([name, value = '']) => [name, value]))
}
