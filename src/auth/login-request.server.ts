import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { loginRequest } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { findCurrentRequest, type RequestContext } from '#lib/request-context.server.ts'
import type { Asker } from './login-limits.server.ts'

const { lifetimeMinutes, triesPerCode, secondsBetweenSends } = appConfig.loginCode

/** What a code is for, and the session that asked for it where one is needed. */
export interface CodeUse {
  purpose: (typeof loginRequest.$inferSelect)['purpose']
  sessionId: string | null
}

const SIGN_IN: CodeUse = { purpose: 'sign-in', sessionId: null }

/** How the server knows an e-mail address without keeping it. */
export function addressKey(email: string): string {
  return keyedHash(environment().secret, 'address', email)
}

/** The asker behind the request under way; a browser without the cookie gets a new identity. */
export function askerOf(request: RequestContext, email: string): Asker {
  request.browserId ??= crypto.randomUUID()
  return { addressKey: addressKey(email), browserKey: browserKey(request.browserId), ipAddress: request.address }
}

/** One asking for a code: the one that the HTTP request under way makes, or spends a try at. */
export interface Asking {
  id: string
  triesLeft: number
}

const asking = Symbol('asking')

/** A new asking, remembered until the response. */
export function beginAsking(request: RequestContext): void {
  rememberAsking(request, { id: crypto.randomUUID(), triesLeft: triesPerCode })
}

/** From here to the response, this is the asking that the request is about. */
export function rememberAsking(request: RequestContext, remembered: Asking): void {
  request.memory.set(asking, remembered)
}

/** The asking that the request under way is about; none when its browser has asked for nothing. */
export function findAsking(): Asking | undefined {
  return findCurrentRequest()?.memory.get(asking) as Asking | undefined
}

/**
 * better-auth keeps a code under this name: readable to nobody, and found only through the asking it was made for. So
 * neither another browser's code nor an older one can be meant, whatever the clocks of the nodes say.
 */
export function boundToAsking(identifier: string): string {
  return keyedHash(environment().secret, 'login-code-owner', `${findAsking()?.id ?? 'none'}\n${identifier}`)
}

function browserKey(browserId: string): string {
  return keyedHash(environment().secret, 'browser', browserId)
}

/**
 * Spends one try at the newest code of this browser for this use, by the database's clock.
 * @returns the asking and how many tries are left after this one; null when this browser has asked for no code
 * @throws {AppError} OTP_EXPIRED, TOO_MANY_ATTEMPTS
 */
export async function claimTry(db: Database, asker: Asker, use: CodeUse = SIGN_IN): Promise<Asking | null> {
  const newest = newestRequest(db, asker, use)
  const rows = await db
    .update(loginRequest)
    // Counts no further than "too many", so that the column never runs over.
    .set({ tries: sql`least(${loginRequest.tries}, ${triesPerCode}) + 1` })
    .where(eq(loginRequest.id, sql`(${newest})`))
    .returning({
      id: loginRequest.id,
      tries: loginRequest.tries,
      isExpired: sql<boolean>`${loginRequest.createdAt} < now() - make_interval(mins => ${lifetimeMinutes})`,
      usedAt: loginRequest.usedAt,
    })
  const claimed = rows[0]
  if (!claimed || claimed.usedAt) return null
  if (claimed.isExpired) throw new AppError('OTP_EXPIRED')
  if (claimed.tries > triesPerCode) throw new AppError('TOO_MANY_ATTEMPTS')
  return { id: claimed.id, triesLeft: triesPerCode - claimed.tries }
}

/** The code has opened a session: the request is over. */
export async function closeLoginRequest(db: Database, id: string): Promise<void> {
  await db
    .update(loginRequest)
    .set({ usedAt: sql`now()` })
    .where(eq(loginRequest.id, id))
}

/** What a page shows of the mail and the code. All times in whole seconds from now. */
export interface LoginRequestState {
  mailState: 'queued' | 'delayed' | 'sent' | 'failed'
  secondsOfLife: number
  secondsUntilNextSend: number
}

/** The newest asking of this browser for this address and use; null when there was none, or the code was used. */
export async function findLoginRequest(
  db: Database,
  asker: Asker,
  use: CodeUse = SIGN_IN,
): Promise<LoginRequestState | null> {
  const age = sql`extract(epoch from now() - ${loginRequest.createdAt})`
  const rows = await db
    .select({
      mailState: loginRequest.mailState,
      secondsOfLife: sql<number>`greatest(0, ${lifetimeMinutes * 60} - floor(${age}))::int`,
      secondsUntilNextSend: sql<number>`greatest(0, ${secondsBetweenSends} - floor(${age}))::int`,
      usedAt: loginRequest.usedAt,
    })
    .from(loginRequest)
    .where(isFor(asker, use))
    .orderBy(desc(loginRequest.createdAt))
    .limit(1)
  const newest = rows[0]
  if (!newest || newest.usedAt) return null
  return {
    mailState: newest.mailState,
    secondsOfLife: newest.secondsOfLife,
    secondsUntilNextSend: newest.secondsUntilNextSend,
  }
}

function newestRequest(db: Database, asker: Asker, use: CodeUse) {
  return db
    .select({ id: loginRequest.id })
    .from(loginRequest)
    .where(isFor(asker, use))
    .orderBy(desc(loginRequest.createdAt))
    .limit(1)
}

function isFor({ addressKey, browserKey }: Asker, { purpose, sessionId }: CodeUse) {
  return and(
    eq(loginRequest.addressKey, addressKey),
    eq(loginRequest.browserKey, browserKey),
    eq(loginRequest.purpose, purpose),
    sessionId === null ? isNull(loginRequest.sessionId) : eq(loginRequest.sessionId, sessionId),
  )
}
