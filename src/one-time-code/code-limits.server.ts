import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { knownBrowser } from '#db/schema.ts'
import { tryConsumeRateLimits, rateLimit, usedShares, type RateLimit } from '#db/rate-limits.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { manifests, type WithDeclaredNames } from '#features.ts'
import { networkOf, widerNetworksOf } from '#lib/client-address.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { log } from '#lib/log.server.ts'
import { createClientChallenge, verifyProof, type SolvedChallenge } from './challenge.server.ts'
import { countEvent as counted } from '#instrumentation/measure.server.ts'
import { belongsTo, type CodeClient } from './code-client.server.ts'

const { loginCode } = appConfig
const { freeSends, maxSends, sendsPerKnownBrowser, sendsPerDaySignedIn, secondsBetweenSends } = loginCode

/** The key prefixes of the rate limits of codes. The limits of `work` refuse no client, but demand proof of work. */
const CODE_LIMITS = {
  fuse: 'send:most:all',
  'network-sends': 'send:most:network:',
  sends: 'send:most:address:',
  'pair-sends': 'send:pair:',
  'known-sends': 'send:known:',
  'signed-in-sends': 'send:signed-in:',
  'network-tries': 'try:network:',
  'browser-tries': 'try:browser:',
  pause: 'send:pause:',
  work: 'send:',
} as const

/** The name of a rate limit. */
export type LimitName = WithDeclaredNames<keyof typeof CODE_LIMITS, 'limits'>

/** The key prefix of each rate limit of codes and features. The rest of a key is a hash of address, network or browser. */
export const LIMITS = {
  ...Object.fromEntries(
    manifests.flatMap(({ limits = {} }) => Object.entries(limits).map(([name, { key }]) => [name, key])),
  ),
  ...CODE_LIMITS,
} as Record<LimitName, string>

/** Returns the rate limit of a key. */
export function limitNameOf(key: string): LimitName {
  const limits = Object.keys(LIMITS) as LimitName[]
  return limits.find((limit) => key.startsWith(LIMITS[limit])) ?? 'work'
}

/**
 * Consumes one send of this client's rate limits. If no free send is left, an unknown browser can do proof of work. A known
 * browser has a separate limit for codes while signed in, so that confirming often cannot block its next sign-in.
 * @param how.solved the solved challenge of an earlier refusal
 * @param how.isSignedIn whether the code is requested in a session
 * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait, and a challenge if proof of work helps
 */
export async function consumeSend(
  db: Database,
  client: CodeClient,
  { solved, isSignedIn = false }: { solved?: SolvedChallenge | undefined; isSignedIn?: boolean } = {},
): Promise<void> {
  // A known browser has limits of its own, so that strangers cannot use them up.
  if (await isKnownBrowser(db, client)) return consumeOrThrow(db, knownBrowserLimits(client, isSignedIn))

  const most = strangerLimits(client)
  const free = freeStrangerLimits(client)
  const paid = solved && (await verifyProof(client, solved))
  const retryAfterSeconds = await tryConsumeRateLimits(db, [...most, ...(paid ? [paid] : free)])
  if (retryAfterSeconds === 0) return

  const shares = await usedShares(db, [...most, ...free])
  for (const [{ key }, share] of shares) {
    if (share < 1) continue
    counted('app.limits.reached', { limit: GLOBAL_LIMITS.has(key) ? 'fuse' : limitNameOf(key) })
    if (GLOBAL_LIMITS.has(key))
      log.error(
        { event: 'login.global_limit_reached', retryAfterSeconds },
        'the global limit of sign-in codes is reached; only known browsers still get codes',
      )
  }
  const shareOfMost = Math.max(...most.map((rateLimit) => shares.get(rateLimit) ?? 0))
  const waiting = { retryAfterSeconds }
  throw new AppError(
    'TOO_MANY_REQUESTS',
    shareOfMost < 1 ? { ...waiting, challenge: await createClientChallenge(client, shareOfMost) } : waiting,
  )
}

