import { setCookieHeader } from '#env/cookie-name.server.ts'
import { environment } from '#env/environment.server.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { AppError, findAppErrorIn } from '#lib/app-error.ts'
import { decodeIfPossible } from '#lib/search-text.ts'
import { COMBOBOX_SEARCH_BUTTON, type RefusedForm } from '#lib/refused-form.ts'
import { foreignFormError } from '#middleware/same-origin.server.ts'
import { functionCallKey } from '#middleware/unexpected-errors.server.ts'
import {
  formResultKey,
  refusedFormRequestKey,
  RequestStore,
  runInRequest,
  type RequestContext,
  type Handler,
  type Next,
} from '#request/request-context.server.ts'
import { readField, type FormAction, type FormActions } from '#request/form-action.ts'
import { AUTH_BASE } from './auth-handler.server.ts'
import { retryAfterHeader } from './error-response.server.ts'
import type { Pipeline } from './handler.ts'

/** Maximum number of fields that are read; none of our forms has more. */
const MAX_FIELDS_KEPT = 20
const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)/

/** The cookie that makes the next page show the result of a form. */
const RESULT_COOKIE = { name: 'formResult', maxAgeSeconds: 30, maxCharacters: 200 }

/** Creates the handler for forms that are posted to a page. @param calls the pipeline that runs the call of a form */
export function formActionHandler(actions: FormActions, calls: Pipeline): Handler {
  return (request, context, next) =>
    request.method === 'POST' ? handleFormAction(request, context, { actions, calls, next }) : next(request)
}

/** Creates the handler that makes the next page after a form show the form's result once. */
export function formResultHandler(actions: FormActions): Handler {
  return (request, { cookies, language, setCookies, store }, next) => {
    const result = cookies.get(RESULT_COOKIE.name) ?? ''
    // Split the intent from the name at the first dot, because names can contain dots, but intents cannot.
    const end = result.indexOf('.')
    const said = findFormAction(actions, result.slice(0, end))?.resultMessage
    if (!said) return next(request)
    store.set(formResultKey, said(translatorFor(language).t, decodeIfPossible(result.slice(end + 1))))
    setCookies.push(setCookieHeader(RESULT_COOKIE.name, '', 0))
    return next(request)
  }
}

/** Finds the action of a form by its `intent`; undefined if we have no such form. */
function findFormAction(actions: FormActions, intent: string): FormAction | undefined {
  return Object.hasOwn(actions, intent) ? actions[intent] : undefined
}

interface FormPipeline {
  actions: FormActions
  calls: Pipeline
  next: Next
}

/**
 * Handles a form that a browser without JavaScript posted to a page: makes the call that the script would have made, through
 * the same guards and rules, and redirects the browser. After a failure, responds with the form's page, with the error and the
 * typed values.
 * @throws {AppError} INVALID_ORIGIN, ORIGIN_MISSING if no page of this site sent the form, INVALID_INPUT for an unknown form
 */
async function handleFormAction(request: Request, context: RequestContext, { actions, calls, next }: FormPipeline) {
  const sent = await readForm(request, actions)
  // The visitor only searches in a combobox; the form itself is not submitted yet.
  if (sent.fields.has(COMBOBOX_SEARCH_BUTTON))
    return renderPageWithRefusedForm(request, context, formWithoutError(sent.fields), next, 200)
  return sendForm(request, context, { calls, next }, sent)
}

async function sendForm(
  request: Request,
  context: RequestContext,
  { calls, next }: Pick<FormPipeline, 'calls' | 'next'>,
  { fields, files, form }: Awaited<ReturnType<typeof readForm>>,
) {
  const store = new RequestStore()
  const body = form.body?.(fields) ?? Object.fromEntries(fields)
  const response = await runCall(toCall(request, form.path, body, files), { ...context, store }, calls)
  context.setCookies.push(...response.headers.getSetCookie())
  if (!response.ok) {
    const refusal = await toRefusedForm(response, fields, context)
    if (form.continuesDespite?.(refusal.failure.details, context.url))
      return redirectTo(response, nextPath(form, fields, context.url))
    return renderPageWithRefusedForm(request, context, refusal, next)
  }
  if (form.resultMessage) context.setCookies.push(resultCookieLine(fields))
  return redirectTo(response, nextPath(form, fields, context.url, store.get(functionCallKey)?.result))
}

/** Returns the path of the next page. Two leading slashes, which would lead to another site, become one. */
function nextPath({ next }: FormAction, fields: URLSearchParams, url: URL, result?: unknown): string {
  if (typeof next === 'function') return next(fields, url, result)
  return url.pathname.replace(/^\/+/, '/') + (next === 'same-page' ? url.search : '')
}

