import { APIError } from 'better-auth/api'
import { eq, sql } from 'drizzle-orm'
import { recordAudit } from '#audit/audit.server.ts'
import { user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { nameOf } from '#lib/names.ts'
import { databaseForHooks } from './auth-database.server.ts'
import { isFirstAdministrator } from './first-administrator.server.ts'

/** The path of better-auth's call that takes a code, below its base path. */
export const SIGN_IN_BY_CODE = '/sign-in/email-otp'

interface NewUser {
  email: string
  emailVerified?: boolean
}

/**
 * Decides about somebody who signs up: refused while sign-up is closed, and with an address that nobody has verified; an
 * administrator when the settings say so.
 */
export async function beforeSignUp<User extends NewUser>(newUser: User, ctx: { path?: string } | null) {
  // Administrators create people too, on other paths.
  if (!isSignUp(ctx?.path)) return { data: newUser }
  if (!environment().signUpEnabled) throw new APIError('FORBIDDEN', { code: 'SIGNUP_DISABLED' })
  if (newUser.emailVerified !== true) throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' })
  const isAdmin = await isFirstAdministrator(databaseForHooks(), newUser.email.toLowerCase())
  return { data: isAdmin ? { ...newUser, role: 'admin' } : newUser }
}

/** Keeps a sign-in in the person's history, unless an administrator acts as them, which is told there itself. */
export async function recordSignIn(session: { userId: string; impersonatedBy?: unknown }): Promise<void> {
  // A demo keeps nothing about its visitors.
  if (session.impersonatedBy || environment().demoMode) return
  const { address, language } = currentRequest()
  await databaseForHooks().transaction(async (transaction) => {
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

function isSignUp(path: string | undefined): boolean {
  return path === SIGN_IN_BY_CODE || path?.startsWith('/callback/') === true
}
