import { and, eq, ne, not } from 'drizzle-orm'
import { markRecentlyAuthenticated } from '#auth/recent-authentication.server.ts'
import type { Session, SessionContext } from '#auth/current-session.server.ts'
import { user } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import {
  findCodeRequestState,
  redeemCode,
  requestCode,
  type CodeRequestState,
  type CodeUse,
} from '#one-time-code/code-request.server.ts'
import { refuseOnlyOwner } from '#user/leave-organizations.server.ts'
import type { RequestedCode, OwnPurpose } from './account.schema.ts'

/** Sends a code to the user's own address. @throws {AppError} LAST_ADMINISTRATOR, ONLY_OWNER, TOO_MANY_REQUESTS */
export async function requestCodeToOwnAddress(
  context: SessionContext,
  { purpose }: { purpose: OwnPurpose },
): Promise<void> {
  if (purpose === 'delete-account') {
    await refuseLastAdministrator(context)
    await refuseOnlyOwner(context.db, context.session.viewer.id)
  }
  await requestCode(context, codeUseForOwnAddress(context.session, purpose))
}

/** Refuses the last administrator before a code is sent, because the database would refuse the deletion later. */
async function refuseLastAdministrator({ db, session: { viewer } }: SessionContext): Promise<void> {
  if (viewer.role !== 'admin') return
  const [another] = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.role, 'admin'), not(user.banned), ne(user.id, viewer.id)))
    .limit(1)
  if (!another) throw new AppError('LAST_ADMINISTRATOR')
}

/**
 * Redeems the code with which the user authenticates again. The session then counts as recently authenticated and gets
 * a new token.
 * @throws {AppError} INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS
 */
export async function reAuthenticate(context: SessionContext, { code }: { code: string }): Promise<void> {
  const { session, request } = context
  const cookie = await redeemCode(context, codeUseForOwnAddress(session, 're-authenticate'), code, (transaction) =>
    markRecentlyAuthenticated(transaction, session.id),
  )
  request.setCookies.push(cookie)
}

/** Finds the state of the code that this browser requested in this session; null if no code was requested, or it was used. */
export function findRequestedCode(context: SessionContext, asked: RequestedCode): Promise<CodeRequestState | null> {
  const { session } = context
  const use =
    'newEmail' in asked ? codeUseForNewAddress(session, asked.newEmail) : codeUseForOwnAddress(session, asked.purpose)
  return findCodeRequestState(context, use)
}

/** Returns the `CodeUse` of a code that this session sends to the user's present address. */
export function codeUseForOwnAddress({ id, viewer }: Session, purpose: OwnPurpose): CodeUse {
  return { purpose, sessionId: id, email: viewer.email }
}

/** Returns the `CodeUse` of a code that this session sends to the user's new address. */
export function codeUseForNewAddress({ id }: Session, newEmail: string): CodeUse {
  return { purpose: 'change-email', sessionId: id, email: newEmail }
}
