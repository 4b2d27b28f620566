import { environment } from '#env/environment.server.ts'
import { findSandbox, isReadOnly } from '#db/sandbox.ts'
import { AppError } from '#lib/app-error.ts'

/** Calls under /api/auth that demo mode lets through: sign in, sign out, read. Everything else is refused. */
const ALLOWED_AUTH_CALLS = new Set([
  'GET /get-session',
  'GET /admin/list-users',
  'POST /sign-out',
  'POST /email-otp/send-verification-otp',
  'POST /sign-in/email-otp',
])

/** Refuses a change in demo mode, unless it is made in the visitor's own sandbox. @throws {AppError} DEMO_MODE_ENABLED */
export function refuseChangeInDemo(): void {
  if (isReadOnly()) throw new AppError('DEMO_MODE_ENABLED')
}

/** The demo that a browser sees, as far as it may know. */
export interface DemoState {
  /** Nothing may change. */
  isReadOnly: boolean
  /** When the visitor's own sandbox is over, in ISO 8601; null for who has none. */
  sandboxEndsAt: string | null
}

/** Says which demo the request under way is in; null where it is the real thing. */
export function demoState(): DemoState | null {
  if (!environment().demoMode) return null
  return { isReadOnly: isReadOnly(), sandboxEndsAt: findSandbox()?.endsAt.toISOString() ?? null }
}

/**
 * Refuses a call of better-auth in demo mode, unless it is one of those that are let through.
 * @param call method and path below /api/auth
 * @throws {AppError} DEMO_MODE_ENABLED
 */
export function refuseAuthCallInDemo(call: string): void {
  if (!ALLOWED_AUTH_CALLS.has(call)) refuseChangeInDemo()
}
