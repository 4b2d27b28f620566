import type { HookEndpointContext } from 'better-auth'
import { bearer } from 'better-auth/plugins'

const { hooks, ...plugin } = bearer({ requireSignature: true })

/**
 * better-auth's plugin for bearer tokens, limited to calls without cookies: otherwise it would replace the session of a cookie.
 * Its response header with the token is omitted, because pages could read it; `addResponseHeaders` sends it only to native apps.
 */
export const bearerPlugin = {
  ...plugin,
  hooks: {
    before: hooks.before.map((hook) => ({
      ...hook,
      matcher: (context: HookEndpointContext) => context.headers?.has('cookie') !== true && hook.matcher(context),
    })),
  },
}
