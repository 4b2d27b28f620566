import { environment } from '#env/environment.server.ts'
import { findSandbox, isDemoReadOnly } from '#db/sandbox.ts'
import { AppError } from '#lib/app-error.ts'

/** Calls under /api/auth that the read-only demo allows: sign in, sign out, read. All other calls are refused. */
const ALLOWED_AUTH_CALLS = new Set([
  'GET /get-session',
  'GET /admin/list-users',
  'POST /sign-out',
  'POST /email-otp/send-verification-otp',
  'POST /sign-in/email-otp',
])

/** Refuses a change in demo mode, unless it is made in the visitor's own sandbox. @throws {AppError} DEMO_MODE_ENABLED */
export function refuseChangeInDemo(): void {
  if (isDemoReadOnly()) throw new AppError('DEMO_MODE_ENABLED')
}

/** The state of the demo for the browser. */
export interface DemoState {
  /** Whether changes are refused. */
  isReadOnly: boolean
  /** End of the visitor's own sandbox, in ISO 8601; null without a sandbox. */
  sandboxEndsAt: string | null
}

/** Returns the demo state of the current request; null outside of demo mode. */
export function demoState(): DemoState | null {
  if (!environment().demoMode) return null
  return { isReadOnly: isDemoReadOnly(), sandboxEndsAt: findSandbox()?.endsAt.toISOString() ?? null }
}

/**
 * Refuses a better-auth call in the read-only demo, except the allowed calls.
 * @param call method and path below /api/auth
 * @throws {AppError} DEMO_MODE_ENABLED
 */
export function refuseAuthCallInDemo(call: string): void {
  if (!ALLOWED_AUTH_CALLS.has(call)) refuseChangeInDemo()
}
