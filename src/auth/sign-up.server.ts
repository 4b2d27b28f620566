import { APIError } from 'better-auth/api'
import { database } from '#db/client.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { toApiError } from './api-error.server.ts'
import { isFirstAdministrator } from './first-administrator.server.ts'
import { SIGN_IN_BY_CODE } from './login-hooks.server.ts'

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
  if (!environment().signUpEnabled) throw toApiError(new AppError('SIGNUP_DISABLED'))
  if (newUser.emailVerified !== true) throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' })
  const isAdmin = await isFirstAdministrator(database(), newUser.email.toLowerCase())
  return { data: isAdmin ? { ...newUser, role: 'admin' } : newUser }
}

function isSignUp(path: string | undefined): boolean {
  return path === SIGN_IN_BY_CODE || path?.startsWith('/callback/') === true
}
