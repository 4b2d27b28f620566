import { setTimeout as pause } from 'node:timers/promises'
import { desc, eq, gte } from 'drizzle-orm'
import { FastResponse } from 'srvx'
import { sessionOfRequestKey } from '#auth/current-session.server.ts'
import { database } from '#db/client.ts'
import { codeRequest } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { FAULT_SECONDS, FAULTS, FAULTS_PAGE, faultsIn, type Fault } from '#lib/faults.ts'
import { foreignFormError } from '#middleware/same-origin.server.ts'
import type { RequestContext, Handler, Next } from '#request/request-context.server.ts'
import { errorResponse, methodNotAllowed } from './error-response.server.ts'
import { isHealthCheck } from './health.server.ts'
import { isUnderApi } from './server-function-handler.server.ts'
import { acceptsHtml, type RefusalPage } from './shed-load.server.ts'

// Lets a developer see how the product looks when something fails. These handlers exist only in local mode, and act only for
// browsers whose cookie enables a fault. The page that enables faults has no script, so no bundle contains this code.

/** Maximum time that the response waits for the worker to send the mail. A page that is rendered earlier could show "sent". */
const MAX_MAIL_WAIT_MS = 30_000
const CHECK_INTERVAL_MS = 50
/** Files that every page needs to hydrate. They never fail, because without them no other failure would be visible. */
const FILES_OF_EVERY_PAGE = /^\/assets\/(main|libraries|index|client)-/
const APP_FILE = /^\/assets\/.+\.(js|json)$/

/** The HTML for simulated faults: the page that selects them, and the badge on all other pages. */
export interface SimulatedFaultViews {
  page: (language: RequestContext['language'], on: Fault[]) => string
  pill: (page: Pick<RequestContext, 'language' | 'nonce' | 'url'>, on: Fault[]) => string
}

/** Middleware: delays translations and fails the files of single pages if this browser has enabled that fault. */
export async function failFiles(request: Request, { url: { pathname }, cookies }: RequestContext, next: Next) {
  const [, kind] = APP_FILE.exec(pathname) ?? []
  const on = kind === undefined ? [] : faultsIn(cookies.get(FAULTS_PAGE.cookie))
  if (kind === 'json') await delayByFault(on, 'slow-texts')
  if (kind === 'js' && on.includes('failed-files') && !FILES_OF_EVERY_PAGE.test(pathname))
    return new FastResponse(null, { status: 404, headers: NO_STORE })
  const response = await next(request)
  return on.length === 0 ? response : withoutCaching(response)
}

const SIGN_IN = /^\/login(\/|$)/
const NO_STORE = { 'Cache-Control': 'no-store' }

/** Forbids caching, because a cached file would not fail at the next request. */
function withoutCaching(response: Response): Response {
  const answer = new FastResponse(response.body, response)
  answer.headers.set('Cache-Control', 'no-store')
  return answer
}

/** Creates the handler that serves /dev/faults, and causes the faults that the browser has enabled there, in pages and calls. */
export function faultHandler(views: SimulatedFaultViews, refusalPage: RefusalPage): Handler {
  return async (request, context, next) => {
    const { url, cookies, language } = context
    const on = faultsIn(cookies.get(FAULTS_PAGE.cookie))
    if (url.pathname === FAULTS_PAGE.path)
      return respondWithFaultsPage(request, context, () => views.page(language, on))
    if (on.length === 0 || isHealthCheck(url)) return next(request)
    await delayByFault(on, on.includes('very-slow') ? 'very-slow' : 'slow')
    const refused = isUnderApi(url.pathname) ? refuseCall(request, on) : refusePage(context, on, refusalPage)
    const pill = () => views.pill(context, on)
    if (refused) return withFaultBadge(refused, pill)
    failSessionLookup(context, on)
    const since = new Date()
    const response = await next(request)
    if (on.includes('mail-refused') && request.method === 'POST') await markSentMailAsFailed(since)
    return withFaultBadge(response, pill)
  }
}

async function delayByFault(on: Fault[], fault: Fault): Promise<void> {
  if (on.includes(fault)) await pause(FAULT_SECONDS[fault] * 1_000)
}

