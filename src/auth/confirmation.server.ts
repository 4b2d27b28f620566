import { randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { codeRequest } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { enqueueCodeMail } from '#jobs/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { browserCookie } from './browser-cookie.server.ts'
import { spendSend, spendAttempt } from './code-limits.server.ts'
import {
  requesterOf,
  claimAttempt,
  findCodeRequestState,
  type CodeRequest,
  type CodeUse,
  type CodeRequestState,
} from './code-request.server.ts'

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Something that a person who is signed in confirms with a code from a mail. */
export interface Confirmation extends CodeUse {
  purpose: Exclude<CodeUse['purpose'], 'sign-in'>
  sessionId: string
  /** Where the code goes. */
  email: string
}

/**
 * Sends a code, within the same limits as codes for signing in.
 * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait
 */
export async function requestConfirmation(db: Database, { purpose, sessionId, email }: Confirmation): Promise<void> {
  const request = currentRequest()
  const requester = requesterOf(request, email)
  await spendSend(db, requester)
  const id = crypto.randomUUID()
  const code = someCode()
  const { addressKey, browserKey } = requester
  await db.transaction(async (transaction) => {
    await transaction
      .insert(codeRequest)
      .values({ id, addressKey, browserKey, purpose, sessionId, codeHash: hashOf(id, code) })
    await enqueueCodeMail(transaction, {
      email,
      code,
      loginRequestId: id,
      owner: `${addressKey}:${browserKey}:${purpose}`,
      language: request.language,
    })
  })
  if (request.browserId !== undefined) request.setCookies.push(browserCookie(request.browserId))
}

/** What the page of who asked may see; null when nothing was asked for, or the code was used. */
export async function findConfirmation(db: Database, confirmation: Confirmation): Promise<CodeRequestState | null> {
  const request = currentRequest()
  if (request.browserId === undefined) return null
  return findCodeRequestState(db, requesterOf(request, confirmation.email), confirmation)
}

/**
 * Makes a change that the code confirms. The code is used up with the change, or neither happens; of two who come with
 * the same code at once, one is refused.
 * @throws {AppError} INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS, and what the change throws
 */
export async function redeemCode<T>(
  db: Database,
  code: string,
  confirmation: Confirmation,
  change: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const requester = requesterOf(currentRequest(), confirmation.email)
  await spendAttempt(db, requester)
  // Outside of the transaction: the try stays spent when the change fails.
  const requested = await claimAttempt(db, requester, confirmation)
  if (!requested) throw new AppError('INVALID_OTP')
  return db.transaction(async (transaction) => {
    await consumeCode(transaction, requested, code)
    return change(transaction)
  })
}

async function consumeCode(transaction: Transaction, { id, triesLeft }: CodeRequest, code: string): Promise<void> {
  const used = await transaction
    .update(codeRequest)
    .set({ usedAt: sql`now()` })
    .where(and(eq(codeRequest.id, id), isNull(codeRequest.usedAt), eq(codeRequest.codeHash, hashOf(id, code))))
    .returning({ id: codeRequest.id })
  if (used.length === 0) throw new AppError(triesLeft === 0 ? 'TOO_MANY_ATTEMPTS' : 'INVALID_OTP')
}

function someCode(): string {
  const { length } = appConfig.loginCode
  return String(randomInt(10 ** length)).padStart(length, '0')
}

/** Bound to the code request, so that a code means nothing anywhere else. */
function hashOf(id: string, code: string): string {
  return keyedHash(environment().secret, 'confirmation-code', `${id}\n${code}`)
}
