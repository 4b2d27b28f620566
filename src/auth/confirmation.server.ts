import { randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { loginRequest } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { queueLoginCodeMail } from '#jobs/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { currentRequest } from '#lib/request-context.server.ts'
import { browserCookie } from './browser-cookie.server.ts'
import { spendSend, spendTry } from './login-limits.server.ts'
import {
  askerOf,
  claimTry,
  findLoginRequest,
  type Asking,
  type CodeUse,
  type LoginRequestState,
} from './login-request.server.ts'

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
export async function askForConfirmation(db: Database, { purpose, sessionId, email }: Confirmation): Promise<void> {
  const request = currentRequest()
  const asker = askerOf(request, email)
  await spendSend(db, asker)
  const id = crypto.randomUUID()
  const code = someCode()
  const { addressKey, browserKey } = asker
  await db.transaction(async (transaction) => {
    await transaction
      .insert(loginRequest)
      .values({ id, addressKey, browserKey, purpose, sessionId, codeHash: hashOf(id, code) })
    await queueLoginCodeMail(transaction, {
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
export async function findConfirmation(db: Database, confirmation: Confirmation): Promise<LoginRequestState | null> {
  const request = currentRequest()
  if (request.browserId === undefined) return null
  return findLoginRequest(db, askerOf(request, confirmation.email), confirmation)
}

/**
 * Makes a change that the code confirms. The code is used up with the change, or neither happens; of two who come with
 * the same code at once, one is refused.
 * @throws {AppError} INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS, and what the change throws
 */
export async function confirmedBy<T>(
  db: Database,
  code: string,
  confirmation: Confirmation,
  change: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const asker = askerOf(currentRequest(), confirmation.email)
  await spendTry(db, asker)
  // Outside of the transaction: the try stays spent when the change fails.
  const asking = await claimTry(db, asker, confirmation)
  if (!asking) throw new AppError('INVALID_OTP')
  return db.transaction(async (transaction) => {
    await useUp(transaction, asking, code)
    return change(transaction)
  })
}

async function useUp(transaction: Transaction, { id, triesLeft }: Asking, code: string): Promise<void> {
  const used = await transaction
    .update(loginRequest)
    .set({ usedAt: sql`now()` })
    .where(and(eq(loginRequest.id, id), isNull(loginRequest.usedAt), eq(loginRequest.codeHash, hashOf(id, code))))
    .returning({ id: loginRequest.id })
  if (used.length === 0) throw new AppError(triesLeft === 0 ? 'TOO_MANY_ATTEMPTS' : 'INVALID_OTP')
}

function someCode(): string {
  const { length } = appConfig.loginCode
  return String(randomInt(10 ** length)).padStart(length, '0')
}

/** Bound to the asking, so that a code means nothing anywhere else. */
function hashOf(id: string, code: string): string {
  return keyedHash(environment().secret, 'confirmation-code', `${id}\n${code}`)
}
