import { guestContext } from '#auth/current-session.server.ts'
import { leaveEndedImpersonation } from '#auth/impersonation.server.ts'
import { isLanguage } from '#i18n/languages.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { languageCookie } from './create-request-context.server.ts'
import { methodNotAllowed } from './error-response.server.ts'
import type { Next } from './handler.ts'

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
export function rememberLanguage(request: Request, { url, setCookies }: RequestContext, next: Next) {
  const wished = url.searchParams.get('lng')
  if (isLanguage(wished)) setCookies.push(languageCookie(wished))
  return next(request)
}

/** Step: sends an administrator whose time of acting as a person is over back to where they came from. */
export async function backFromImpersonation(request: Request, _context: RequestContext, next: Next) {
  const wayBack = await leaveEndedImpersonation(guestContext())
  return wayBack === null ? next(request) : redirect(302, wayBack)
}

function redirect(status: number, path: string): Response {
  return new Response(null, { status, headers: { Location: path } })
}
