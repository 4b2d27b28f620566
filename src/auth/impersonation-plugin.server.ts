import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie, expireCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { displayNameOf } from '#lib/names.ts'
import { ADMINISTRATOR_SESSION_COOKIE } from './session-cookie.server.ts'

/** Server-only endpoints that end an impersonation. better-auth's own endpoint fails if the administrator's session has ended. */
export const impersonationPlugin = {
  id: 'impersonation',
  endpoints: {
    /** Returns how the impersonation in this browser ended: expired, or ended by someone else. Null if none has ended. */
    findEndedImpersonation: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (ctx) => {
      const token = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret)
      const found = token ? await ctx.context.internalAdapter.findSession(token) : null
      if (!found) {
        const own = await findAdministratorSession(ctx)
        return own && { administratorId: own.session.userId, ended: null }
      }
      const { id: sessionId, impersonatedBy } = found.session as { id: string; impersonatedBy?: string | null }
      if (!impersonatedBy || found.session.expiresAt > new Date()) return null
      const { id, name, email } = found.user
      return {
        administratorId: impersonatedBy,
        ended: { sessionId, user: { id, name: displayNameOf({ name, email }) } },
      }
    }),
    /** Deletes all cookies of a session and, if requested, restores the administrator's own session if it is still valid. */
    leaveImpersonation: createAuthEndpoint.serverOnly(
      {
        method: 'POST',
        requireHeaders: true,
        body: z.object({ administratorId: z.string(), isReturning: z.boolean() }),
      },
      async (ctx) => {
        const own = await findAdministratorSession(ctx)
        deleteSessionCookie(ctx)
        expireCookie(ctx, ctx.context.createAuthCookie(ADMINISTRATOR_SESSION_COOKIE))
        const isTheirs = own?.session.userId === ctx.body.administratorId && own.session.expiresAt > new Date()
        if (!own || !isTheirs) return null
        if (ctx.body.isReturning) await setSessionCookie(ctx, own, false)
        return { ownSessionId: own.session.id }
      },
    ),
  },
} satisfies BetterAuthPlugin

/** Finds the administrator's own session, whose token is in a separate cookie. */
async function findAdministratorSession(ctx: GenericEndpointContext) {
  const { name } = ctx.context.createAuthCookie(ADMINISTRATOR_SESSION_COOKIE)
  const kept = await ctx.getSignedCookie(name, ctx.context.secret)
  const [token] = (kept || '').split(':')
  return token ? ctx.context.internalAdapter.findSession(token) : null
}
