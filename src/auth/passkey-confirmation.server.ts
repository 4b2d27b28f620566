import { eq } from 'drizzle-orm'
import { session as sessionTable } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import type { Session, SessionContext } from './current-session.server.ts'
import { renewFreshness } from './freshness.server.ts'
import type { Assertion } from './passkey-answers.ts'
import type { PasskeyUse } from './passkey-challenge.server.ts'
import { redeemPasskey, requestPasskey } from './passkey-redemption.server.ts'
import { setSecondFactor } from './second-factor.server.ts'

/** Asks for the answer of one of the person's passkeys. @throws {AppError} TOO_MANY_REQUESTS */
export function requestOwnPasskey(context: SessionContext) {
  return requestPasskey(context, toConfirm(context.session), context.session.viewer.id)
}

/**
 * Takes the answer by which the person shows again who they are: the session is fresh from now on, under a new token, and
 * the second factor is given in it.
 * @throws {AppError} PASSKEY_REFUSED for somebody else's too, PASSKEY_EXPIRED, TOO_MANY_REQUESTS
 */
export async function confirmByPasskey(context: SessionContext, answer: Assertion): Promise<void> {
  const { session, request } = context
  const cookie = await redeemPasskey(context, toConfirm(session), answer, async (transaction, person) => {
    if (person.id !== session.viewer.id) throw new AppError('PASSKEY_REFUSED')
    await setSecondFactor(transaction, eq(sessionTable.id, session.id))
    return renewFreshness(transaction, session.id)
  })
  request.setCookies.push(cookie)
}

function toConfirm({ id }: Session): PasskeyUse {
  return { purpose: 'confirm', sessionId: id }
}
