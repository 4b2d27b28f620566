import { currentRequest } from '#request/request-context.server.ts'
import { auth, headersForAuth } from './auth.server.ts'
import type { AuthEndpoint } from './auth-endpoint.ts'
import { signOutAfterImpersonation, signOutImpersonator, stopImpersonating } from './impersonation.server.ts'
import {
  contextOf,
  endCurrentSession,
  findSession,
  currentBrowserContext,
  actorRefOf,
  requireContext,
} from './current-session.server.ts'
import { endSessionsExcept } from './user-sessions.server.ts'

/** The path of the sign-out endpoint, below /api/auth. */
export const SIGN_OUT_PATH = '/sign-out'

const signOut: AuthEndpoint = {
  path: SIGN_OUT_PATH,
  method: 'POST',
  handle: async () => {
    const session = await findSession()
    if (session?.impersonatedBy) await signOutImpersonator(contextOf(session))
    else if (session) await endCurrentSession()
    else await signOutAfterImpersonation(currentBrowserContext())
    const request = currentRequest()
    const { headers } = await auth().api.signOut({ headers: headersForAuth(request), returnHeaders: true })
    request.setCookies.push(...headers.getSetCookie())
    return { success: true }
  },
  headers: { 'Clear-Site-Data': '"storage"' },
}

const revokeSessions = (path: string, keepsOwn: boolean): AuthEndpoint => ({
  path,
  method: 'POST',
  handle: async () => {
    const context = await requireContext()
    const { session } = context
    await endSessionsExcept(context, { user: actorRefOf(session), ...(keepsOwn && { exceptId: session.id }) })
    return { status: true }
  },
})

const stopImpersonatingEndpoint: AuthEndpoint = {
  path: '/admin/stop-impersonating',
  method: 'POST',
  handle: async () => {
    await stopImpersonating(await requireContext())
    return { status: true }
  },
}

/** Session endpoints that replace those of better-auth, to write the audit history and to handle impersonations. */
export const sessionEndpoints = [
  signOut,
  revokeSessions('/revoke-sessions', false),
  revokeSessions('/revoke-other-sessions', true),
  stopImpersonatingEndpoint,
]
