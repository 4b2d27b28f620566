import { eq } from 'drizzle-orm'
import { session as sessionTable } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import type { Session, SessionContext } from './current-session.server.ts'
import { markRecentlyAuthenticated } from './recent-authentication.server.ts'
import type { Assertion } from './passkey-answers.ts'
import type { PasskeyUse } from './passkey-challenge.server.ts'
import { redeemPasskey, createPasskeyChallenge } from './passkey-redemption.server.ts'
import { markSecondFactorGiven } from './second-factor.server.ts'

/** Creates a challenge that one of the user's passkeys must answer. @throws {AppError} TOO_MANY_REQUESTS */
export function requestPasskeyConfirmation(context: SessionContext) {
  return createPasskeyChallenge(context, confirmationUse(context.session), context.session.viewer.id)
}

/**
 * Verifies a passkey's answer to authenticate the user again. The session then counts as recently authenticated, also by a
 * second factor, and has a new token.
 * @throws {AppError} PASSKEY_REFUSED (also for another user's passkey), PASSKEY_EXPIRED, TOO_MANY_REQUESTS
 */
export async function verifyPasskeyConfirmation(context: SessionContext, answer: Assertion): Promise<void> {
  const { session, request } = context
  const cookie = await redeemPasskey(context, confirmationUse(session), answer, async (transaction, user) => {
    if (user.id !== session.viewer.id) throw new AppError('PASSKEY_REFUSED')
    await markSecondFactorGiven(transaction, eq(sessionTable.id, session.id))
    return markRecentlyAuthenticated(transaction, session.id)
  })
  request.setCookies.push(cookie)
}

function confirmationUse({ id }: Session): PasskeyUse {
  return { purpose: 'confirm', sessionId: id }
}
