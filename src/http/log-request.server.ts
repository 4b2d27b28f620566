import { log } from '#lib/log.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import type { Next } from '#request/handler.ts'

/** The status, in log and metrics only, of a request whose visitor did not wait for the answer: others write it too. */
export const CLIENT_HAS_LEFT = 499
const MAX_PATH_LENGTH = 200

/** Step: writes a line to the log for each request that is answered. */
export async function logRequest(request: Request, context: RequestContext, next: Next): Promise<Response> {
  const startedAt = performance.now()
  const response = await next(request)
  // No query: the e-mail address of the verify page is in it.
  log.info({
    event: 'request',
    requestId: context.id,
    method: request.method,
    path: pathForLog(context.url.pathname),
    status: request.signal.aborted ? CLIENT_HAS_LEFT : response.status,
    ms: Math.round(performance.now() - startedAt),
  })
  return response
}

/** A path as the log may have it: people also type addresses and keys where a path belongs. */
export function pathForLog(path: string): string {
  return path.split('/').map(withoutSecret).join('/').slice(0, MAX_PATH_LENGTH)
}

/** Part by part, for one pattern over a whole path takes the square of its length. */
function withoutSecret(part: string): string {
  if (/@|%40/.test(part)) return '[address]'
  return /lk_[0-9a-f]{8}/i.test(part) ? '[key]' : part
}
