import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { isApiCall } from '#api/api-base.ts'
import { problemResponse } from '#api/problem.server.ts'
import { hasSessionCookie } from '#auth/session-lookup.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { errorResponse } from './error-response.server.ts'
import type { Handler } from '#request/handler.ts'
import { isHealthCheck } from './health.server.ts'
import { addSecurityHeaders } from './security-headers.server.ts'

/**
 * So many pages and calls of each kind of visitor are under way at once while there is no time to spare. Who waits, waits
 * for all that are under way: twice as many would be answered twice as late, and not one more in a second.
 */
const MOST_AT_ONCE = 24
/** So many where it has begun only now: a crowd that comes in one moment is answered before it is an overload. */
const MOST_AT_FIRST = 4 * MOST_AT_ONCE
/** Longer than such a crowd takes, in milliseconds. */
const LASTING_MS = 1_000
/** A process with so little of its time left over has none to spare. */
const BUSY_SHARE = 0.9
/** How often it is looked, in milliseconds. */
const LOOK_MS = 200
/** How often the log is told at most, in milliseconds. */
const TELL_MS = 10_000
/** Those who were sent away come back one after the other: after 1, 2, 3 or 4 seconds. */
const LONGEST_RETRY_SECONDS = 4

/** Apart, so that no crowd of strangers takes the places of those who work here. */
const underWay = { strangers: 0, signedIn: 0 }
let turnedAway = 0
let toldAt = -TELL_MS

/** Makes the page that tells a browser that there is no time for it just now, with the status and the wait of a refusal. */
export type RefusalPage = (language: RequestContext['language'], refusal: AppError) => Response

/** Whether a page is asked for, not a call. */
export function isBrowserAsking({ headers }: RequestContext): boolean {
  return headers.get('accept')?.includes('text/html') ?? false
}

/**
 * Makes the step that turns away at once, with 503, what would only be answered late and make all others late. Strangers
 * and those who are signed in have a bound each.
 */
export function shedLoad(refusalPage: RefusalPage): Handler {
  return async (request, context, next) => {
    if (isHealthCheck(context.url)) return next(request)
    const kind = hasSessionCookie(request.headers.get('cookie') ?? '') ? 'signedIn' : 'strangers'
    if (underWay[kind] >= MOST_AT_ONCE && underWay[kind] >= places()) return turnAway(context, refusalPage)
    underWay[kind] += 1
    try {
      return await next(request)
    } finally {
      // At the end of the turn: those who wait for this one to end are in the sockets still, where nobody can count them.
      setImmediate(() => {
        underWay[kind] -= 1
      })
    }
  }
}

function turnAway(context: RequestContext, refusalPage: RefusalPage): Response {
  tellLog()
  const refusal = new AppError('SERVICE_BUSY', { retryAfterSeconds: 1 + (turnedAway % LONGEST_RETRY_SECONDS) })
  const response = refusalFor(context, refusal, refusalPage)
  addSecurityHeaders(response.headers, context.url.pathname, [])
  return response
}

function refusalFor(context: RequestContext, refusal: AppError, refusalPage: RefusalPage): Response {
  if (isApiCall(context.url)) return problemResponse(refusal)
  return isBrowserAsking(context) ? refusalPage(context.language, refusal) : errorResponse(refusal)
}

let look: { at: number; since: EventLoopUtilization; busyFrom: number | undefined } = {
  at: 0,
  since: performance.eventLoopUtilization(),
  busyFrom: undefined,
}

/** The number of places, by how long this process has had no time left. A slow database is no reason: it leaves time. */
function places(): number {
  const now = performance.now()
  if (now - look.at >= LOOK_MS) {
    const isBusy = performance.eventLoopUtilization(look.since).utilization > BUSY_SHARE
    look = {
      at: now,
      since: performance.eventLoopUtilization(),
      busyFrom: isBusy ? (look.busyFrom ?? look.at) : undefined,
    }
  }
  if (look.busyFrom === undefined) return Infinity
  return now - look.busyFrom < LASTING_MS ? MOST_AT_FIRST : MOST_AT_ONCE
}

function tellLog(): void {
  turnedAway += 1
  if (performance.now() - toldAt < TELL_MS) return
  toldAt = performance.now()
  log.warn({ event: 'server.busy', turnedAway })
}
