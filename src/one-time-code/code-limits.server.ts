import { and, eq } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { knownBrowser } from '#db/schema.ts'
import { isSpent, spend, type Budget } from '#db/throttle.ts'
import { AppError } from '#lib/app-error.ts'
import { networkOf } from '#lib/client-address.server.ts'
import { log } from '#lib/log.server.ts'
import type { CodeRequester } from './code-requester.server.ts'

const { loginCode, socialLogin } = appConfig
const MINUTE = 60
const DAY = 86_400

/**
 * Takes one send from the budgets of this requester.
 * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait
 */
export async function spendSend(db: Database, requester: CodeRequester): Promise<void> {
  const isKnown = await isKnownBrowser(db, requester)
  const owner = isKnown ? `${requester.addressKey}:${requester.browserKey}` : requester.addressKey
  const perAddress: Budget[] = [
    { key: `send:pause:${owner}`, count: 1, seconds: loginCode.secondsBetweenSends },
    { key: `send:day:${owner}`, count: loginCode.sendsPerAddressPerDay, seconds: DAY },
  ]
  // What strangers can use up must not stop a browser that belongs here.
  if (isKnown) return refuseIfSpent(await spend(db, perAddress))

  const { count, minutes } = loginCode.sendsPerNetwork
  const perNetwork = { key: `send:network:${networkOf(requester.ipAddress)}`, count, seconds: minutes * MINUTE }
  const fuse = { key: 'send:all', count: loginCode.sendsPerHourOverAll, seconds: 60 * MINUTE }
  const retryAfterSeconds = await spend(db, [...perAddress, perNetwork, fuse])
  if (retryAfterSeconds > 0 && (await isSpent(db, fuse)))
    log.error(
      { event: 'login.send_fuse_blown', retryAfterSeconds },
      'more login codes were asked for than the fuse allows',
    )
  refuseIfSpent(retryAfterSeconds)
}

/**
 * Takes one try at a code from the budget of this requester's network, or of the browser itself where it is known.
 * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait
 */
export async function spendAttempt(db: Database, requester: CodeRequester): Promise<void> {
  const { count, minutes } = loginCode.triesPerNetwork
  const owner = (await isKnownBrowser(db, requester))
    ? `browser:${requester.addressKey}:${requester.browserKey}`
    : `network:${networkOf(requester.ipAddress)}`
  refuseIfSpent(await spend(db, [{ key: `try:${owner}`, count, seconds: minutes * MINUTE }]))
}

/**
 * Takes one start of a sign-in through a provider from the budget of the network. Each leaves a row for some minutes.
 * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait
 */
export async function spendSocialStart(db: Database, ipAddress: string): Promise<void> {
  const { count, minutes } = socialLogin.startsPerNetwork
  refuseIfSpent(await spend(db, [{ key: `social:network:${networkOf(ipAddress)}`, count, seconds: minutes * MINUTE }]))
}

/** Gives this browser a budget of its own for this address from now on. */
export async function rememberBrowser(db: Database, { addressKey, browserKey }: CodeRequester): Promise<void> {
  const lastSignInAt = new Date()
  await db
    .insert(knownBrowser)
    .values({ addressKey, browserKey, lastSignInAt })
    .onConflictDoUpdate({ target: [knownBrowser.addressKey, knownBrowser.browserKey], set: { lastSignInAt } })
}

async function isKnownBrowser(db: Database, { addressKey, browserKey }: CodeRequester): Promise<boolean> {
  const rows = await db
    .select({ addressKey: knownBrowser.addressKey })
    .from(knownBrowser)
    .where(and(eq(knownBrowser.addressKey, addressKey), eq(knownBrowser.browserKey, browserKey)))
  return rows.length > 0
}

function refuseIfSpent(retryAfterSeconds: number) {
  if (retryAfterSeconds > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds })
}
