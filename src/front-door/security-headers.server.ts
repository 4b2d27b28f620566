import { environment } from '#env/environment.server.ts'
import type { RequestContext } from '#lib/request-context.server.ts'

const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()'

/** Adds to every answer what browsers enforce for us. */
export function addSecurityHeaders(headers: Headers, request: RequestContext, path: string): void {
  headers.set('X-Request-Id', request.id)
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('X-Frame-Options', 'DENY')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  headers.set('Permissions-Policy', PERMISSIONS_POLICY)
  // The login pages carry the e-mail address in their query.
  headers.set('Referrer-Policy', path.startsWith('/login') ? 'no-referrer' : 'strict-origin-when-cross-origin')
  headers.set('Content-Security-Policy', contentSecurityPolicy(request.nonce))
  if (environment().isHttps) headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // sonner and vaul insert <style> elements without a nonce.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ...(environment().isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
