import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { findSession } from './current-session.server.ts'
import { withoutSessionCookie } from './session-cookie.server.ts'

/** Calls that sign in want no session, may run within a transaction, and give the browser a cookie that no other shall replace. */
const OPENS_SESSION = /^\/(sign-in|callback)\//

/**
 * Has better-auth and its plugins see a session only where `findSession` finds one. By themselves they go by the clock of the
 * node, and ask neither whether the person is banned nor whether an administrator may still act as them.
 */
export const sameSessionPlugin = {
  id: 'same-session',
  hooks: {
    before: [
      {
        // Calls of the server alone have no path.
        matcher: ({ path }) => path !== undefined && !OPENS_SESSION.test(path),
        handler: createAuthMiddleware(async ({ headers }) => {
          if (!headers?.has('cookie') || (await findSession())) return undefined
          return { context: { headers: new Headers({ cookie: withoutSessionCookie(headers.get('cookie') ?? '') }) } }
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin
