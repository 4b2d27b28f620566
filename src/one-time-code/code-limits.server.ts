import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { knownBrowser } from '#db/schema.ts'
import { spend, usedShares, type Budget } from '#db/throttle.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { manifests, type OrDeclared } from '#features.ts'
import { networkOf, widerNetworksOf } from '#lib/client-address.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { log } from '#lib/log.server.ts'
import { challengeFor, paidBy, type SolvedChallenge } from './challenge.server.ts'
import { count as counted } from '#instrumentation/measure.server.ts'
import { belongsTo, type CodeRequester } from './code-requester.server.ts'

const { loginCode } = appConfig
const { freeSends, mostSends, sendsPerKnownBrowser, sendsPerDaySignedIn, secondsBetweenSends } = loginCode
const MINUTE = 60

/** Those of codes. Those of `work` refuse nobody: past them a code costs work. */
const OF_CODES = {
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

/** A limit that people may reach. */
export type Limit = OrDeclared<keyof typeof OF_CODES, 'limits'>

/** The limits of codes and of features, by how their keys begin. What follows is whose it is: hashes of an address, of a network and of a browser. */
export const LIMITS = {
  ...Object.fromEntries(
    manifests.flatMap(({ limits = {} }) => Object.entries(limits).map(([name, { key }]) => [name, key])),
  ),
  ...OF_CODES,
} as Record<Limit, string>

/** The limit that a budget of this key belongs to. */
export function limitOf(key: string): Limit {
  const limits = Object.keys(LIMITS) as Limit[]
  return limits.find((limit) => key.startsWith(LIMITS[limit])) ?? 'work'
}

/**
 * Takes one send from the budgets of this requester. One who is not known and has used up what is free may do work for it. A
 * browser that belongs here has a budget of its own for what it confirms while signed in: who does that often must not be
 * kept from signing in.
 * @param how.solved the challenge of an earlier refusal, solved
 * @param how.isSignedIn whether it is for something that a session is there for
 * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait, and a challenge where work helps
 */
export async function spendSend(
  db: Database,
  requester: CodeRequester,
  { solved, isSignedIn = false }: { solved?: SolvedChallenge | undefined; isSignedIn?: boolean } = {},
): Promise<void> {
  // What strangers can use up must not stop a browser that belongs here.
  if (await isKnownBrowser(db, requester)) return spendOrRefuse(db, budgetsOfKnown(requester, isSignedIn))

  const most = mostForStrangers(requester)
  const free = freeForStrangers(requester)
  const paid = solved && (await paidBy(requester, solved))
  const retryAfterSeconds = await spend(db, [...most, ...(paid ? [paid] : free)])
  if (retryAfterSeconds === 0) return

  const shares = await usedShares(db, [...most, ...free])
  for (const [{ key }, share] of shares) {
    if (share < 1) continue
    counted('latchkey.limits.reached', { limit: FUSES.has(key) ? 'fuse' : limitOf(key) })
    if (FUSES.has(key))
      log.error(
        { event: 'login.send_fuse_blown', retryAfterSeconds },
        'more login codes were asked for than the fuse allows',
      )
  }
  const shareOfMost = Math.max(...most.map((budget) => shares.get(budget) ?? 0))
  const waiting = { retryAfterSeconds }
  throw new AppError(
    'TOO_MANY_REQUESTS',
    shareOfMost < 1 ? { ...waiting, challenge: await challengeFor(requester, shareOfMost) } : waiting,
  )
}

const FUSES = new Set(['send:all', 'send:most:all'])

function budgetsOfKnown({ addressKey, browserKey }: CodeRequester, isSignedIn: boolean): Budget[] {
  const owner = `${addressKey}:${browserKey}`
  return [
    { key: `send:pause:${owner}`, count: 1, seconds: secondsBetweenSends },
    isSignedIn
      ? budget(`send:signed-in:${owner}`, sendsPerDaySignedIn)
      : budget(`send:known:${owner}`, sendsPerKnownBrowser),
  ]
}

/** What no work buys. In demo mode everybody shares two addresses, and nothing is sent. */
function mostForStrangers({ addressKey, ipAddress }: CodeRequester): Budget[] {
  const pair = `${addressKey}:${networkKey(networkOf(ipAddress))}`
  const perAddress = [
    { key: `send:pause:${pair}`, count: 1, seconds: secondsBetweenSends },
    budget(`send:pair:${pair}`, mostSends.perAddressAndNetwork),
    budget(`send:most:address:${addressKey}`, mostSends.perAddress),
  ]
  return [
    ...(environment().demoMode ? [] : perAddress),
    budget(`send:most:network:${networkKey(widerNetworksOf(ipAddress).widest)}`, mostSends.perWidestNetwork),
    budget('send:most:all', mostSends.overAll),
  ]
}

function freeForStrangers({ addressKey, ipAddress }: CodeRequester): Budget[] {
  const { wider, widest } = widerNetworksOf(ipAddress)
  return [
    ...(environment().demoMode ? [] : [budget(`send:address:${addressKey}`, freeSends.perAddress)]),
    budget(`send:network:${networkKey(networkOf(ipAddress))}`, freeSends.perNetwork),
    ...wider.map((network) => budget(`send:network:${networkKey(network)}`, freeSends.perWiderNetwork)),
    budget(`send:network:${networkKey(widest)}`, freeSends.perWidestNetwork),
    budget('send:all', freeSends.overAll),
  ]
}

function budget(key: string, { count, minutes }: { count: number; minutes: number }): Budget {
  return { key, count, seconds: minutes * MINUTE }
}

/** The hash by which limits know a network: whoever reads the table shall not read who came by. */
export function networkKey(network: string): string {
  return keyedHash(environment().secret, 'network', network)
}

/**
 * Takes one try without a code to enter from the budget of this requester's network, or of the browser itself where it is
 * known.
 * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait
 */
export async function spendAttempt(db: Database, requester: CodeRequester): Promise<void> {
  const owner = (await isKnownBrowser(db, requester))
    ? `browser:${requester.addressKey}:${requester.browserKey}`
    : `network:${networkKey(networkOf(requester.ipAddress))}`
  await spendOrRefuse(db, [budget(`try:${owner}`, loginCode.triesPerNetwork)])
}

/** Gives this browser a budget of its own for this address from now on. */
export async function rememberBrowser(db: Database, { addressKey, browserKey }: CodeRequester): Promise<void> {
  const lastSignInAt = new Date()
  await db
    .insert(knownBrowser)
    .values({ addressKey, browserKey, lastSignInAt })
    .onConflictDoUpdate({ target: [knownBrowser.addressKey, knownBrowser.browserKey], set: { lastSignInAt } })
}

/** Whether this browser has signed in to this address before. */
export async function isKnownBrowser(db: Database, requester: CodeRequester): Promise<boolean> {
  const rows = await db
    .select({ addressKey: knownBrowser.addressKey })
    .from(knownBrowser)
    .where(belongsTo(requester, knownBrowser))
  return rows.length > 0
}

/** Takes one from each budget, and counts a limit that is reached. @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait */
export async function spendOrRefuse(db: Database, budgets: Budget[]): Promise<void> {
  const retryAfterSeconds = await spend(db, budgets)
  if (retryAfterSeconds === 0) return
  const shares = await usedShares(db, budgets)
  for (const [{ key }, share] of shares) if (share === 1) counted('latchkey.limits.reached', { limit: limitOf(key) })
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds })
}
