import { AppError } from '#lib/app-error.ts'
import { findSession, guestContext } from '#auth/current-session.server.ts'
import { leaveEndedImpersonation } from '#auth/impersonation.server.ts'
import { keepWish } from '#auth/preferences.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { SIGN_OUT } from '#auth/session-endpoints.server.ts'
import { AUTH_BASE } from './auth-handler.server.ts'
import { methodNotAllowed } from './error-response.server.ts'
import type { Next } from '#request/handler.ts'

const PAGE_METHODS = ['GET', 'HEAD']

/** Step: refuses methods that no page has. */
export function answerPageMethodsOnly(request: Request, _context: RequestContext, next: Next) {
  return PAGE_METHODS.includes(request.method) ? next(request) : methodNotAllowed(PAGE_METHODS)
}

/** Step: sends a path that begins with two slashes, which reads like the name of another site, to the one that is meant. */
export function straightenPath(request: Request, { url: { pathname } }: RequestContext, next: Next) {
  return pathname.startsWith('//') ? redirect(308, pathname.replace(/^\/+/, '/')) : next(request)
}

/** Step: keeps the language that the address wishes for. */
export function rememberLanguage(request: Request, context: RequestContext, next: Next) {
  keepWish(context)
  return next(request)
}

/**
 * Step: has a page come in the language and the theme of whose it is, whichever device they chose them on: reading the
 * session sees to it.
 */
export async function showAsPreferred(request: Request, _context: RequestContext, next: Next) {
  // What keeps the session from being read is for the page to tell, which asks for it again.
  await findSession().catch(() => null)
  return next(request)
}

/** Step: sends an administrator whose time of acting as a person is over back to where they came from. */
export async function backFromImpersonation(request: Request, _context: RequestContext, next: Next) {
  const wayBack = await leaveEndedImpersonation(guestContext())
  return wayBack === null ? next(request) : redirect(302, wayBack)
}

/**
 * Step: refuses a call that an administrator makes as a person when the time of that is over, and gives them their own session
 * back: the next one is theirs.
 */
export async function refuseAfterImpersonation(request: Request, { url: { pathname } }: RequestContext, next: Next) {
  const isCall = pathname.startsWith('/api/') && pathname !== `${AUTH_BASE}${SIGN_OUT}`
  const wayBack = isCall ? await leaveEndedImpersonation(guestContext()) : null
  if (wayBack !== null) throw new AppError('UNAUTHORIZED')
  return next(request)
}

function redirect(status: number, path: string): Response {
  return new Response(null, { status, headers: { Location: path } })
}
