import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'

/** Calls under /api/auth that demo mode lets through: sign in, sign out, read. Everything else is refused. */
const ALLOWED_AUTH_CALLS = new Set([
  'GET /get-session',
  'GET /admin/list-users',
  'POST /sign-out',
  'POST /email-otp/send-verification-otp',
  'POST /sign-in/email-otp',
])

/** Refuses a change in demo mode. @throws {AppError} DEMO_MODE_ENABLED */
export function refuseChangeInDemo(): void {
  if (environment().demoMode) throw new AppError('DEMO_MODE_ENABLED')
}

/**
 * Refuses a call of better-auth in demo mode, unless it is one of those that are let through.
 * @param call method and path below /api/auth
 * @throws {AppError} DEMO_MODE_ENABLED
 */
export function refuseAuthCallInDemo(call: string): void {
  if (!ALLOWED_AUTH_CALLS.has(call)) refuseChangeInDemo()
}