const GLOBAL_LIMITS = new Set(['send:all', 'send:most:all'])

function knownBrowserLimits({ addressKey, browserKey }: CodeClient, isSignedIn: boolean): RateLimit[] {
  const owner = `${addressKey}:${browserKey}`
  return [
    { key: `send:pause:${owner}`, count: 1, seconds: secondsBetweenSends },
    isSignedIn
      ? rateLimit(`send:signed-in:${owner}`, sendsPerDaySignedIn)
      : rateLimit(`send:known:${owner}`, sendsPerKnownBrowser),
  ]
}

/** Returns the limits that proof of work cannot lift. Demo mode has fewer limits, because all visitors share two addresses. */
function strangerLimits({ addressKey, ipAddress }: CodeClient): RateLimit[] {
  const pair = `${addressKey}:${networkKey(networkOf(ipAddress))}`
  const perAddress = [
    { key: `send:pause:${pair}`, count: 1, seconds: secondsBetweenSends },
    rateLimit(`send:pair:${pair}`, maxSends.perAddressAndNetwork),
    rateLimit(`send:most:address:${addressKey}`, maxSends.perAddress),
  ]
  return [
    ...(environment().demoMode ? [] : perAddress),
    rateLimit(`send:most:network:${networkKey(widerNetworksOf(ipAddress).widest)}`, maxSends.perWidestNetwork),
    rateLimit('send:most:all', maxSends.overAll),
  ]
}

function freeStrangerLimits({ addressKey, ipAddress }: CodeClient): RateLimit[] {
  const { wider, widest } = widerNetworksOf(ipAddress)
  return [
    ...(environment().demoMode ? [] : [rateLimit(`send:address:${addressKey}`, freeSends.perAddress)]),
    rateLimit(`send:network:${networkKey(networkOf(ipAddress))}`, freeSends.perNetwork),
    ...wider.map((network) => rateLimit(`send:network:${networkKey(network)}`, freeSends.perWiderNetwork)),
    rateLimit(`send:network:${networkKey(widest)}`, freeSends.perWidestNetwork),
    rateLimit('send:all', freeSends.overAll),
  ]
}

/** Hashes a network, so that readers of the table cannot see visitors' networks. */
export function networkKey(network: string): string {
  return keyedHash(environment().secret, 'network', network)
}

/**
 * Consumes one attempt of a client without a code: from the rate limit of its known browser, or else of its network.
 * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait
 */
export async function consumeAttempt(db: Database, client: CodeClient): Promise<void> {
  const owner = (await isKnownBrowser(db, client))
    ? `browser:${client.addressKey}:${client.browserKey}`
    : `network:${networkKey(networkOf(client.ipAddress))}`
  await consumeOrThrow(db, [rateLimit(`try:${owner}`, loginCode.triesPerNetwork)])
}

/** Makes this browser a known browser of this address, with its own limits. */
export async function addKnownBrowser(db: Database, { addressKey, browserKey }: CodeClient): Promise<void> {
  const lastSignInAt = new Date()
  await db
    .insert(knownBrowser)
    .values({ addressKey, browserKey, lastSignInAt })
    .onConflictDoUpdate({ target: [knownBrowser.addressKey, knownBrowser.browserKey], set: { lastSignInAt } })
}

/** Whether this browser has signed in with this address before. */
export async function isKnownBrowser(db: Database, client: CodeClient): Promise<boolean> {
  return (await db.$count(knownBrowser, belongsTo(client, knownBrowser))) > 0
}

/** Counts one use of each rate limit, and refusals as metrics. @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait */
export async function consumeOrThrow(db: Database, rateLimits: RateLimit[]): Promise<void> {
  const retryAfterSeconds = await tryConsumeRateLimits(db, rateLimits)
  if (retryAfterSeconds === 0) return
  const shares = await usedShares(db, rateLimits)
  for (const [{ key }, share] of shares) if (share === 1) counted('app.limits.reached', { limit: limitNameOf(key) })
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds })
}
