import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { isFormOfThisSite } from '#middleware/same-origin.server.ts'
import { RequestStore, runInRequest, type RequestContext } from '#request/request-context.server.ts'
import { AUTH_BASE } from './auth-handler.server.ts'
import type { Handler, Pipeline } from './handler.ts'

/** The meaning of a form's `intent` without JavaScript: the call that a script would make, and the page after it. */
interface FormAction {
  path: string
  body: (fields: URLSearchParams) => Record<string, string>
  /** Where the browser goes when the call has worked. */
  next: (fields: URLSearchParams, page: URL) => string
}

const FORM_ACTIONS: Record<string, FormAction> = {
  'ask-for-code': {
    path: '/api/auth/email-otp/send-verification-otp',
    body: (fields) => ({ email: text(fields, 'email'), type: 'sign-in' }),
    next: (fields) =>
      pageOf('/login/verify', {
        email: text(fields, 'email').trim().toLowerCase(),
        redirect: text(fields, 'redirect'),
      }),
  },
  'enter-code': {
    path: '/api/auth/sign-in/email-otp',
    body: (fields) => ({ email: text(fields, 'email'), otp: text(fields, 'code') }),
    next: (fields) => safeRedirectPath(text(fields, 'redirect')) ?? '/login',
  },
  'give-name': {
    path: '/api/onboarding.giveName',
    body: (fields) => ({ name: text(fields, 'name') }),
    next: (_fields, page) => samePage(page, {}),
  },
  'stop-impersonating': {
    path: '/api/auth/admin/stop-impersonating',
    body: () => ({}),
    next: () => '/manager/users',
  },
  'sign-out': { path: '/api/auth/sign-out', body: () => ({}), next: () => '/login' },
}

/** The paths that forms of pages are handed on to. */
export const CALLED_BY_FORMS: ReadonlySet<string> = new Set(Object.values(FORM_ACTIONS).map(({ path }) => path))

/** Fields that are given back to the page, so that nothing typed is lost. */
const KEPT = ['email', 'redirect', 'name'] as const
/** What is written into the URL of a page that a form came from; the rest of its query is the page's own. */
const WRITTEN = new Set<string>([...KEPT, 'error', 'wait'])
/** Of a field, so that the URL does not grow too long to be asked for. Longer ones are refused for their length anyway. */
const MOST_CHARACTERS_KEPT = 500

/** Makes the step that answers whatever is posted to a page. @param calls the way of the call that it stands for */
export function answerFormAction(calls: Pipeline): Handler {
  return (request, context, next) =>
    request.method === 'POST' ? handleFormAction(request, context, calls) : next(request)
}

/**
 * Answers a form that a browser without JavaScript sent to a page: makes the call that a script would have made, through
 * the same guards and rules, and sends the browser on; after a failure back to the page, which says what is wrong.
 * @throws {AppError} INVALID_ORIGIN for a form of another site, INVALID_INPUT for one that is not ours
 */
async function handleFormAction(request: Request, context: RequestContext, calls: Pipeline): Promise<Response> {
  if (!isFormOfThisSite(request)) throw new AppError('INVALID_ORIGIN')
  if (!request.headers.get('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded'))
    throw new AppError('INVALID_INPUT')
  const fields = new URLSearchParams(await request.text())
  const intent = text(fields, 'intent')
  const form = Object.hasOwn(FORM_ACTIONS, intent) ? FORM_ACTIONS[intent] : undefined
  if (!form) throw new AppError('INVALID_INPUT', { field: 'intent' })

  const response = await make(asCall(request, form.path, form.body(fields)), context, calls)
  const headers = new Headers({
    Location: response.ok ? form.next(fields, context.url) : await backWith(response, fields, context.url),
  })
  for (const cookie of response.headers.getSetCookie()) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/** With headers and a store of its own, and cookies for the same browser. */
function make(call: Request, outer: RequestContext, calls: Pipeline): Promise<Response> {
  const context = { ...outer, url: new URL(call.url), headers: call.headers, store: new RequestStore() }
  return runInRequest(context, () => calls(call, context))
}

/** better-auth takes JSON; server functions take forms as they are. */
function asCall(request: Request, path: string, body: Record<string, string>): Request {
  const { appUrl } = environment()
  const isForAuth = path.startsWith(`${AUTH_BASE}/`)
  const headers = new Headers(request.headers)
  headers.set('content-type', isForAuth ? 'application/json' : 'application/x-www-form-urlencoded')
  headers.set('origin', appUrl)
  headers.delete('content-length')
  return new Request(`${appUrl}${path}${isForAuth ? '' : '?createServerFn='}`, {
    method: 'POST',
    headers,
    body: isForAuth ? JSON.stringify(body) : new URLSearchParams(body).toString(),
  })
}

async function backWith(response: Response, fields: URLSearchParams, page: URL): Promise<string> {
  const { code, retryAfterSeconds } = (await response.json().catch(() => ({}))) as {
    code?: string
    retryAfterSeconds?: number
  }
  const given = Object.fromEntries(KEPT.map((name) => [name, text(fields, name).slice(0, MOST_CHARACTERS_KEPT)]))
  return samePage(page, {
    ...given,
    error: code ?? (response.status === 400 ? 'INVALID_INPUT' : 'UNKNOWN_ERROR'),
    wait: retryAfterSeconds === undefined ? '' : String(retryAfterSeconds),
  })
}

/** The page that the form came from, as it was asked for, with these parameters in place of those of an earlier try. */
function samePage(page: URL, parameters: Record<string, string>): string {
  const own = [...page.searchParams].filter(([name]) => !WRITTEN.has(name))
  // Two slashes at the beginning would name another site.
  return pageOf(page.pathname.replace(/^\/+/, '/'), parameters, own)
}

function pageOf(path: string, parameters: Record<string, string>, own: [string, string][] = []): string {
  const filled = [...own, ...Object.entries(parameters).filter(([, value]) => value !== '')]
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled).toString()}`
}

function text(fields: URLSearchParams, name: string): string {
  return fields.get(name) ?? ''
}
