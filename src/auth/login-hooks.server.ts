import { APIError, createAuthMiddleware } from 'better-auth/api'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { appConfig } from '#app.config'
import { database } from '#db/client.ts'
import { codeRequest, user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { enqueueCodeMail } from '#jobs/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { nameOf } from '#lib/name-of.ts'
import { asApiError, toApiError } from './api-error.server.ts'
import { rememberBrowser, spendSend, spendAttempt } from './code-limits.server.ts'
import {
  requesterOf,
  startCodeRequest,
  claimAttempt,
  closeCodeRequest,
  findCodeRequest,
  rememberCodeRequest,
} from './code-request.server.ts'

/** better-auth's call that makes a login code, below its base path. */
export const ASK_FOR_CODE = '/email-otp/send-verification-otp'
/** better-auth's call that takes a login code. */
export const SIGN_IN_BY_CODE = '/sign-in/email-otp'

const email = z.string().trim().toLowerCase().max(appConfig.user.emailMaxLength).pipe(z.email())
const askForCodeBody = z.object({ email, type: z.literal('sign-in') })
const signInBody = z.object({
  email,
  otp: z
    .string()
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().regex(new RegExp(`^\\d{${appConfig.loginCode.length}}$`))),
})

/** Limits and checks in front of better-auth's two login calls. Whatever else a caller sent in the body is dropped. */
export const beforeLoginCall = createAuthMiddleware(async (ctx) => {
  if (ctx.path === ASK_FOR_CODE) {
    const body = accept(askForCodeBody, ctx.body)
    const request = currentRequest()
    await asApiError(() => spendSend(database(), requesterOf(request, body.email)))
    startCodeRequest(request)
    return { context: { body } }
  }
  if (ctx.path === SIGN_IN_BY_CODE) {
    const body = accept(signInBody, ctx.body)
    const request = currentRequest()
    const requester = requesterOf(request, body.email)
    const requested = await asApiError(async () => {
      await spendAttempt(database(), requester)
      return claimAttempt(database(), requester)
    })
    if (requested) rememberCodeRequest(request, requested)
    return { context: { body } }
  }
})

/** Tells the third wrong try that the code is void, tells a banned person why, and remembers a browser that signed in. */
export const afterLoginCall = createAuthMiddleware(async (ctx) => {
  if (ctx.path !== SIGN_IN_BY_CODE) return
  const { email } = ctx.body as { email: string }
  const requested = findCodeRequest()
  const failure = ctx.context.returned instanceof APIError ? ctx.context.returned : undefined
  if (!failure) {
    const browserRemembered = rememberBrowser(database(), requesterOf(currentRequest(), email))
    await Promise.all([browserRemembered, requested && closeCodeRequest(database(), requested.id)])
    return
  }
  if (failure.body?.code === 'BANNED_USER')
    throw new APIError('FORBIDDEN', { code: 'BANNED_USER', ...(await banOf(email)) })
  if (failure.body?.code === 'INVALID_OTP' && requested?.triesLeft === 0)
    throw toApiError(new AppError('TOO_MANY_ATTEMPTS'))
})

/** better-auth made a code: notes the code request and queues the mail, both or neither. */
export async function enqueueSignInCode({ email, otp }: { email: string; otp: string }): Promise<void> {
  const request = currentRequest()
  const requested = findCodeRequest()
  if (!requested) throw new AppError('UNKNOWN_ERROR')
  const { addressKey, browserKey } = requesterOf(request, email)
  await database().transaction(async (transaction) => {
    await transaction.insert(codeRequest).values({ id: requested.id, addressKey, browserKey })
    await enqueueCodeMail(transaction, {
      email,
      code: otp,
      loginRequestId: requested.id,
      owner: `${addressKey}:${browserKey}`,
      language: request.language,
    })
  })
}

/** A session was made: kept in the person's history, unless an administrator acts as them, which is told there itself. */
export async function recordSignIn(session: { userId: string; impersonatedBy?: unknown }): Promise<void> {
  // A demo keeps nothing about its visitors.
  if (session.impersonatedBy || environment().demoMode) return
  const { address, language } = currentRequest()
  await database().transaction(async (transaction) => {
    const [person] = await transaction
      .update(user)
      .set({ lastSignInAt: sql`now()`, language })
      .where(eq(user.id, session.userId))
      .returning({ id: user.id, name: user.name, email: user.email })
    if (person)
      await recordAudit(
        { db: transaction, actor: { id: person.id, name: nameOf(person) }, ipAddress: address },
        { action: 'signed-in' },
      )
  })
}

function accept<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) {
    // better-auth merges what a hook returns over the body: what else a caller put there has to leave it.
    const given = body as Record<string, unknown>
    for (const extra of Object.keys(given).filter((name) => !Object.hasOwn(parsed.data as object, name)))
      delete given[extra]
    return parsed.data
  }
  const field = String(parsed.error.issues[0]?.path[0] ?? 'body')
  const code = field === 'email' ? 'INVALID_EMAIL' : field === 'otp' ? 'INVALID_OTP' : 'INVALID_INPUT'
  throw toApiError(new AppError(code, { field }))
}

async function banOf(email: string) {
  const rows = await database()
    .select({ banReason: user.banReason, banExpires: user.banExpires })
    .from(user)
    .where(eq(user.email, email))
  return rows[0]
}
