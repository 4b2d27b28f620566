import { bearerTokenOf, sessionTokenIn } from '#auth/session-cookie.server.ts'
import { environment } from '#env/environment.server.ts'
import { isSentByProgram } from '#middleware/same-origin.server.ts'
import type { RequestContext, Next } from '#request/request-context.server.ts'

const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()'

/** Middleware: adds the collected cookies, the security headers and the request ID, which is also in the log. */
export async function addResponseHeaders(request: Request, context: RequestContext, next: Next): Promise<Response> {
  const answered = await next(request)
  // Some responses have immutable headers, so copy the response.
  const response = new Response(answered.body, answered)
  if (isOfNativeApp(request, context)) replaceCookiesWithTokenHeader(response.headers, context.setCookies)
  else for (const cookie of context.setCookies) response.headers.append('Set-Cookie', cookie)
  addSecurityHeaders(response.headers, context.url.pathname, [`'nonce-${context.nonce}'`])
  response.headers.set('X-Request-Id', context.id)
  return response
}

/** Whether a native app makes this call: it has a bearer token, or sends a change without any header of browsers. */
function isOfNativeApp({ method, headers }: Request, { url }: RequestContext): boolean {
  const isCall = environment().bearerTokens && url.pathname.startsWith('/api/') && isSentByProgram(headers)
  return isCall && (method !== 'GET' || sessionTokenIn(headers) !== undefined)
}

/** Sends a new token in the header that clients of better-auth read, and no cookies, which the app's platform might store. */
function replaceCookiesWithTokenHeader(headers: Headers, setCookies: readonly string[]): void {
  const token = bearerTokenOf(setCookies)
  if (token !== undefined) headers.set('set-auth-token', token)
  headers.delete('Set-Cookie')
}

/**
 * Adds the security headers of a page or call.
 * @param scripts the sources that `script-src` trusts: a nonce, or hashes
 */
export function addSecurityHeaders(headers: Headers, path: string, scripts: string[]): void {
  addCommonHeaders(headers)
  // The URLs of login pages contain the email address, the URLs of notices and invitations a token.
  if (/^\/(login|not-me|invitation)/.test(path)) headers.set('Referrer-Policy', 'no-referrer')
  headers.set('Content-Security-Policy', contentSecurityPolicy(scripts))
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}

function addCommonHeaders(headers: Headers): void {
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('X-Frame-Options', 'DENY')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  headers.set('Permissions-Policy', PERMISSIONS_POLICY)
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  if (environment().isHttps) headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
}

/** Adds the security headers of a file. An image that is opened directly can apply its styles, but not run or load code. */
export function addSecurityHeadersOfFiles(headers: Headers): void {
  addCommonHeaders(headers)
  headers.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
}

/** Adds the security headers of responses to requests refused before routing: no scripts, no framing, no caching. */
export function addSecurityHeadersOfRefusals(headers: Headers): void {
  addCommonHeaders(headers)
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  headers.set('Cache-Control', 'no-store')
}

function contentSecurityPolicy(scripts: string[]): string {
  return [
    "default-src 'self'",
    `script-src ${[...scripts, "'strict-dynamic'"].join(' ')}`,
    // sonner and vaul insert <style> elements without a nonce.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    `frame-src ${environment().isLocal ? "'self'" : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ...(environment().isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
