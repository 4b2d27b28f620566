import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { codeRequest } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { findCurrentRequest, requestKey, type RequestContext } from '#request/request-context.server.ts'
import type { CodeRequester } from './code-limits.server.ts'

const { lifetimeMinutes, triesPerCode, secondsBetweenSends } = appConfig.loginCode

/** What a code is for, and the session that asked for it where one is needed. */
export interface CodeUse {
  purpose: (typeof codeRequest.$inferSelect)['purpose']
  sessionId: string | null
}

const SIGN_IN: CodeUse = { purpose: 'sign-in', sessionId: null }

/** How the server knows an e-mail address without keeping it. */
export function addressKey(email: string): string {
  return keyedHash(environment().secret, 'address', email)
}

/** The requester behind the request under way; a browser without the cookie gets a new identity. */
export function requesterOf(request: RequestContext, email: string): CodeRequester {
  request.browserId ??= crypto.randomUUID()
  return { addressKey: addressKey(email), browserKey: browserKey(request.browserId), ipAddress: request.address }
}

/** One request for a code: the one that the HTTP request under way makes, or spends a try at. */
export interface CodeRequest {
  id: string
  triesLeft: number
}

const remembered = requestKey<CodeRequest>('codeRequest')

/** A new code request, remembered until the response. */
export function startCodeRequest(request: RequestContext): void {
  rememberCodeRequest(request, { id: crypto.randomUUID(), triesLeft: triesPerCode })
}

/** From here to the response, this is the code request that the request is about. */
export function rememberCodeRequest(request: RequestContext, codeRequest: CodeRequest): void {
  request.store.set(remembered, codeRequest)
}

/** The code request that the request under way is about; none when its browser has asked for nothing. */
export function findCodeRequest(): CodeRequest | undefined {
  return findCurrentRequest()?.store.get(remembered)
}

/**
 * better-auth keeps a code under this name: readable to nobody, and found only through the code request it was made for. So
 * neither another browser's code nor an older one can be meant, whatever the clocks of the nodes say.
 */
export function boundToCodeRequest(identifier: string): string {
  return keyedHash(environment().secret, 'login-code-owner', `${findCodeRequest()?.id ?? 'none'}\n${identifier}`)
}

function browserKey(browserId: string): string {
  return keyedHash(environment().secret, 'browser', browserId)
}

/**
 * Spends one try at the newest code of this browser for this use, by the database's clock.
 * @returns the code request and how many tries are left after this one; null when this browser has asked for no code
 * @throws {AppError} OTP_EXPIRED, TOO_MANY_ATTEMPTS
 */
export async function claimAttempt(
  db: Database,
  requester: CodeRequester,
  use: CodeUse = SIGN_IN,
): Promise<CodeRequest | null> {
  const newest = newestRequest(db, requester, use)
  const rows = await db
    .update(codeRequest)
    // Counts no further than "too many", so that the column never runs over.
    .set({ tries: sql`least(${codeRequest.tries}, ${triesPerCode}) + 1` })
    .where(eq(codeRequest.id, sql`(${newest})`))
    .returning({
      id: codeRequest.id,
      tries: codeRequest.tries,
      isExpired: sql<boolean>`${codeRequest.createdAt} < now() - make_interval(mins => ${lifetimeMinutes})`,
      usedAt: codeRequest.usedAt,
    })
  const claimed = rows[0]
  if (!claimed || claimed.usedAt) return null
  if (claimed.isExpired) throw new AppError('OTP_EXPIRED')
  if (claimed.tries > triesPerCode) throw new AppError('TOO_MANY_ATTEMPTS')
  return { id: claimed.id, triesLeft: triesPerCode - claimed.tries }
}

/** The code has opened a session: the request is over. */
export async function closeCodeRequest(db: Database, id: string): Promise<void> {
  await db
    .update(codeRequest)
    .set({ usedAt: sql`now()` })
    .where(eq(codeRequest.id, id))
}

/** What a page shows of the mail and the code. All times in whole seconds from now. */
export interface CodeRequestState {
  mailState: 'queued' | 'delayed' | 'sent' | 'failed'
  secondsOfLife: number
  secondsUntilNextSend: number
}

/** The newest code request of this browser for this address and use; null when there was none, or the code was used. */
export async function findCodeRequestState(
  db: Database,
  requester: CodeRequester,
  use: CodeUse = SIGN_IN,
): Promise<CodeRequestState | null> {
  const age = sql`extract(epoch from now() - ${codeRequest.createdAt})`
  const rows = await db
    .select({
      mailState: codeRequest.mailState,
      secondsOfLife: sql<number>`greatest(0, ${lifetimeMinutes * 60} - floor(${age}))::int`,
      secondsUntilNextSend: sql<number>`greatest(0, ${secondsBetweenSends} - floor(${age}))::int`,
      usedAt: codeRequest.usedAt,
    })
    .from(codeRequest)
    .where(isFor(requester, use))
    .orderBy(desc(codeRequest.createdAt))
    .limit(1)
  const newest = rows[0]
  if (!newest || newest.usedAt) return null
  return {
    mailState: newest.mailState,
    secondsOfLife: newest.secondsOfLife,
    secondsUntilNextSend: newest.secondsUntilNextSend,
  }
}

function newestRequest(db: Database, requester: CodeRequester, use: CodeUse) {
  return db
    .select({ id: codeRequest.id })
    .from(codeRequest)
    .where(isFor(requester, use))
    .orderBy(desc(codeRequest.createdAt))
    .limit(1)
}

function isFor({ addressKey, browserKey }: CodeRequester, { purpose, sessionId }: CodeUse) {
  return and(
    eq(codeRequest.addressKey, addressKey),
    eq(codeRequest.browserKey, browserKey),
    eq(codeRequest.purpose, purpose),
    sessionId === null ? isNull(codeRequest.sessionId) : eq(codeRequest.sessionId, sessionId),
  )
}
