import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { passkeyChallenge, type PASSKEY_PURPOSES } from '#db/schema.ts'
import { requireBudget } from '#db/throttle.ts'
import { AppError } from '#lib/app-error.ts'
import { networkOf } from '#lib/client-address.server.ts'
import { networkKey } from '#one-time-code/code-limits.server.ts'
import { browserKeyOf, setBrowserCookie, type CodeContext } from '#one-time-code/code-requester.server.ts'

const { challengeMinutes, challengesPerNetwork, triesPerNetwork } = appConfig.passkey

/** The purpose of a challenge, and the session that asks for it: none before signing in. */
export type PasskeyUse =
  | { purpose: 'sign-in'; sessionId: null }
  | { purpose: Exclude<(typeof PASSKEY_PURPOSES)[number], 'sign-in'>; sessionId: string }

/** A passkey to sign in with. */
export const TO_SIGN_IN: PasskeyUse = { purpose: 'sign-in', sessionId: null }

/**
 * Takes one challenge from the budget of the network, before anything is made. Each leaves a row for some minutes.
 * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait
 */
export function spendChallenge({ db, request }: CodeContext): Promise<void> {
  return spendOfNetwork(db, 'challenge', request.address, challengesPerNetwork)
}

/** Keeps a challenge for the browser that asks, which alone can answer it. */
export async function keepChallenge({ db, request }: CodeContext, use: PasskeyUse, challenge: string): Promise<void> {
  await db.insert(passkeyChallenge).values({ ...use, challenge, browserKey: browserKeyOf(request) })
  setBrowserCookie(request)
}

/**
 * Takes the challenge away that an answer is about, whatever becomes of the answer: of many that come with the same one at
 * once, one goes further.
 * @returns the challenge
 * @throws {AppError} PASSKEY_EXPIRED, TOO_MANY_REQUESTS
 */
export async function consumeChallenge(
  { db, request }: CodeContext,
  { purpose, sessionId }: PasskeyUse,
  clientDataJSON: string,
): Promise<string> {
  await spendOfNetwork(db, 'try', request.address, triesPerNetwork)
  const [taken] = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.challenge, challengeIn(clientDataJSON)),
        eq(passkeyChallenge.browserKey, browserKeyOf(request)),
        eq(passkeyChallenge.purpose, purpose),
        sessionId === null ? isNull(passkeyChallenge.sessionId) : eq(passkeyChallenge.sessionId, sessionId),
        gt(passkeyChallenge.createdAt, sql`now() - make_interval(mins => ${challengeMinutes})`),
      ),
    )
    .returning({ challenge: passkeyChallenge.challenge })
  if (!taken) throw new AppError('PASSKEY_EXPIRED')
  return taken.challenge
}

async function spendOfNetwork(
  db: Database,
  what: string,
  address: string,
  { count, minutes }: { count: number; minutes: number },
) {
  const key = `passkey:${what}:${networkKey(networkOf(address))}`
  await requireBudget(db, [{ key, count, seconds: minutes * 60 }])
}

/** The challenge that the browser says it was given. It is not believed: only one that is kept here counts. */
function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge: unknown
    }
    if (typeof challenge === 'string' && !challenge.includes('\0')) return challenge
  } catch {
    // As wrong as any other.
  }
  throw new AppError('PASSKEY_REFUSED')
}
