import { environment } from '#env/environment.server.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { AppError, findAppErrorIn } from '#lib/app-error.ts'
import { isFormOfThisSite } from '#middleware/same-origin.server.ts'
import { functionCall } from '#middleware/unexpected-errors.server.ts'
import {
  formResult,
  refusedForm,
  RequestStore,
  runInRequest,
  type RequestContext,
} from '#request/request-context.server.ts'
import { AUTH_BASE } from './auth-handler.server.ts'
import { retryAfter } from './error-response.server.ts'
import { findFormAction, FORM_ACTIONS, text } from './form-action-list.ts'
import type { Handler, Next, Pipeline } from './handler.ts'

/** The paths that forms of pages are handed on to. */
export const CALLED_BY_FORMS: ReadonlySet<string> = new Set(Object.values(FORM_ACTIONS).map(({ path }) => path))

/** No form of ours has more. */
const MOST_FIELDS_KEPT = 20

/** The cookie that has the next page say what was done. */
const RESULT_COOKIE = { name: 'formResult', maxAgeSeconds: 30, mostCharacters: 200 }

/** Makes the step that answers whatever is posted to a page. @param calls the way of the call that it stands for */
export function answerFormAction(calls: Pipeline): Handler {
  return (request, context, next) =>
    request.method === 'POST' ? handleFormAction(request, context, calls, next) : next(request)
}

/** Step: has the page that a form led to say what was done, once. */
export function sayFormResult(request: Request, { cookies, language, setCookies, store }: RequestContext, next: Next) {
  const result = cookies.get(RESULT_COOKIE.name) ?? ''
  // Names may have dots, intents have none.
  const end = result.indexOf('.')
  const said = findFormAction(result.slice(0, end))?.said
  if (!said) return next(request)
  store.set(formResult, said(translatorFor(language).t, decoded(result.slice(end + 1))))
  setCookies.push(resultCookie('', 0))
  return next(request)
}

/**
 * Answers a form that a browser without JavaScript sent to a page: makes the call that a script would have made, through
 * the same guards and rules, and sends the browser on; after a failure the answer is the page that the form is on, which
 * says what is wrong and keeps what was typed.
 * @throws {AppError} INVALID_ORIGIN for a form of another site, INVALID_INPUT for one that is not ours
 */
async function handleFormAction(request: Request, context: RequestContext, calls: Pipeline, next: Next) {
  const { fields, form } = await readForm(request)
  const store = new RequestStore()
  const response = await make(
    asCall(request, form.path, form.body?.(fields) ?? Object.fromEntries(fields)),
    { ...context, store },
    calls,
  )
  if (response.ok && !form.next) return response
  context.setCookies.push(...response.headers.getSetCookie())
  if (!response.ok || !form.next) {
    const refusal = await refusalOf(response, fields, context)
    if (form.next && form.goesOn?.(refusal.failure.details, context.url))
      return goOn(response, form.next(fields, context.url, undefined))
    return pageWithRefusal(request, context, refusal, next)
  }
  if (form.said) context.setCookies.push(rememberResult(fields))
  return goOn(response, form.next(fields, context.url, store.get(functionCall)?.result))
}

async function readForm(request: Request) {
  if (!isFormOfThisSite(request)) throw new AppError('INVALID_ORIGIN')
  if (!request.headers.get('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded'))
    throw new AppError('INVALID_INPUT')
  const fields = new URLSearchParams(await request.text())
  const form = findFormAction(text(fields, 'intent'))
  if (!form) throw new AppError('INVALID_INPUT', { field: 'intent' })
  return { fields, form }
}

function goOn(response: Response, location: string): Response {
  const headers = new Headers({ Location: location })
  const cleared = response.headers.get('Clear-Site-Data')
  if (cleared !== null) headers.set('Clear-Site-Data', cleared)
  return new Response(null, { status: 303, headers })
}

/** With headers of its own, and cookies for the same browser. */
function make(call: Request, outer: RequestContext, calls: Pipeline): Promise<Response> {
  const context = { ...outer, url: new URL(call.url), headers: call.headers }
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

async function refusalOf(response: Response, fields: URLSearchParams, { language }: RequestContext) {
  const failure =
    findAppErrorIn(await response.json().catch(() => null)) ??
    new AppError(response.status === 400 ? 'INVALID_INPUT' : 'UNKNOWN_ERROR')
  return {
    intent: text(fields, 'intent'),
    fields: Object.fromEntries([...fields].slice(0, MOST_FIELDS_KEPT)),
    failure,
    text: translatorFor(language).t(`errors:${failure.code}`),
  }
}

/** The page as it is asked for, with the status of the refusal; where it is no longer for this visitor, what they get. */
async function pageWithRefusal(
  { url, headers: sent, signal }: Request,
  { store }: RequestContext,
  refusal: Awaited<ReturnType<typeof refusalOf>>,
  next: Next,
): Promise<Response> {
  store.set(refusedForm, refusal)
  const asked = new Headers(sent)
  for (const name of ['content-type', 'content-length']) asked.delete(name)
  const page = await next(new Request(url, { headers: asked, signal }))
  const { details, status: refused } = refusal.failure
  // A form is not sent on to where its page is not: any other redirection would have the browser send it again.
  const status = page.ok ? refused : page.status < 400 ? 303 : page.status
  const headers = new Headers(page.headers)
  for (const [name, value] of Object.entries(retryAfter(details))) headers.set(name, value)
  return new Response(page.body, { status, headers })
}

function rememberResult(fields: URLSearchParams): string {
  const name = text(fields, 'name').trim().slice(0, RESULT_COOKIE.mostCharacters)
  return resultCookie(`${text(fields, 'intent')}.${encodeURIComponent(name)}`, RESULT_COOKIE.maxAgeSeconds)
}

function resultCookie(value: string, maxAgeSeconds: number): string {
  const secure = environment().isHttps ? '; Secure' : ''
  return `${RESULT_COOKIE.name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** Nobody but us sets the cookie, but anybody may send one. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}
