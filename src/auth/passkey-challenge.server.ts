import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { passkeyChallenge, type PASSKEY_PURPOSES } from '#db/schema.ts'
import { enforceRateLimit, rateLimit } from '#db/rate-limits.ts'
import { setCookieHeader } from '#env/cookie-name.server.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { networkOf } from '#lib/client-address.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { networkKey } from '#one-time-code/code-limits.server.ts'
import { challengeCookieName, type CodeContext } from '#one-time-code/code-client.server.ts'

const { challengeMinutes, challengesPerNetwork, triesPerNetwork } = appConfig.passkey

/** The purpose of a challenge, and the ID of the session that requests it, which is null for a sign-in. */
export type PasskeyUse =
  | { purpose: 'sign-in'; sessionId: null }
  | { purpose: Exclude<(typeof PASSKEY_PURPOSES)[number], 'sign-in'>; sessionId: string }

/** The purpose and session of a challenge for a sign-in. */
export const SIGN_IN_USE: PasskeyUse = { purpose: 'sign-in', sessionId: null }

/**
 * Consumes the network's rate limit for challenges, because each one leaves a row for minutes.
 * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait
 */
export function consumeChallengeLimit({ db, request }: CodeContext): Promise<void> {
  return consumeNetworkLimit(db, 'challenge', request.address, challengesPerNetwork)
}

/** Saves a challenge that only the current browser can answer. */
export async function storeChallenge({ db, request }: CodeContext, use: PasskeyUse, challenge: string): Promise<void> {
  const id = request.cookies.get(challengeCookieName()) || crypto.randomUUID()
  await db.insert(passkeyChallenge).values({ ...use, challenge, browserKey: browserKeyOf(id) })
  request.setCookies.push(setCookieHeader(challengeCookieName(), id, challengeMinutes * 60))
}

function browserKeyOf(id: string): string {
  return keyedHash(environment().secret, 'challenge', id)
}

/**
 * Deletes and returns the challenge of an answer, whether or not the answer is right, so that only one of several concurrent
 * answers continues.
 * @throws {AppError} PASSKEY_EXPIRED without a valid challenge in this browser; PASSKEY_REFUSED for malformed data;
 * TOO_MANY_REQUESTS
 */
export async function consumeChallenge(
  { db, request }: CodeContext,
  { purpose, sessionId }: PasskeyUse,
  clientDataJSON: string,
): Promise<string> {
  await consumeNetworkLimit(db, 'try', request.address, triesPerNetwork)
  const [taken] = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.challenge, challengeIn(clientDataJSON)),
        eq(passkeyChallenge.browserKey, browserKeyOf(request.cookies.get(challengeCookieName()) ?? '')),
        eq(passkeyChallenge.purpose, purpose),
        sessionId === null ? isNull(passkeyChallenge.sessionId) : eq(passkeyChallenge.sessionId, sessionId),
        gt(passkeyChallenge.createdAt, sql`now() - make_interval(mins => ${challengeMinutes})`),
      ),
    )
    .returning({ challenge: passkeyChallenge.challenge })
  if (!taken) throw new AppError('PASSKEY_EXPIRED')
  return taken.challenge
}

function consumeNetworkLimit(db: Database, what: string, address: string, most: Parameters<typeof rateLimit>[1]) {
  return enforceRateLimit(db, [rateLimit(`passkey:${what}:${networkKey(networkOf(address))}`, most)])
}

/** Returns the challenge in the browser's data, used only to find the stored challenge. */
function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge: unknown
    }
    if (typeof challenge === 'string' && !challenge.includes('\0')) return challenge
  } catch {
    // Malformed data is refused like any other wrong answer.
  }
  throw new AppError('PASSKEY_REFUSED')
}
