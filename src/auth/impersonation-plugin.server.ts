import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie, expireCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/** better-auth's name for the cookie that keeps an administrator's own session while they act as somebody. */
const OWN_SESSION_COOKIE = 'admin_session'

/** Whether a request may carry an administrator's own session beside the one they act in. */
export function mayKeepOwnSession(headers: Headers): boolean {
  return headers.get('cookie')?.includes(`latchkey.${OWN_SESSION_COOKIE}=`) === true
}

/**
 * Ways back from acting as somebody, for the server only. better-auth's own call fails where the administrator's session
 * has ended meanwhile, and leaves a cookie behind that would keep that session from ever being renewed.
 */
export const impersonationPlugin = {
  id: 'impersonation',
  endpoints: {
    /** The session in which an administrator acted as somebody, once its time is over; null for any other. */
    findEndedImpersonation: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (ctx) => {
      const token = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret)
      const found = token ? await ctx.context.internalAdapter.findSession(token) : null
      if (!found || found.session.expiresAt > new Date()) return null
      const { id, impersonatedBy } = found.session as { id: string; impersonatedBy?: string | null }
      return impersonatedBy ? { sessionId: id, administratorId: impersonatedBy, person: found.user } : null
    }),
    /**
     * Takes all cookies of a session away, and gives the administrator's own session back if it is asked for, theirs, and
     * still valid.
     */
    leaveImpersonation: createAuthEndpoint.serverOnly(
      {
        method: 'POST',
        requireHeaders: true,
        body: z.object({ administratorId: z.string(), isReturning: z.boolean() }),
      },
      async (ctx) => {
        const cookie = ctx.context.createAuthCookie(OWN_SESSION_COOKIE)
        const kept = await ctx.getSignedCookie(cookie.name, ctx.context.secret)
        const [token] = (kept || '').split(':')
        const own = token ? await ctx.context.internalAdapter.findSession(token) : null
        deleteSessionCookie(ctx)
        expireCookie(ctx, cookie)
        const isTheirs = own?.session.userId === ctx.body.administratorId && own.session.expiresAt > new Date()
        if (!own || !isTheirs) return null
        if (ctx.body.isReturning) await setSessionCookie(ctx, own, false)
        return { ownSessionId: own.session.id }
      },
    ),
  },
} satisfies BetterAuthPlugin

/** Keeps the end of an impersonation where it was: better-auth moves the end of a session on while it is used. */
export function keepImpersonationShort<Changes extends object>(changes: Changes, ctx: GenericEndpointContext | null) {
  const used = ctx?.context.session?.session as { impersonatedBy?: string | null; expiresAt: Date } | undefined
  return Promise.resolve({ data: used?.impersonatedBy ? { ...changes, expiresAt: used.expiresAt } : changes })
}
