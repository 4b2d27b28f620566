import { failureOfAuth } from '#auth/auth.server.ts'
import { LOGIN_ERROR_PAGE, loginErrorOf } from '#auth/login-errors.ts'
import type { ConvertAnswer } from '#auth/auth-endpoint.ts'
import { environment } from '#env/environment.server.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { count } from '#instrumentation/measure.server.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import { configuredProviders } from './providers.server.ts'
import type { SocialProvider } from './providers.ts'

/** The query parameters that are passed to the library. Others (descriptions, devices, names) can be forged by anyone. */
const PARAMETERS = ['state', 'code', 'error', 'iss']
/** The format of a valid `state`, with some tolerance. */
const STATE = /^[\w-]{16,128}$/
/** The library's error codes for failures of this server. */
const OUR_FAILURE = /^(internal_server_error|unable_to_(create|update)_\w+)$/

/** Returns the handler for browsers that a provider sends back; it always redirects to a page of this site. */
export function answerSocialCallback(method: SocialProvider): ConvertAnswer {
  return (request, askLibrary) => answerFrom(method, request, askLibrary)
}

async function answerFrom(
  method: SocialProvider,
  request: Request,
  askLibrary: Parameters<ConvertAnswer>[1],
): Promise<Response> {
  const url = new URL(request.url)
  const { searchParams } = url
  // Skip the library, which would only log an error: no sign-in can have been started with this provider or state.
  if (!configuredProviders()[method] || !STATE.test(searchParams.getAll('state').join()))
    return redirectTo(errorPage(searchParams.get('error')))

  url.search = new URLSearchParams(
    PARAMETERS.flatMap((name) => searchParams.getAll(name).map((value) => [name, value])),
  ).toString()
  const { headers, status } = await askLibrary(new Request(url, request))
  const location = URL.parse(headers.get('location') ?? LOGIN_ERROR_PAGE, environment().appUrl)
  const isIn = location?.pathname !== LOGIN_ERROR_PAGE
  count('app.sign_ins', { method, outcome: isIn ? 'ok' : loginErrorOf(location.searchParams.get('error') ?? '') })
  if (isIn) return redirectTo(pageOfThisSite(location), headers)
  const failure = location.searchParams.get('error')
  // Log the original error, because the library's response hides the cause.
  if (status >= 500 || OUR_FAILURE.test(failure ?? '')) toAppError(currentRequest().store.get(failureOfAuth))
  return redirectTo(errorPage(failure), headers)
}

/** Returns the page to open after the sign-in. Checks the page again, because a previous release stored it unchecked. */
function pageOfThisSite(location: URL | null): string {
  const isOurs = location?.origin === environment().appUrl
  const path = isOurs ? `${location.pathname}${location.search}${location.hash}` : ''
  return safeRedirectPath(path) ?? '/login'
}

function errorPage(failure: string | null): string {
  return `${LOGIN_ERROR_PAGE}?error=${loginErrorOf(failure ?? '')}`
}

function redirectTo(path: string, answered = new Headers()): Response {
  const headers = new Headers({ Location: path })
  for (const cookie of answered.getSetCookie()) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 302, headers })
}
