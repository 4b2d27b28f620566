import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { mapDatabaseErrors, uniqueViolation } from '#db/violations.ts'
import { AppError, type ErrorCode } from '#lib/app-error.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { solvedChallengeField } from '#one-time-code/challenge.server.ts'
import { codeField } from '#one-time-code/code-field.ts'
import { redeemCode, requestCode, signInUse } from '#one-time-code/code-request.server.ts'
import type { CodeContext } from '#one-time-code/code-client.server.ts'
import { emailField } from '#user/user-fields.ts'
import { countEvent } from '#instrumentation/measure.server.ts'
import { runWithTransaction } from './auth-database.server.ts'
import type { AuthEndpoint } from './auth-endpoint.ts'
import { SIGN_IN_BY_CODE_PATH } from './auth-hooks.server.ts'
import { currentBrowserContext } from './current-session.server.ts'
import { auth, headersForAuth, convertAuthError } from './auth.server.ts'

// Additional fields are dropped.
const requestCodeInput = z.object({
  email: emailField,
  type: z.literal('sign-in'),
  work: z.optional(solvedChallengeField),
})
const signInInput = z.object({ email: emailField, otp: codeField })

/** The path of the endpoint that requests a code, below /api/auth. */
export const SEND_CODE_PATH = '/email-otp/send-verification-otp'

const sendCodeEndpoint: AuthEndpoint = {
  path: SEND_CODE_PATH,
  method: 'POST',
  handle: async (input) => {
    const { email, work } = parseInput(requestCodeInput, input)
    await requestCode(currentBrowserContext(), signInUse(email), work)
    return { success: true }
  },
}

const enterCodeEndpoint: AuthEndpoint = {
  path: SIGN_IN_BY_CODE_PATH,
  method: 'POST',
  handle: async (input) => {
    const { email, otp } = parseInput(signInInput, input)
    const context = currentBrowserContext()
    const { user: record, cookies } = await countSignIn(signIn(context, { email, code: otp }))
    context.request.setCookies.push(...cookies)
    return { user: record }
  },
}

/** Counts a sign-in in the metrics, by its result. */
async function countSignIn<T>(signedIn: Promise<T>): Promise<T> {
  try {
    const result = await signedIn
    countEvent('app.sign_ins', { method: 'code', outcome: 'ok' })
    return result
  } catch (error) {
    countEvent('app.sign_ins', { method: 'code', outcome: error instanceof AppError ? error.code : 'UNKNOWN_ERROR' })
    throw error
  }
}

/** The endpoints to request a code for sign-in, and to enter it. */
export const signInEndpoints = [sendCodeEndpoint, enterCodeEndpoint]

/**
 * Opens a session with a code. The code is consumed in the same transaction.
 * @returns the user, and the Set-Cookie headers of the session
 * @throws {AppError} INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS, SIGNUP_DISABLED; BANNED_USER with the
 * reason and the end
 */
export async function signIn({ db, request }: CodeContext, { email, code }: { email: string; code: string }) {
  try {
    return await redeemCode({ db, request }, signInUse(email), code, (transaction) =>
      openSession(transaction, request, email).catch((error: unknown) => {
        // Two browsers might create a new address's account at once; the second retries and finds it.
        if (error instanceof AppError && error.code === 'TAKEN') return openSession(transaction, request, email)
        throw error
      }),
    )
  } catch (error) {
    throw await convertSignInError(db, email, error)
  }
}

/** Converts better-auth's refusal of a sign-in to our error; a ban with its reason and end. */
export async function convertSignInError(db: Database, email: string, error: unknown): Promise<unknown> {
  const refusal = convertAuthError(error)
  const isBan = refusal instanceof AppError && refusal.code === 'BANNED_USER'
  return isBan ? new AppError('BANNED_USER', await banOf(db, email)) : refusal
}

/**
 * Makes better-auth open a session for an authenticated user by its own endpoint for codes. The code is created and consumed
 * in this transaction, so that no other connection sees it.
 * @returns the user, the session's token, and the Set-Cookie headers
 */
export async function openSession(transaction: Database, request: RequestContext, email: string) {
  const open = () =>
    transaction.transaction((savepoint) =>
      runWithTransaction(savepoint, async () => {
        const otp = await auth().api.createVerificationOTP({ body: { email, type: 'sign-in' } })
        return auth().api.signInEmailOTP({
          headers: headersForAuth(request),
          body: { email, otp },
          returnHeaders: true,
        })
      }),
    )
  const { headers, response } = await mapDatabaseErrors([uniqueViolation('user_email_unique', 'email')], open)
  return { user: response.user, token: response.token, cookies: headers.getSetCookie() }
}

async function banOf(db: Database, email: string) {
  const [ban] = await db
    .select({ banReason: user.banReason, banExpires: user.banExpires })
    .from(user)
    .where(eq(user.email, email))
  return ban && { banReason: ban.banReason, banExpires: ban.banExpires?.toISOString() ?? null }
}

/** Error code for each invalid field. */
const ERROR_CODE_BY_FIELD: Record<string, ErrorCode> = { email: 'INVALID_EMAIL', otp: 'INVALID_OTP' }

/** Parses an endpoint's input. @throws {AppError} INVALID_EMAIL, INVALID_OTP, INVALID_INPUT, with the invalid field */
function parseInput<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  if (hasNoBody(input)) throw new AppError('INVALID_INPUT', { field: 'body' })
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const field = String(parsed.error.issues[0]?.path[0] ?? 'body')
  throw new AppError((Object.hasOwn(ERROR_CODE_BY_FIELD, field) && ERROR_CODE_BY_FIELD[field]) || 'INVALID_INPUT', {
    field,
  })
}

/** Whether a call has no body. */
function hasNoBody(input: unknown): boolean {
  return input !== null && typeof input === 'object' && Object.keys(input).length === 0
}
