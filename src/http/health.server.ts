import { sql } from 'drizzle-orm'
import { database } from '#db/client.ts'
import { routePatternKey, type RequestContext, type Next } from '#request/request-context.server.ts'

let isDraining = false

/** Makes the readiness check fail from now on, so that load balancers send no new requests. */
export function startDraining(): void {
  isDraining = true
}

/** Middleware: once the process is about to stop, closes each connection after the response. */
export async function closeConnectionsWhileDraining(request: Request, _context: RequestContext, next: Next) {
  const response = await next(request)
  if (isDraining) response.headers.set('Connection', 'close')
  return response
}

/** Whether a request is a health check of an orchestrator or load balancer. */
export function isHealthCheck({ pathname }: URL): boolean {
  return pathname === '/healthz' || pathname === '/readyz'
}

/** Middleware: answers /healthz (the process is running) and /readyz (it can serve, including the database). */
export async function handleHealthCheck(
  request: Request,
  { url, store }: RequestContext,
  next: Next,
): Promise<Response> {
  if (!isHealthCheck(url)) return next(request)
  store.set(routePatternKey, url.pathname)
  if (url.pathname === '/healthz') return Response.json({ status: 'ok' })
  // The response does not contain the reason; pages that needed the database have logged it.
  const isReady =
    !isDraining &&
    (await database()
      .execute(sql`select 1`)
      .catch(() => undefined)) !== undefined
  return Response.json(
    { status: isReady ? 'ok' : 'unavailable' },
    { status: isReady ? 200 : 503, headers: isReady ? {} : { 'Retry-After': '5' } },
  )
}
