import * as z from 'zod/mini'
import { database } from '#db/client.ts'
import { AppError } from '#lib/app-error.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { validate } from '#lib/validate.ts'
import { auth, headersForAuth } from '#auth/auth.server.ts'
import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import { LOGIN_ERROR_PAGE } from '#auth/login-errors.ts'
import { networkOf } from '#lib/client-address.server.ts'
import { LIMITS, networkKey, consumeOrRefuse } from '#one-time-code/code-limits.server.ts'
import { configuredProviders } from './providers.server.ts'
import { SOCIAL_PROVIDERS } from './providers.ts'
import { socialSignInConfig } from './social-sign-in.config.ts'

/** The fallback callback URL; /login redirects signed-in users to their home page. */
const LOGIN_PAGE = '/login'

const acceptStart = validate(z.object({ provider: z.enum(SOCIAL_PROVIDERS), callbackURL: z._default(z.string(), '') }))

/** The endpoint that starts a sign-in with a provider. better-auth's endpoint allows open redirects and any number of rows. */
export const startSocialSignIn: AuthEndpoint = {
  path: '/sign-in/social',
  method: 'POST',
  handle: async (input) => {
    const { provider, callbackURL } = acceptStart(input)
    if (!configuredProviders()[provider]) throw new AppError('NOT_FOUND')
    const request = currentRequest()
    // Limit the number of started sign-ins, because each one stores a row for some minutes.
    await consumeOrRefuse(database(), [startOf(request.address)])
    const { headers, response } = await auth().api.signInSocial({
      headers: headersForAuth(request),
      // Callers cannot set the library's other options (scopes, tokens, additional data).
      body: { provider, callbackURL: safeRedirectPath(callbackURL) ?? LOGIN_PAGE, errorCallbackURL: LOGIN_ERROR_PAGE },
      returnHeaders: true,
    })
    request.setCookies.push(...headers.getSetCookie())
    return { url: response.url, redirect: true }
  },
}

/** Returns the rate limit of started sign-ins, which all clients of the same network share. */
function startOf(address: string) {
  const { count, minutes } = socialSignInConfig.startsPerNetwork
  const key = `${LIMITS['network-starts']}${networkKey(networkOf(address))}`
  return { key, count, seconds: minutes * 60 }
}
