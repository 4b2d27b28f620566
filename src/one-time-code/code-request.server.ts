import { randomInt } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { codeRequest, now } from '#db/schema.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import type { CodePurpose, MailState } from '#lib/code-purpose.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import type { SolvedChallenge } from './challenge.server.ts'
import { belongsTo, codeClientOf, setBrowserCookie, type CodeClient, type CodeContext } from './code-client.server.ts'
import { consumeAttempt, consumeSend } from './code-limits.server.ts'
import { enqueueCodeMail } from './code-mail.server.ts'

const { length, lifetimeMinutes, triesPerCode, secondsBetweenSends } = appConfig.loginCode

/** Whether a code has expired. Uses the database's clock, because the clocks of the nodes can differ. */
const isExpired = sql<boolean>`${codeRequest.createdAt} < now() - make_interval(mins => ${lifetimeMinutes})`

const isVoid = sql<boolean>`${codeRequest.tries} >= ${triesPerCode}`

/** The use of a code: purpose, address, and session (null for a sign-in). */
export type CodeUse =
  | { purpose: 'sign-in'; email: string; sessionId: null }
  | { purpose: Exclude<CodePurpose, 'sign-in'>; email: string; sessionId: string }

/** Returns the use of a code for sign-in. */
export function signInUse(email: string): CodeUse {
  return { purpose: 'sign-in', email, sessionId: null }
}

/**
 * Sends a code that only the current browser can enter.
 * @param solved the solved challenge of an earlier refusal
 * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait, and a challenge if proof of work helps
 */
export async function requestCode({ db, request }: CodeContext, use: CodeUse, solved?: SolvedChallenge): Promise<void> {
  const client = codeClientOf(request, use.email)
  // Run this before the transaction; otherwise clients would wait for each other's locks on shared rate limits.
  await consumeSend(db, client, { solved, isSignedIn: use.sessionId !== null }).catch(async (refusal: unknown) => {
    throw await withHasUnusedCode(refusal, () => findNewestCode(db, client, use))
  })
  const { purpose, sessionId, email } = use
  const { addressKey, browserKey } = client
  const id = crypto.randomUUID()
  const code = environment().demoMode ? demoCodeFor(client) : randomCode()
  await db.transaction(async (transaction) => {
    // If the clock was set back, existing rows have a later time. Change it, so that the new row is the newest.
    await transaction
      .update(codeRequest)
      .set({ createdAt: sql`now() - interval '1 millisecond'` })
      .where(and(isRequestFor(client, use), gt(codeRequest.createdAt, now)))
    await transaction
      .insert(codeRequest)
      .values({ id, addressKey, browserKey, purpose, sessionId, codeHash: hashOf(id, code) })
    const owner = `${addressKey}:${browserKey}:${purpose}`
    await enqueueCodeMail(transaction, { email, code, codeRequestId: id, owner, language: request.language })
  })
  setBrowserCookie(request)
}

/** Adds `hasUnusedCode` to a refusal without a challenge, so that the browser continues to the page of that code. */
async function withHasUnusedCode(refusal: unknown, findCode: () => Promise<NewestCode | undefined>): Promise<unknown> {
  if (!(refusal instanceof AppError) || refusal.details.challenge || !(await findCode())?.isUnused) return refusal
  return new AppError(refusal.code, { ...refusal.details, hasUnusedCode: true })
}

/**
 * Consumes a code, and runs the action that it confirms in the same transaction. Of two concurrent uses, one is refused.
 * @throws {AppError} INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS, and errors of the action
 */
export async function redeemCode<T>(
  { db, request }: CodeContext,
  use: CodeUse,
  code: string,
  change: (transaction: Database) => Promise<T>,
): Promise<T> {
  const client = codeClientOf(request, use.email)
  // A browser with a requested code has its own attempts, so that others who guess in the same network cannot use them up.
  if (!(await hasTriesLeft(db, client, use))) await consumeAttempt(db, client)
  // Run this outside the transaction, so that the attempt stays spent if the action fails.
  const attempt = await claimAttempt(db, client, use)
  return db.transaction(async (transaction) => {
    await consumeCode(transaction, attempt, code)
    return change(transaction)
  })
}

/** Whether this browser has redeemed a code for this use within the last minutes. */
export async function hasRecentlyRedeemedCode(
  { db, request }: CodeContext,
  use: CodeUse,
  minutes: number,
): Promise<boolean> {
  const isRecent = sql`${codeRequest.usedAt} > now() - make_interval(mins => ${minutes})`
  return (await db.$count(codeRequest, and(isRequestFor(codeClientOf(request, use.email), use), isRecent))) > 0
}

/** The state of a code and its mail that pages show. All times are whole seconds from now. */
export interface CodeRequestState {
  mailState: MailState
  /** Zero for a void code. */
  secondsOfLife: number
  /** Whether too many wrong codes were entered. */
  isVoid: boolean
  secondsUntilNextSend: number
  /** The code itself if no mail is sent. */
  demoCode?: string
}

/** Finds the state of this browser's newest code, which other browsers cannot see; null without a code, or after its use. */
export async function findCodeRequestState(
  { db, request }: CodeContext,
  use: CodeUse,
): Promise<CodeRequestState | null> {
  if (request.browserId === undefined) return null
  const client = codeClientOf(request, use.email)
  const age = sql`greatest(0, extract(epoch from now() - ${codeRequest.createdAt}))`
  const [newest] = await db
    .select({
      mailState: codeRequest.mailState,
      secondsOfLife: sql<number>`case when ${isVoid} then 0 else greatest(0, ${lifetimeMinutes * 60} - floor(${age}))::int end`,
      isVoid,
      secondsUntilNextSend: sql<number>`greatest(0, ${secondsBetweenSends} - floor(${age}))::int`,
      usedAt: codeRequest.usedAt,
    })
    .from(codeRequest)
    .where(isNewestFor(db, client, use))
  if (!newest || newest.usedAt) return null
  const { usedAt: _, ...state } = newest
  return environment().demoMode ? { ...state, demoCode: demoCodeFor(client) } : state
}

