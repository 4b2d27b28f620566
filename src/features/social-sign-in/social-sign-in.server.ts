import * as z from 'zod/mini'
import type { AuthEndpoint, ConvertResponse } from '#auth/auth-endpoint.ts'
import { auth, headersForAuth, authErrorKey } from '#auth/auth.server.ts'
import { LOGIN_ERROR_PAGE, providerSignInErrorOf } from '#auth/login-errors.ts'
import { database } from '#db/client.ts'
import { rateLimit } from '#db/rate-limits.ts'
import { environment } from '#env/environment.server.ts'
import { countEvent } from '#instrumentation/measure.server.ts'
import { AppError } from '#lib/app-error.ts'
import { networkOf } from '#lib/client-address.server.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { validator } from '#lib/validator.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import { LIMITS, networkKey, consumeOrThrow } from '#one-time-code/code-limits.server.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { configuredProviders } from './providers.server.ts'
import { SOCIAL_PROVIDERS, type SocialProvider } from './providers.ts'
import { socialSignInConfig } from './social-sign-in.config.ts'

/** The fallback callback URL; /login redirects signed-in users to their home page. */
const LOGIN_PAGE = '/login'

const parseStart = validator(z.object({ provider: z.enum(SOCIAL_PROVIDERS), callbackURL: z._default(z.string(), '') }))

/** Starts a sign-in with a provider. Replaces better-auth's endpoint, which allows open redirects, and has no rate limit. */
export const startSocialSignIn: AuthEndpoint = {
  path: '/sign-in/social',
  method: 'POST',
  handle: async (input) => {
    const { provider, callbackURL } = parseStart(input)
    if (!configuredProviders()[provider]) throw new AppError('NOT_FOUND')
    const request = currentRequest()
    // Limit the number of started sign-ins, because each one stores a row for some minutes.
    const network = networkKey(networkOf(request.address))
    await consumeOrThrow(database(), [
      rateLimit(`${LIMITS['network-starts']}${network}`, socialSignInConfig.startsPerNetwork),
    ])
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

/** The parameters of a callback that are passed to the library. Others (descriptions, devices, names) can be forged by anyone. */
const CALLBACK_PARAMETERS = ['state', 'code', 'error', 'iss']
/** The format of a valid `state`, with some tolerance. */
const STATE_PATTERN = /^[\w-]{16,128}$/
/** The library's error codes for failures that this server has caused, not the user or the provider. */
const INTERNAL_FAILURE = /^(internal_server_error|unable_to_(create|update)_\w+)$/

/** Returns the handler of requests with which browsers come back from a provider. It always redirects to a page of this site. */
export function socialCallbackConverter(method: SocialProvider): ConvertResponse {
  return async (request, askLibrary) => {
    const url = new URL(request.url)
    const { searchParams } = url
    // Do not call the library, which would only log an error: no sign-in was started with such a provider or state.
    if (!configuredProviders()[method] || !STATE_PATTERN.test(searchParams.getAll('state').join()))
      return redirectTo(errorPagePath(searchParams.get('error')))

    url.search = new URLSearchParams(
      CALLBACK_PARAMETERS.flatMap((name) => searchParams.getAll(name).map((value) => [name, value])),
    ).toString()
    const { headers, status } = await askLibrary(new Request(url, request))
    const location = URL.parse(headers.get('location') ?? LOGIN_ERROR_PAGE, environment().appUrl)
    const isIn = location?.pathname !== LOGIN_ERROR_PAGE
    countEvent('app.sign_ins', {
      method,
      outcome: isIn ? 'ok' : providerSignInErrorOf(location.searchParams.get('error') ?? ''),
    })
    if (isIn) return redirectTo(pathOnThisSite(location), headers)
    const failure = location.searchParams.get('error')
    // Log the original error, because the library's response hides the cause.
    if (status >= 500 || INTERNAL_FAILURE.test(failure ?? '')) toAppError(currentRequest().store.get(authErrorKey))
    return redirectTo(errorPagePath(failure), headers)
  }
}

/** Returns the page to open after the sign-in. Checks the page again, because a previous release stored it unchecked. */
function pathOnThisSite(location: URL | null): string {
  const isOurs = location?.origin === environment().appUrl
  const path = isOurs ? `${location.pathname}${location.search}${location.hash}` : ''
  return safeRedirectPath(path) ?? '/login'
}

function errorPagePath(failure: string | null): string {
  return `${LOGIN_ERROR_PAGE}?error=${providerSignInErrorOf(failure ?? '')}`
}

function redirectTo(path: string, answered = new Headers()): Response {
  const headers = new Headers({ Location: path })
  for (const cookie of answered.getSetCookie()) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 302, headers })
}
