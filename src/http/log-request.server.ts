import { log } from '#lib/log.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import type { Next } from './handler.ts'

/** In the log only, where others write it too: whoever asked did not wait for the answer. */
const CLIENT_HAS_LEFT = 499
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

/** People also type addresses where a path belongs. */
function pathForLog(path: string): string {
  return path.slice(0, MAX_PATH_LENGTH).replace(/[^/]*(@|%40)[^/]*/gi, '[address]')
}
