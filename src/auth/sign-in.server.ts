import { APIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { mapDatabaseErrors, uniqueViolation } from '#db/violations.ts'
import { AppError, isErrorCode, type ErrorCode } from '#lib/app-error.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { codeField } from '#one-time-code/code-field.ts'
import { rememberBrowser } from '#one-time-code/code-limits.server.ts'
import { redeemCode, requestCode, signInWith } from '#one-time-code/code-request.server.ts'
import { requesterOf, type CodeContext } from '#one-time-code/code-requester.server.ts'
import { emailField } from '#person/person-fields.ts'
import { auth } from './auth.server.ts'
import { withinTransaction } from './auth-database.server.ts'
import type { AuthEndpoint } from './auth-endpoint.ts'
import { SIGN_IN_BY_CODE } from './auth-hooks.server.ts'
import { guestContext } from './current-session.server.ts'
import { headersForAuth } from './auth.server.ts'

// Whatever else a caller sends is dropped.
const askInput = z.object({ email: emailField, type: z.literal('sign-in') })
const enterInput = z.object({ email: emailField, otp: codeField })

const askForCode: AuthEndpoint = {
  path: '/email-otp/send-verification-otp',
  method: 'POST',
  handle: async (input) => {
    const { email } = parse(askInput, input)
    await requestCode(guestContext(), signInWith(email))
    return { success: true }
  },
}

const enterCode: AuthEndpoint = {
  path: SIGN_IN_BY_CODE,
  method: 'POST',
  handle: async (input) => {
    const { email, otp } = parse(enterInput, input)
    const context = guestContext()
    const { person, cookies } = await signIn(context, { email, code: otp })
    context.request.setCookies.push(...cookies)
    return { user: person }
  },
}

/** Calls that ask for a code to sign in with, and take it. */
export const signInEndpoints = [askForCode, enterCode]

/**
 * Opens a session with a code, which is used up with it, or neither happens.
 * @returns the person, and the Set-Cookie lines that give their browser the session
 * @throws {AppError} INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS, SIGNUP_DISABLED; BANNED_USER with the
 * reason and the end
 */
export async function signIn({ db, request }: CodeContext, { email, code }: { email: string; code: string }) {
  try {
    return await redeemCode({ db, request }, signInWith(email), code, async (transaction) => {
      const opened = await openSession(transaction, request, email).catch((error: unknown) => {
        // Two browsers may come with the first codes of a new address at once: who is second finds the account there.
        if (error instanceof AppError && error.code === 'TAKEN') return openSession(transaction, request, email)
        throw error
      })
      await rememberBrowser(transaction, requesterOf(request, email))
      return opened
    })
  } catch (error) {
    const code: unknown = error instanceof APIError ? error.body?.code : undefined
    if (!isErrorCode(code)) throw error
    throw new AppError(code, code === 'BANNED_USER' ? await banOf(db, email) : {})
  }
}

/**
 * Has better-auth open the session, by its own way in: with a code that it makes and takes within this transaction, which
 * nobody else can see.
 */
async function openSession(transaction: Database, request: RequestContext, email: string) {
  const open = () =>
    transaction.transaction((savepoint) =>
      withinTransaction(savepoint, async () => {
        const otp = await auth().api.createVerificationOTP({ body: { email, type: 'sign-in' } })
        return auth().api.signInEmailOTP({
          headers: headersForAuth(request),
          body: { email, otp },
          returnHeaders: true,
        })
      }),
    )
  const { headers, response } = await mapDatabaseErrors([uniqueViolation('user_email_unique', 'email')], open)
  return { person: response.user, cookies: headers.getSetCookie() }
}

async function banOf(db: Database, email: string) {
  const [ban] = await db
    .select({ banReason: user.banReason, banExpires: user.banExpires })
    .from(user)
    .where(eq(user.email, email))
  return ban && { banReason: ban.banReason, banExpires: ban.banExpires?.toISOString() ?? null }
}

/** What is wrong with a field, as a code. */
const WRONG_FIELD: Record<string, ErrorCode> = { email: 'INVALID_EMAIL', otp: 'INVALID_OTP' }

/** @throws {AppError} INVALID_EMAIL, INVALID_OTP, INVALID_INPUT, with the field that is wrong */
function parse<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  if (isEmpty(input)) throw new AppError('INVALID_INPUT', { field: 'body' })
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const field = String(parsed.error.issues[0]?.path[0] ?? 'body')
  throw new AppError((Object.hasOwn(WRONG_FIELD, field) && WRONG_FIELD[field]) || 'INVALID_INPUT', { field })
}

/** Whether a call came without a body. */
function isEmpty(input: unknown): boolean {
  return input !== null && typeof input === 'object' && Object.keys(input).length === 0
}