/**
 * Finds a code's purpose and mail state for the job that sends it; undefined if it is no longer valid, or a newer one was
 * requested.
 */
export async function findCodeToSend(
  db: Database,
  codeRequestId: string,
): Promise<{ purpose: CodePurpose; mailState: MailState } | undefined> {
  const newer = alias(codeRequest, 'newer')
  const newerOnes = db
    .select({ one: sql`1` })
    .from(newer)
    .where(
      and(
        eq(newer.addressKey, codeRequest.addressKey),
        eq(newer.browserKey, codeRequest.browserKey),
        eq(newer.purpose, codeRequest.purpose),
        gt(newer.createdAt, codeRequest.createdAt),
      ),
    )
  const [found] = await db
    .select({ purpose: codeRequest.purpose, mailState: codeRequest.mailState })
    .from(codeRequest)
    .where(
      and(
        eq(codeRequest.id, codeRequestId),
        not(isExpired),
        isNull(codeRequest.usedAt),
        sql`not exists (${newerOnes})`,
      ),
    )
  return found
}

/** Saves the state of the mail, so that the page of the code request can show it. */
export async function setMailState(db: Database, codeRequestId: string, mailState: MailState): Promise<void> {
  await db.update(codeRequest).set({ mailState }).where(eq(codeRequest.id, codeRequestId))
}

interface NewestCode {
  /** Whether the code was neither used nor has expired. */
  isUnused: boolean
  isVoid: boolean
}

async function findNewestCode(db: Database, client: CodeClient, use: CodeUse): Promise<NewestCode | undefined> {
  const [newest] = await db
    .select({ isUnused: sql<boolean>`${codeRequest.usedAt} is null and not ${isExpired}`, isVoid })
    .from(codeRequest)
    .where(isNewestFor(db, client, use))
  return newest
}

async function hasTriesLeft(db: Database, client: CodeClient, use: CodeUse): Promise<boolean> {
  const newest = await findNewestCode(db, client, use)
  return newest !== undefined && newest.isUnused && !newest.isVoid
}

interface Attempt {
  codeRequestId: string
  triesLeft: number
}

/**
 * Spends one attempt at this browser's newest code for this use.
 * @throws {AppError} INVALID_OTP without an unused code; OTP_EXPIRED, TOO_MANY_ATTEMPTS
 */
async function claimAttempt(db: Database, client: CodeClient, use: CodeUse): Promise<Attempt> {
  const [claimed] = await db
    .update(codeRequest)
    // Stop counting above the maximum, so that the column cannot overflow.
    .set({ tries: sql`least(${codeRequest.tries}, ${triesPerCode}) + 1` })
    .where(isNewestFor(db, client, use))
    .returning({
      codeRequestId: codeRequest.id,
      tries: codeRequest.tries,
      isExpired,
      usedAt: codeRequest.usedAt,
    })
  if (!claimed || claimed.usedAt) throw new AppError('INVALID_OTP')
  if (claimed.isExpired) throw new AppError('OTP_EXPIRED')
  if (claimed.tries > triesPerCode) throw new AppError('TOO_MANY_ATTEMPTS')
  return { codeRequestId: claimed.codeRequestId, triesLeft: triesPerCode - claimed.tries }
}

async function consumeCode(transaction: Database, { codeRequestId, triesLeft }: Attempt, code: string) {
  const used = await transaction
    .update(codeRequest)
    .set({ usedAt: now })
    .where(
      and(
        eq(codeRequest.id, codeRequestId),
        isNull(codeRequest.usedAt),
        inArray(
          codeRequest.codeHash,
          acceptedSecrets().map((secret) => hashOf(codeRequestId, code, secret)),
        ),
      ),
    )
    .returning({ id: codeRequest.id })
  if (used.length > 0) return
  throw triesLeft === 0 ? new AppError('TOO_MANY_ATTEMPTS') : new AppError('INVALID_OTP', { triesLeft })
}

function isRequestFor(client: CodeClient, { purpose, sessionId }: CodeUse) {
  return and(
    belongsTo(client, codeRequest),
    eq(codeRequest.purpose, purpose),
    sessionId === null ? isNull(codeRequest.sessionId) : eq(codeRequest.sessionId, sessionId),
  )
}

/** Returns the condition for the newest code that a client has requested for a use. */
function isNewestFor(db: Database, client: CodeClient, use: CodeUse) {
  const newest = db
    .select({ id: codeRequest.id })
    .from(codeRequest)
    .where(isRequestFor(client, use))
    .orderBy(desc(codeRequest.createdAt))
    .limit(1)
  return eq(codeRequest.id, sql`(${newest})`)
}

/** Hashes a code with its request ID, so that the code is valid only for that request. */
function hashOf(codeRequestId: string, code: string, secret = environment().secret): string {
  return keyedHash(secret, 'confirmation-code', `${codeRequestId}\n${code}`)
}

function randomCode(): string {
  return String(randomInt(10 ** length)).padStart(length, '0')
}

/** Derives the demo code from the client, because demo mode sends no mail and the browser's page must show it. */
function demoCodeFor({ addressKey, browserKey }: CodeClient): string {
  const hash = Buffer.from(keyedHash(environment().secret, 'demo-code', `${addressKey}\n${browserKey}`), 'base64url')
  return String(hash.readUInt32BE(0) % 10 ** length).padStart(length, '0')
}
