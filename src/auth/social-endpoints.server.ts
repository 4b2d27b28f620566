import * as z from 'zod/mini'
import { database } from '#db/client.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { validate } from '#lib/validate.ts'
import { auth, headersForAuth } from './auth.server.ts'
import type { AuthEndpoint } from './auth-endpoint.ts'
import { LOGIN_ERROR_PAGE } from './login-errors.ts'
import { spendSocialStart } from '#one-time-code/code-limits.server.ts'
import { SOCIAL_PROVIDERS } from './social-providers.ts'

/** Sends those who are signed in onward to their own home. */
const LOGIN_PAGE = '/login'

const acceptStart = validate(z.object({ provider: z.enum(SOCIAL_PROVIDERS), callbackURL: z._default(z.string(), '') }))

const startSocialSignIn: AuthEndpoint = {
  path: '/sign-in/social',
  method: 'POST',
  handle: async (input) => {
    const { provider, callbackURL } = acceptStart(input)
    if (!environment().socialProviders[provider]) throw new AppError('NOT_FOUND')
    const request = currentRequest()
    await spendSocialStart(database(), request.address)
    const { headers, response } = await auth().api.signInSocial({
      headers: headersForAuth(request),
      // Nothing else of what the library takes (scopes, tokens, data to keep) is for callers to say.
      body: { provider, callbackURL: safeRedirectPath(callbackURL) ?? LOGIN_PAGE, errorCallbackURL: LOGIN_ERROR_PAGE },
      returnHeaders: true,
    })
    request.setCookies.push(...headers.getSetCookie())
    return { url: response.url, redirect: true }
  },
}

/** Calls about signing in through a provider, which better-auth's own would let callers lead astray and fill the database. */
export const socialEndpoints = [startSocialSignIn]
