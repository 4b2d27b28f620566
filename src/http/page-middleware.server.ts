import { AppError } from '#lib/app-error.ts'
import { findSession, currentBrowserContext } from '#auth/current-session.server.ts'
import { leaveEndedImpersonation } from '#auth/impersonation.server.ts'
import { storeLanguageOfLink } from '#auth/preferences.server.ts'
import type { RequestContext, Next } from '#request/request-context.server.ts'
import { SIGN_OUT_PATH } from '#auth/session-endpoints.server.ts'
import { AUTH_BASE } from './auth-handler.server.ts'
import { methodNotAllowed } from './error-response.server.ts'

const PAGE_METHODS = ['GET', 'HEAD']

/** Middleware: refuses HTTP methods that pages do not support. */
export function limitPageMethods(request: Request, _context: RequestContext, next: Next) {
  return PAGE_METHODS.includes(request.method) ? next(request) : methodNotAllowed(PAGE_METHODS)
}

/** Middleware: redirects a path that begins with two slashes, which browsers read as another host, to the intended path. */
export function normalizePath(request: Request, { url: { pathname } }: RequestContext, next: Next) {
  return pathname.startsWith('//') ? redirect(308, pathname.replace(/^\/+/, '/')) : next(request)
}

/** Middleware: stores the language of the URL in a signed-out browser. */
export function storeLanguageOfUrl(request: Request, context: RequestContext, next: Next) {
  storeLanguageOfLink(context)
  return next(request)
}

/** Middleware: applies the user's language and theme to the page, by reading the session. */
export async function applyPreferences(request: Request, _context: RequestContext, next: Next) {
  // Ignore a failure here: the page reads the session again and reports it.
  await findSession().catch(() => null)
  return next(request)
}

/** Middleware: sends an administrator whose impersonation has expired back to the page where it started. */
export async function endExpiredImpersonation(request: Request, _context: RequestContext, next: Next) {
  const wayBack = await leaveEndedImpersonation(currentBrowserContext())
  return wayBack === null ? next(request) : redirect(302, wayBack)
}

/**
 * Middleware: refuses a call during an expired impersonation and restores the administrator's own session for the next call.
 */
export async function refuseAfterImpersonation(request: Request, { url: { pathname } }: RequestContext, next: Next) {
  const isCall = pathname.startsWith('/api/') && pathname !== `${AUTH_BASE}${SIGN_OUT_PATH}`
  const wayBack = isCall ? await leaveEndedImpersonation(currentBrowserContext()) : null
  if (wayBack !== null) throw new AppError('UNAUTHORIZED')
  return next(request)
}

function redirect(status: number, path: string): Response {
  return new Response(null, { status, headers: { Location: path } })
}