function refuseCall(request: Request, on: Fault[]): Response | undefined {
  if (on.includes('offline')) return closeConnection(request)
  if (on.includes('database-away')) return errorResponse(databaseAwayError())
  return on.includes('too-many') ? errorResponse(tooManyRequestsError()) : undefined
}

function refusePage(context: RequestContext, on: Fault[], refusalPage: RefusalPage): Response | undefined {
  if (!on.includes('too-many') || !acceptsHtml(context)) return undefined
  return refusalPage(context.language, tooManyRequestsError())
}

const databaseAwayError = () =>
  new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: FAULT_SECONDS['database-away'] })
const tooManyRequestsError = () => new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: FAULT_SECONDS['too-many'] })

/** Closes the connection without a response, like a broken network. */
function closeConnection(request: Request): Response {
  const { runtime } = request as { runtime?: { node?: { res?: { destroy: () => void } } } }
  runtime?.node?.res?.destroy()
  return new FastResponse(null, { status: 503 })
}

/**
 * Makes the session lookup fail, so that pages look as if the database were unavailable. With the fault of an expired session,
 * pages still find the session; otherwise pages and the sign-in page would redirect to each other for ever.
 */
function failSessionLookup({ url, store }: RequestContext, on: Fault[]) {
  if (on.includes('database-away')) {
    const lost = Promise.reject(databaseAwayError())
    lost.catch(() => undefined)
    store.set(sessionOfRequestKey, lost)
  } else if (on.includes('session-expired') && (isUnderApi(url.pathname) || SIGN_IN.test(url.pathname)))
    store.set(sessionOfRequestKey, Promise.resolve(null))
}

/** Waits until the worker has sent the mail with the code, then marks it as failed. */
async function markSentMailAsFailed(since: Date): Promise<void> {
  for (let waited = 0; waited < MAX_MAIL_WAIT_MS; waited += CHECK_INTERVAL_MS) {
    const [asked] = await database()
      .select({ id: codeRequest.id, mailState: codeRequest.mailState })
      .from(codeRequest)
      .where(gte(codeRequest.createdAt, since))
      .orderBy(desc(codeRequest.createdAt))
      .limit(1)
    if (!asked) return
    if (asked.mailState !== 'queued') {
      await database().update(codeRequest).set({ mailState: 'failed' }).where(eq(codeRequest.id, asked.id))
      return
    }
    await pause(CHECK_INTERVAL_MS)
  }
}

async function withFaultBadge(response: Response, pill: () => string): Promise<Response> {
  if (response.headers.get('content-type')?.startsWith('text/html') !== true) return response
  const html = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new FastResponse(
    html.replace(/<\/body>/, () => `${pill()}</body>`),
    { status: response.status, headers },
  )
}

async function respondWithFaultsPage(
  request: Request,
  { setCookies }: RequestContext,
  page: () => string,
): Promise<Response> {
  if (request.method === 'GET')
    return new FastResponse(page(), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  if (request.method !== 'POST') return methodNotAllowed(['GET', 'POST'])
  const foreign = foreignFormError(request)
  if (foreign) return errorResponse(foreign)
  const fields = new URLSearchParams(await request.text())
  const chosen = FAULTS.filter((fault) => fields.has(fault))
  const lifetime = chosen.length === 0 ? '; Max-Age=0' : ''
  setCookies.push(`${FAULTS_PAGE.cookie}=${chosen.join('.')}; Path=/; HttpOnly; SameSite=Lax${lifetime}`)
  return new FastResponse(null, { status: 303, headers: { Location: pathOnThisSite(fields.get('back') ?? '') } })
}

/** Returns a path of this site. Any path is allowed, because the badge is also on the sign-in pages. */
function pathOnThisSite(back: string): string {
  const { appUrl } = environment()
  const url = URL.parse(back || FAULTS_PAGE.path, appUrl)
  return url?.origin === appUrl ? `${url.pathname.replace(/^\/+/, '/')}${url.search}` : FAULTS_PAGE.path
}
