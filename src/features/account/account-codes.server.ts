import { renewFreshness } from '#auth/freshness.server.ts'
import type { Session, SessionContext } from '#auth/current-session.server.ts'
import {
  findCodeRequestState,
  redeemCode,
  requestCode,
  type CodeRequestState,
  type CodeUse,
} from '#one-time-code/code-request.server.ts'
import type { AskedCode, OwnPurpose } from './account.schema.ts'

/** Sends a code to the person's own address. @throws {AppError} TOO_MANY_REQUESTS */
export async function askForOwnCode(context: SessionContext, { purpose }: { purpose: OwnPurpose }): Promise<void> {
  await requestCode(context, toOwnAddress(context.session, purpose))
}

/**
 * Takes the code by which the person shows again who they are: the session is fresh from now on.
 * @throws {AppError} INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS
 */
export async function reAuthenticate(context: SessionContext, { code }: { code: string }): Promise<void> {
  const { session } = context
  await redeemCode(context, toOwnAddress(session, 're-authenticate'), code, (transaction) =>
    renewFreshness(transaction, session.id),
  )
}

/** The state of a code that this browser asked for in this session; null when it asked for none. */
export function findAskedCode(context: SessionContext, asked: AskedCode): Promise<CodeRequestState | null> {
  const { session } = context
  const use = 'newEmail' in asked ? toNewAddress(session, asked.newEmail) : toOwnAddress(session, asked.purpose)
  return findCodeRequestState(context, use)
}

/** A code to the person's own address, for this session. */
export function toOwnAddress({ id, viewer }: Session, purpose: OwnPurpose): CodeUse {
  return { purpose, sessionId: id, email: viewer.email }
}

/** A code to the address that a person wants to have, for this session. */
export function toNewAddress({ id }: Session, newEmail: string): CodeUse {
  return { purpose: 'change-email', sessionId: id, email: newEmail }
}
