import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { findSession } from './current-session.server.ts'
import { withoutSessionCookie } from './session-cookie.server.ts'

/** Sign-in endpoints. They need no session, can run in a transaction, and set a cookie that must not be replaced. */
const SIGN_IN_PATHS = /^\/(sign-in|callback)\//

/**
 * Makes better-auth and its plugins find a session only if `findSession` finds one. By default they use the node's clock and
 * check neither bans nor whether an impersonation is still allowed.
 */
export const sameSessionPlugin = {
  id: 'same-session',
  hooks: {
    before: [
      {
        // Server-only endpoints have no path.
        matcher: ({ path }) => path !== undefined && !SIGN_IN_PATHS.test(path),
        handler: createAuthMiddleware(async ({ headers }) => {
          const isNamed = headers?.has('cookie') === true || headers?.has('authorization') === true
          if (!isNamed || (await findSession())) return undefined
          return { context: { headers: new Headers({ cookie: withoutSessionCookie(headers.get('cookie') ?? '') }) } }
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin
