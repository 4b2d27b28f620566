import { APIError, createAuthMiddleware } from 'better-auth/api'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { appConfig } from '#app.config'
import { database } from '#db/client.ts'
import { loginRequest, user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { recordEvent } from '#history/history.server.ts'
import { queueLoginCodeMail } from '#jobs/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { currentRequest } from '#lib/request-context.server.ts'
import { asApiError, toApiError } from './api-error.server.ts'
import { rememberBrowser, spendSend, spendTry } from './login-limits.server.ts'
import {
  askerOf,
  beginAsking,
  claimTry,
  closeLoginRequest,
  findAsking,
  rememberAsking,
} from './login-request.server.ts'

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
    await asApiError(() => spendSend(database(), askerOf(request, body.email)))
    beginAsking(request)
    return { context: { body } }
  }
  if (ctx.path === SIGN_IN_BY_CODE) {
    const body = accept(signInBody, ctx.body)
    const request = currentRequest()
    const asker = askerOf(request, body.email)
    const asking = await asApiError(async () => {
      await spendTry(database(), asker)
      return claimTry(database(), asker)
    })
    if (asking) rememberAsking(request, asking)
    return { context: { body } }
  }
})

/** Tells the third wrong try that the code is void, tells a banned person why, and remembers a browser that signed in. */
export const afterLoginCall = createAuthMiddleware(async (ctx) => {
  if (ctx.path !== SIGN_IN_BY_CODE) return
  const { email } = ctx.body as { email: string }
  const asking = findAsking()
  const failure = ctx.context.returned instanceof APIError ? ctx.context.returned : undefined
  if (!failure) {
    const browserRemembered = rememberBrowser(database(), askerOf(currentRequest(), email))
    await Promise.all([browserRemembered, asking && closeLoginRequest(database(), asking.id)])
    return
  }
  if (failure.body?.code === 'BANNED_USER')
    throw new APIError('FORBIDDEN', { code: 'BANNED_USER', ...(await banOf(email)) })
  if (failure.body?.code === 'INVALID_OTP' && asking?.triesLeft === 0)
    throw toApiError(new AppError('TOO_MANY_ATTEMPTS'))
})

/** better-auth made a code: notes the asking and queues the mail, both or neither. */
export async function queueLoginCode({ email, otp }: { email: string; otp: string }): Promise<void> {
  const request = currentRequest()
  const asking = findAsking()
  if (!asking) throw new AppError('UNKNOWN_ERROR')
  const { addressKey, browserKey } = askerOf(request, email)
  await database().transaction(async (transaction) => {
    await transaction.insert(loginRequest).values({ id: asking.id, addressKey, browserKey })
    await queueLoginCodeMail(transaction, {
      email,
      code: otp,
      loginRequestId: asking.id,
      owner: `${addressKey}:${browserKey}`,
      language: request.language,
    })
  })
}

/** A session was made: kept in the person's history, unless an administrator acts as them, which is told there itself. */
export async function noteSignIn(session: { userId: string; impersonatedBy?: unknown }): Promise<void> {
  // A demo keeps nothing about its visitors.
  if (session.impersonatedBy || environment().demoMode) return
  await database().transaction(async (transaction) => {
    const [person] = await transaction
      .update(user)
      .set({ lastSignInAt: sql`now()`, language: currentRequest().language })
      .where(eq(user.id, session.userId))
      .returning({ id: user.id, name: user.name, email: user.email })
    if (person)
      await recordEvent(transaction, {
        action: 'signed-in',
        actor: { id: person.id, name: person.name || person.email },
      })
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
