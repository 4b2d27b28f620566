import { sql } from 'drizzle-orm'
import { database } from '#db/client.ts'
import { routePattern, type RequestContext } from '#request/request-context.server.ts'
import type { Next } from '#request/handler.ts'

let isDraining = false

/** Has balancers told from now on to send nobody here. */
export function startDraining(): void {
  isDraining = true
}

/** Step: makes each answer the last of its connection once the process is to stop. */
export async function closeConnectionsWhileDraining(request: Request, _context: RequestContext, next: Next) {
  const response = await next(request)
  if (isDraining) response.headers.set('Connection', 'close')
  return response
}

/** Whether an orchestrator or a balancer asks. */
export function isHealthCheck({ pathname }: URL): boolean {
  return pathname === '/healthz' || pathname === '/readyz'
}

/** Step: answers /healthz, which says that the process lives, and /readyz, that it can serve, database included. */
export async function answerHealthCheck(
  request: Request,
  { url, store }: RequestContext,
  next: Next,
): Promise<Response> {
  if (!isHealthCheck(url)) return next(request)
  store.set(routePattern, url.pathname)
  if (url.pathname === '/healthz') return Response.json({ status: 'ok' })
  const isReady = !isDraining && (await isDatabaseThere())
  return Response.json(
    { status: isReady ? 'ok' : 'unavailable' },
    { status: isReady ? 200 : 503, headers: isReady ? {} : { 'Retry-After': '5' } },
  )
}

async function isDatabaseThere(): Promise<boolean> {
  try {
    await database().execute(sql`select 1`)
    return true
  } catch {
    // Whatever the reason is, the answer is the same; the log has it from the pages that needed the database.
    return false
  }
}
