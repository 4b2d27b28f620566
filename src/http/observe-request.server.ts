import { routePatternKey, type RequestContext, type Next } from '#request/request-context.server.ts'
import {
  inSpan,
  recordsMeasurements,
  INSTRUMENTATION_SCOPE,
  recordDuration,
  type Attributes,
} from '#instrumentation/measure.server.ts'
import { CLIENT_CLOSED_REQUEST } from './log-request.server.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])

/** Middleware: measures and traces each request, if telemetry is recorded. */
export function observeRequest(request: Request, context: RequestContext, next: Next): Promise<Response> {
  if (!recordsMeasurements()) return next(request)
  const startedAt = performance.now()
  const method = METHODS.has(request.method) ? request.method : '_OTHER'
  return inSpan(
    method,
    { 'http.request.method': method, [`${INSTRUMENTATION_SCOPE}.request.id`]: context.id },
    async (span) => {
      const response = await next(request)
      const route = context.store.get(routePatternKey)
      const measured: Attributes = {
        'http.request.method': method,
        'http.response.status_code': request.signal.aborted ? CLIENT_CLOSED_REQUEST : response.status,
        ...(route !== undefined && { 'http.route': route }),
      }
      if (route !== undefined) span.updateName(`${method} ${route}`)
      span.setAttributes(measured)
      recordDuration('http.server.request.duration', (performance.now() - startedAt) / 1_000, measured)
      return response
    },
  )
}
