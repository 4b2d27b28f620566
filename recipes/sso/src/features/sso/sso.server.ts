import type { ConvertResponse } from '#auth/auth-endpoint.ts'
import { auth, authErrorKey, headersForAuth } from '#auth/auth.server.ts'
import { LOGIN_ERROR_PAGE, providerSignInErrorOf } from '#auth/login-errors.ts'
import { database } from '#db/client.ts'
import { enforceRateLimit } from '#db/rate-limits.ts'
import { environment } from '#env/environment.server.ts'
import { countEvent } from '#instrumentation/measure.server.ts'
import { networkOf } from '#lib/client-address.server.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import { networkKey } from '#one-time-code/code-limits.server.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { PROVIDER_ID, ssoConfig } from './sso.config.ts'
import { findSsoPlugin } from './sso-provider.server.ts'

/** The fallback page; it redirects signed-in users to their home page. */
const LOGIN_PAGE = '/login'
/** The parameters of a callback that are passed to the library. Others can be forged by anyone. */
const PARAMETERS = ['state', 'code', 'error', 'iss']
/** The format of a valid `state`, with some tolerance. */
const STATE = /^[\w-]{16,128}$/
/** The library's error codes for failures that this server has caused, not the user or the provider. */
const INTERNAL_FAILURE = /^(internal_server_error|unable_to_(create|update)_\w+)$/

/** Sends the browser to the provider. The sign-in page links here, so it needs no script, and this works without JavaScript. */
export const startSignIn: ConvertResponse = async (request) => {
  if (!isConfigured()) return redirectTo(errorPage(null))
  const context = currentRequest()
  const { count: starts, minutes } = ssoConfig.startsPerNetwork
  const path = safeRedirectPath(new URL(request.url).searchParams.get('redirect') ?? '') ?? LOGIN_PAGE
  try {
    const key = `sso:network:${networkKey(networkOf(context.address))}`
    // Limit the number of started sign-ins, because each one stores a row for some minutes.
    await enforceRateLimit(database(), [{ key, count: starts, seconds: minutes * 60 }])
    const { headers, response } = await auth().api.signInSocial({
      headers: headersForAuth(context),
      body: { provider: PROVIDER_ID, callbackURL: path, errorCallbackURL: LOGIN_ERROR_PAGE },
      returnHeaders: true,
    })
    if (!response.url) throw new Error('better-auth returned no URL')
    return redirectTo(response.url, headers)
  } catch (error) {
    log.warn({ event: 'sso.start_failed', name: nameOfError(error) }, 'the sign-in with SSO did not start')
    return redirectTo(errorPage(null))
  }
}

/** Handles the request with which a browser comes back from the provider. It always redirects to a page of this site. */
export const finishSignIn: ConvertResponse = async (request, askLibrary) => {
  const url = new URL(request.url)
  const { searchParams } = url
  // Do not call the library, which would only log an error: no sign-in was started with such a state.
  if (!isConfigured() || !STATE.test(searchParams.getAll('state').join()))
    return redirectTo(errorPage(searchParams.get('error')))
  url.search = new URLSearchParams(
    PARAMETERS.flatMap((name) => searchParams.getAll(name).map((value) => [name, value])),
  ).toString()
  const { headers, status } = await askLibrary(new Request(url, request))
  const location = URL.parse(headers.get('location') ?? LOGIN_ERROR_PAGE, environment().appUrl)
  const failure = location?.pathname === LOGIN_ERROR_PAGE ? (location.searchParams.get('error') ?? '') : undefined
  countEvent('app.sign_ins', {
    method: PROVIDER_ID,
    outcome: failure === undefined ? 'ok' : providerSignInErrorOf(failure),
  })
  if (failure === undefined) return redirectTo(pageOfThisSite(location), headers)
  // Log the original error, because the library's response hides the cause.
  if (status >= 500 || INTERNAL_FAILURE.test(failure)) toAppError(currentRequest().store.get(authErrorKey))
  return redirectTo(errorPage(failure), headers)
}

function isConfigured(): boolean {
  return PROVIDER_ID in findSsoPlugin()
}

function pageOfThisSite(location: URL | null): string {
  const isUsedByThisApp = location?.origin === environment().appUrl
  return safeRedirectPath(isUsedByThisApp ? `${location.pathname}${location.search}${location.hash}` : '') ?? LOGIN_PAGE
}

function errorPage(failure: string | null): string {
  return `${LOGIN_ERROR_PAGE}?error=${providerSignInErrorOf(failure ?? '')}`
}

function redirectTo(place: string, answered = new Headers()): Response {
  const headers = new Headers({ Location: place })
  for (const cookie of answered.getSetCookie()) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 302, headers })
}