async function readForm(request: Request, actions: FormActions) {
  const foreign = foreignFormError(request)
  if (foreign) throw foreign
  if (!FORM_TYPES.test(request.headers.get('content-type')?.toLowerCase() ?? '')) throw new AppError('INVALID_INPUT')
  const sent = await request.formData().catch((cause: unknown) => {
    throw Object.assign(new AppError('INVALID_INPUT'), { cause })
  })
  const fields = new URLSearchParams()
  const files: [string, File][] = []
  for (const [name, value] of sent)
    if (typeof value === 'string') fields.append(name, value)
    else files.push([name, value])
  const form = findFormAction(actions, readField(fields, 'intent'))
  if (!form) throw new AppError('INVALID_INPUT', { field: 'intent' })
  return { fields, files, form }
}

function redirectTo(response: Response, location: string): Response {
  const headers = new Headers({ Location: location })
  const cleared = response.headers.get('Clear-Site-Data')
  if (cleared !== null) headers.set('Clear-Site-Data', cleared)
  return new Response(null, { status: 303, headers })
}

/** Makes the call with its own URL and headers. Cookies that the call sets are sent to the visitor's browser. */
function runCall(call: Request, outer: RequestContext, calls: Pipeline): Promise<Response> {
  const context = { ...outer, url: new URL(call.url), headers: call.headers }
  return runInRequest(context, () => calls(call, context))
}

/** Creates the request for the call: JSON for better-auth, the unchanged form for server functions. */
function toCall(request: Request, path: string, body: Record<string, string>, files: [string, File][]): Request {
  const { appUrl } = environment()
  const isForAuth = path.startsWith(`${AUTH_BASE}/`)
  const headers = new Headers(request.headers)
  // The Content-Type of a form with files contains the boundary of its parts, so `Request` must set it from the body.
  headers.delete('content-type')
  if (isForAuth) headers.set('content-type', 'application/json')
  headers.set('origin', appUrl)
  headers.delete('content-length')
  return new Request(`${appUrl}${path}${isForAuth ? '' : '?createServerFn='}`, {
    method: 'POST',
    headers,
    body: isForAuth ? JSON.stringify(body) : toForm(body, files),
  })
}

function toForm(fields: Record<string, string>, files: [string, File][]): FormData | URLSearchParams {
  if (files.length === 0) return new URLSearchParams(fields)
  const form = new FormData()
  for (const [name, value] of [...Object.entries(fields), ...files]) form.append(name, value)
  return form
}

/** Returns all values of a form that only searches in a combobox, without any error. */
function formWithoutError(fields: URLSearchParams): RefusedForm {
  const failure = new AppError('INVALID_INPUT', { fields: {} })
  return { intent: readField(fields, 'intent'), fields: limitFields(fields), failure, text: '' }
}

function limitFields(fields: URLSearchParams): Record<string, string> {
  return Object.fromEntries(Object.entries(Object.fromEntries(fields)).slice(0, MAX_FIELDS_KEPT))
}

async function toRefusedForm(
  response: Response,
  fields: URLSearchParams,
  { language }: RequestContext,
): Promise<RefusedForm> {
  const failure =
    findAppErrorIn(await response.json().catch(() => null)) ??
    new AppError(response.status === 400 ? 'INVALID_INPUT' : 'UNKNOWN_ERROR')
  return {
    intent: readField(fields, 'intent'),
    fields: limitFields(fields),
    failure,
    text: translatorFor(language).t(`errors:${failure.code}`),
  }
}

/** Renders the page with the refusal's status; if the visitor can no longer open the page, returns its response instead. */
async function renderPageWithRefusedForm(
  { url, headers: sent, signal }: Request,
  { store }: RequestContext,
  refusal: RefusedForm,
  next: Next,
  refused = refusal.failure.status,
): Promise<Response> {
  store.set(refusedFormRequestKey, refusal)
  const asked = new Headers(sent)
  for (const name of ['content-type', 'content-length']) asked.delete(name)
  const page = await next(new Request(url, { headers: asked, signal }))
  const { details } = refusal.failure
  // Use 303 if the page redirects; any other redirection would make the browser post the form again.
  const status = page.ok ? refused : page.status < 400 ? 303 : page.status
  const headers = new Headers(page.headers)
  for (const [name, value] of Object.entries(retryAfterHeader(details))) headers.set(name, value)
  return new Response(page.body, { status, headers })
}

function resultCookieLine(fields: URLSearchParams): string {
  const name = readField(fields, 'name').trim().slice(0, RESULT_COOKIE.maxCharacters)
  const value = `${readField(fields, 'intent')}.${encodeURIComponent(name)}`
  return setCookieHeader(RESULT_COOKIE.name, value, RESULT_COOKIE.maxAgeSeconds)
}
