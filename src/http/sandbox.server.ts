import { appConfig } from '#app.config'
import { ASK_FOR_CODE } from '#auth/sign-in.server.ts'
import { mainDatabase } from '#db/client.ts'
import { findSandbox, runInSandbox, type Sandbox } from '#db/sandbox.ts'
import { makeSandbox } from '#db/sandbox-databases.ts'
import { spend, type Budget } from '#db/throttle.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import { networkOf, widerNetworksOf } from '#lib/client-address.server.ts'
import { AppError } from '#lib/app-error.ts'
import { ConcurrencyLimiter } from '#lib/concurrency-limiter.ts'
import { log } from '#lib/log.server.ts'
import { signedIdIn, signId } from '#lib/signed-id.server.ts'
import { isCallOfThisSite } from '#middleware/same-origin.server.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import { networkKey } from '#one-time-code/code-limits.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { AUTH_BASE } from './auth-handler.server.ts'
import type { Handler, Next } from '#request/handler.ts'
import { makeRoom, openSandbox, sandboxNamed, type NetworkShare } from './open-sandboxes.server.ts'
import { isBrowserAsking, type RefusalPage } from './shed-load.server.ts'

const { minutes, most, perNetwork, perWiderNetwork, perWidestNetwork } = appConfig.sandbox
const MINUTE_MS = 60_000

/** Makes the step that has the request of a visitor who has a sandbox read and write there alone. */
export function enterSandbox(refusalPage: RefusalPage): Handler {
  return async (request, context, next) => {
    const cookie = context.cookies.get(cookieName())
    if (cookie === undefined) return next(request)
    const name = signedIdIn(acceptedSecrets(), PURPOSE, cookie)
    const sandbox =
      name === undefined ? undefined : await sandboxNamed(name, sharesOf(context.address)).catch(toAppError)
    if (sandbox instanceof AppError && isBrowserAsking(context)) return refusalPage(context.language, sandbox)
    if (sandbox instanceof AppError) throw sandbox
    if (sandbox) return runInSandbox(sandbox as Sandbox, () => next(request))
    context.setCookies.push(cookieLine('', 0))
    return next(request)
  }
}

/**
 * Step: gives a visitor who asks for a code, and has no sandbox yet, one. Where there are too many, or too many in use, they
 * have the demo that all share, in which nothing can be changed.
 * @throws {AppError} TOO_MANY_REQUESTS while too many others wait
 */
export async function giveSandbox(request: Request, context: RequestContext, next: Next) {
  const isAsking = request.method === 'POST' && context.url.pathname === `${AUTH_BASE}${ASK_FOR_CODE}`
  if (!isAsking || findSandbox() || !isCallOfThisSite(request)) return next(request)
  const sandbox = await making.run(context.signal, () => newSandbox(context))
  return sandbox ? runInSandbox(sandbox, () => next(request)) : next(request)
}

/** PostgreSQL makes one at a time: who waits here for that holds no connection. */
const making = new ConcurrencyLimiter({ running: 1, waiting: 30 })

async function newSandbox({ address, setCookies }: RequestContext): Promise<Sandbox | undefined> {
  const shares = sharesOf(address)
  if (!makeRoom(shares) || (await spend(mainDatabase(), shares.map(toBudget))) > 0) return undefined
  const place = await makeSandbox(environment().databaseDirectUrl, {
    endsAt: new Date(Date.now() + minutes * MINUTE_MS),
    most,
  })
  if (!place) {
    log.warn(
      { event: 'sandbox.none_left' },
      'no sandbox could be made: this visitor has the demo that nobody can change',
    )
    return undefined
  }
  const sandbox = openSandbox(place, shares)
  if (sandbox) setCookies.push(cookieLine(signId(environment().secret, PURPOSE, place.name), minutes * 60))
  return sandbox
}

interface VisitorShare extends NetworkShare {
  count: number
  minutes: number
}

/** The shares of a visitor's networks, from their own to the widest. */
function sharesOf(address: string): VisitorShare[] {
  const { wider, widest } = widerNetworksOf(address)
  return [
    { network: networkOf(address), ...perNetwork },
    ...wider.map((network) => ({ network, ...perWiderNetwork })),
    { network: widest, ...perWidestNetwork },
  ].map(({ open, ...share }) => ({ ...share, places: open }))
}

function toBudget({ network, count, minutes }: VisitorShare): Budget {
  return { key: `sandbox:network:${networkKey(network)}`, count, seconds: minutes * 60 }
}

const PURPOSE = 'sandbox'

function cookieName(): string {
  return environment().isHttps ? '__Host-latchkey.sandbox' : 'latchkey.sandbox'
}

function cookieLine(value: string, maxAgeSeconds: number): string {
  const secure = environment().isHttps ? '; Secure' : ''
  return `${cookieName()}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}
