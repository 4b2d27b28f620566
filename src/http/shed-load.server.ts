import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { sessionTokenIn } from '#auth/session-cookie.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import type { RequestContext, Handler } from '#request/request-context.server.ts'
import { findMount, type Mount } from '#request/mount.ts'
import { errorResponse } from './error-response.server.ts'
import { isHealthCheck } from './health.server.ts'
import { addSecurityHeaders } from './security-headers.server.ts'

/**
 * Maximum number of concurrent pages and calls for each kind of visitor under overload. Concurrent requests slow each other
 * down: twice the limit would double all response times without more throughput.
 */
const MAX_DURING_OVERLOAD = 24
/** Maximum until full load has lasted for `OVERLOAD_MS`; higher, because a short burst of requests is not an overload. */
const MAX_BEFORE_OVERLOAD = 4 * MAX_DURING_OVERLOAD
/** Milliseconds of full load that count as an overload; longer than a short burst of requests. */
const OVERLOAD_MS = 1_000
/** The event loop utilization above which a process is at full load. */
const BUSY_SHARE = 0.9
/** Interval in milliseconds between measurements. */
const MEASURE_INTERVAL_MS = 200
/** Minimum interval in milliseconds between log lines. */
const LOG_INTERVAL_MS = 10_000
/** Maximum Retry-After. The values vary, so that the retries are spread over 1 to 4 seconds. */
const MAX_RETRY_SECONDS = 4

/** Requests in progress, counted separately, so that many anonymous visitors cannot displace signed-in users. */
const runningRequests = { strangers: 0, signedIn: 0 }
let refusedCount = 0
let loggedAt = -LOG_INTERVAL_MS

/** Renders the page for a browser whose request is refused, with the status and the Retry-After of the refusal. */
export type RefusalPage = (language: RequestContext['language'], refusal: AppError) => Response

/** Whether a browser requests a page, not a call. */
export function acceptsHtml({ headers }: RequestContext): boolean {
  return headers.get('accept')?.includes('text/html') ?? false
}

/**
 * Creates the handler that immediately refuses requests with 503 under overload, because they would slow down all others.
 * Anonymous visitors and signed-in users have separate limits.
 */
export function loadShedder(refusalPage: RefusalPage, mounts: readonly Mount[]): Handler {
  return async (request, context, next) => {
    if (isHealthCheck(context.url)) return next(request)
    const kind = sessionTokenIn(request.headers) === undefined ? 'strangers' : 'signedIn'
    if (runningRequests[kind] >= MAX_DURING_OVERLOAD && runningRequests[kind] >= currentLimit())
      return refuseRequest(context, refusalPage, findMount(mounts, context.url))
    runningRequests[kind] += 1
    try {
      return await next(request)
    } finally {
      // Decrease the count only after requests that wait in the sockets are read, so that they are counted with this one.
      setImmediate(() => {
        runningRequests[kind] -= 1
      })
    }
  }
}

function refuseRequest(context: RequestContext, refusalPage: RefusalPage, mount: Mount | undefined): Response {
  logRefusals()
  const refusal = new AppError('SERVICE_BUSY', { retryAfterSeconds: 1 + (refusedCount % MAX_RETRY_SECONDS) })
  const response = mount ? mount.refuse(refusal) : refusalFor(context, refusal, refusalPage)
  addSecurityHeaders(response.headers, context.url.pathname, [])
  return response
}

function refusalFor(context: RequestContext, refusal: AppError, refusalPage: RefusalPage): Response {
  return acceptsHtml(context) ? refusalPage(context.language, refusal) : errorResponse(refusal)
}

let measurement: { at: number; since: EventLoopUtilization; busyFrom: number | undefined } = {
  at: 0,
  since: performance.eventLoopUtilization(),
  busyFrom: undefined,
}

/** Returns the current maximum, by the duration of full load. A slow database causes no full load, because the CPU is idle. */
function currentLimit(): number {
  const now = performance.now()
  if (now - measurement.at >= MEASURE_INTERVAL_MS) {
    const isBusy = performance.eventLoopUtilization(measurement.since).utilization > BUSY_SHARE
    measurement = {
      at: now,
      since: performance.eventLoopUtilization(),
      busyFrom: isBusy ? (measurement.busyFrom ?? measurement.at) : undefined,
    }
  }
  if (measurement.busyFrom === undefined) return Infinity
  return now - measurement.busyFrom < OVERLOAD_MS ? MAX_BEFORE_OVERLOAD : MAX_DURING_OVERLOAD
}

function logRefusals(): void {
  refusedCount += 1
  if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
  loggedAt = performance.now()
  log.warn({ event: 'server.busy', turnedAway: refusedCount }, 'overload: some requests are rejected with 503')
}
