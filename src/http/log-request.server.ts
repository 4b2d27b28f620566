import { appConfig } from '#app.config'
import { log } from '#lib/log.server.ts'
import type { RequestContext, Next } from '#request/request-context.server.ts'

/** The status in log and metrics of a request whose client disconnected before the response, as in nginx. Never sent. */
export const CLIENT_CLOSED_REQUEST = 499
const MAX_PATH_LENGTH = 200
const API_TOKEN = new RegExp(`${appConfig.tokenPrefix}[0-9a-f]{8}`, 'i')

/** Middleware: logs one line for each request after the response. */
export async function logRequest(request: Request, context: RequestContext, next: Next): Promise<Response> {
  const startedAt = performance.now()
  const response = await next(request)
  // Do not log the query string: that of the verify page contains the email address.
  const path = pathForLog(context.url.pathname)
  const status = request.signal.aborted ? CLIENT_CLOSED_REQUEST : response.status
  const ms = Math.round(performance.now() - startedAt)
  log.info({ event: 'request', requestId: context.id, method: request.method, path, status, ms }, 'request answered')
  return response
}

/** Returns a path that is safe to log: users also type email addresses and keys into URLs, which are masked. */
export function pathForLog(path: string): string {
  return path.split('/').map(maskSegment).join('/').slice(0, MAX_PATH_LENGTH)
}

/** Masks one segment at a time, because one pattern over the whole path would take quadratic time. */
function maskSegment(part: string): string {
  if (/@|%40/.test(part)) return '[address]'
  return API_TOKEN.test(part) ? '[key]' : part
}
