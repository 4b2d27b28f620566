import { requestConfirmation, redeemCode, findConfirmation, type Confirmation } from '#auth/confirmation.server.ts'
import { renewFreshness } from '#auth/freshness.server.ts'
import type { CodeRequestState } from '#auth/code-request.server.ts'
import type { Session, SessionContext } from '#auth/current-session.server.ts'
import type { AskedCode, OwnPurpose } from './account.schema.ts'

/** Sends a code to the person's own address. @throws {AppError} TOO_MANY_REQUESTS */
export async function askForOwnCode(
  { db, session }: SessionContext,
  { purpose }: { purpose: OwnPurpose },
): Promise<void> {
  await requestConfirmation(db, ownConfirmation(session, purpose))
}

/**
 * The person shows again that they are who they are: the session is fresh from now on.
 * @throws {AppError} INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS
 */
export async function reAuthenticate({ db, session }: SessionContext, { code }: { code: string }): Promise<void> {
  await redeemCode(db, code, ownConfirmation(session, 're-authenticate'), (transaction) =>
    renewFreshness(transaction, session.id),
  )
}

/** The state of a code that this browser asked for in this session; null when it asked for none. */
export function findAskedCode({ db, session }: SessionContext, asked: AskedCode): Promise<CodeRequestState | null> {
  const confirmation =
    'newEmail' in asked ? newEmailConfirmation(session, asked.newEmail) : ownConfirmation(session, asked.purpose)
  return findConfirmation(db, confirmation)
}

/** What a code to the person's own address confirms, in this session. */
export function ownConfirmation({ id, viewer }: Session, purpose: OwnPurpose): Confirmation {
  return { purpose, sessionId: id, email: viewer.email }
}

/** That the person reads mail to the new address, in this session. */
export function newEmailConfirmation({ id }: Session, newEmail: string): Confirmation {
  return { purpose: 'change-email', sessionId: id, email: newEmail }
}
