import { appConfig } from '#app.config'
import { SEND_CODE_PATH } from '#auth/sign-in.server.ts'
import { mainDatabase } from '#db/client.ts'
import { findSandbox, runInSandbox, type Sandbox } from '#db/sandbox.ts'
import { createSandboxDatabase } from '#db/sandbox-databases.ts'
import { tryConsumeRateLimits, rateLimit, type RateLimit } from '#db/rate-limits.ts'
import { setCookieHeader, cookieNameOf } from '#env/cookie-name.server.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import { networkOf, widerNetworksOf } from '#lib/client-address.server.ts'
import { ConcurrencyLimiter } from '#lib/concurrency-limiter.ts'
import { log } from '#lib/log.server.ts'
import { signedIdIn, signId } from '#lib/signed-id.server.ts'
import { isTrustedCall } from '#middleware/same-origin.server.ts'
import { networkKey } from '#one-time-code/code-limits.server.ts'
import type { RequestContext, Next } from '#request/request-context.server.ts'
import { AUTH_BASE } from './auth-handler.server.ts'
import { evictIdleSandbox, openSandbox, connectToSandbox, type NetworkSandboxLimit } from './open-sandboxes.server.ts'

const { minutes, most, perNetwork, perWiderNetwork, perWidestNetwork } = appConfig.sandbox
const MINUTE_MS = 60_000
const SIGNATURE_PURPOSE = 'sandbox'

/** Middleware: makes a visitor's request read and write only in the visitor's sandbox. */
export async function withSandbox(request: Request, context: RequestContext, next: Next): Promise<Response> {
  const cookie = context.cookies.get(cookieNameOf(SIGNATURE_PURPOSE))
  if (cookie === undefined) return next(request)
  const name = signedIdIn(acceptedSecrets(), SIGNATURE_PURPOSE, cookie)
  const sandbox = name === undefined ? undefined : await connectToSandbox(name, networkLimitsOf(context.address))
  if (sandbox) return runInSandbox(sandbox, () => next(request))
  context.setCookies.push(setCookieHeader(cookieNameOf(SIGNATURE_PURPOSE), '', 0))
  return next(request)
}

/**
 * Middleware: creates a sandbox when a visitor without a sandbox requests a code. If too many sandboxes exist or are in use, the
 * visitor uses the shared, read-only demo.
 * @throws {AppError} TOO_MANY_REQUESTS while too many other visitors wait for a sandbox
 */
export async function createSandbox(request: Request, context: RequestContext, next: Next) {
  const isAsking = request.method === 'POST' && context.url.pathname === `${AUTH_BASE}${SEND_CODE_PATH}`
  if (!isAsking || findSandbox() || !isTrustedCall(request)) return next(request)
  const sandbox = await creationLimiter.run(context.signal, () => newSandbox(context))
  return sandbox ? runInSandbox(sandbox, () => next(request)) : next(request)
}

/** Limits the creation to one sandbox at a time. A lock in PostgreSQL would need a connection for each visitor who waits. */
const creationLimiter = new ConcurrencyLimiter({ running: 1, waiting: 30 })

async function newSandbox({ address, setCookies }: RequestContext): Promise<Sandbox | undefined> {
  const shares = networkLimitsOf(address)
  if (!evictIdleSandbox(shares) || (await tryConsumeRateLimits(mainDatabase(), shares.map(toRateLimit))) > 0)
    return undefined
  const place = await createSandboxDatabase(environment().databaseDirectUrl, {
    endsAt: new Date(Date.now() + minutes * MINUTE_MS),
    most,
  })
  if (!place) {
    log.warn(
      { event: 'sandbox.create_failed' },
      'there are too many sandboxes, or no template to copy; the visitor shares the read-only demo',
    )
    return undefined
  }
  const sandbox = openSandbox(place, shares)
  const token = signId(environment().secret, SIGNATURE_PURPOSE, place.name)
  if (sandbox) setCookies.push(setCookieHeader(cookieNameOf(SIGNATURE_PURPOSE), token, minutes * 60))
  return sandbox
}

interface VisitorNetworkLimit extends NetworkSandboxLimit {
  count: number
  minutes: number
}

/** Returns a visitor's networks with their limits, from the narrowest to the widest. */
function networkLimitsOf(address: string): VisitorNetworkLimit[] {
  const { wider, widest } = widerNetworksOf(address)
  return [
    { network: networkOf(address), ...perNetwork },
    ...wider.map((network) => ({ network, ...perWiderNetwork })),
    { network: widest, ...perWidestNetwork },
  ].map(({ open, ...share }) => ({ ...share, maxSandboxes: open }))
}

function toRateLimit(share: VisitorNetworkLimit): RateLimit {
  return rateLimit(`sandbox:network:${networkKey(share.network)}`, share)
}
