import { failureOfAuth } from '#auth/auth.server.ts'
import { LOGIN_ERROR_PAGE, loginErrorOf } from '#auth/login-errors.ts'
import type { PassOn } from '#auth/auth-endpoint.ts'
import { environment } from '#env/environment.server.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { count } from '#instrumentation/measure.server.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import { configuredProviders } from './providers.server.ts'
import type { SocialProvider } from './providers.ts'

/** What the library may see of the query. The rest (descriptions, devices, names) is anybody's word. */
const PARAMETERS = ['state', 'code', 'error', 'iss']
/** What a state of ours looks like, and more. */
const STATE = /^[\w-]{16,128}$/
/** The library's words for what went wrong on our side. */
const OUR_FAILURE = /^(internal_server_error|unable_to_(create|update)_\w+)$/

/** Makes what answers a browser that a provider has sent back: always with a page of this site to go on to. */
export function answerSocialCallback(method: SocialProvider): PassOn {
  return (request, askLibrary) => answerFrom(method, request, askLibrary)
}

async function answerFrom(
  method: SocialProvider,
  request: Request,
  askLibrary: Parameters<PassOn>[1],
): Promise<Response> {
  const url = new URL(request.url)
  const { searchParams } = url
  // Nobody was sent out with that: there is nothing for the library to look up, nor to complain of.
  if (!configuredProviders()[method] || !STATE.test(searchParams.getAll('state').join()))
    return redirectTo(errorPage(searchParams.get('error')))

  url.search = new URLSearchParams(
    PARAMETERS.flatMap((name) => searchParams.getAll(name).map((value) => [name, value])),
  ).toString()
  const { headers, status } = await askLibrary(new Request(url, request))
  const location = URL.parse(headers.get('location') ?? LOGIN_ERROR_PAGE, environment().appUrl)
  const isIn = location?.pathname !== LOGIN_ERROR_PAGE
  count('latchkey.sign_ins', { method, outcome: isIn ? 'ok' : loginErrorOf(location.searchParams.get('error') ?? '') })
  if (isIn) return redirectTo(pageOfThisSite(location), headers)
  const failure = location.searchParams.get('error')
  // For its log line: the library's answer hides what failed.
  if (status >= 500 || OUR_FAILURE.test(failure ?? '')) toAppError(currentRequest().store.get(failureOfAuth))
  return redirectTo(errorPage(failure), headers)
}

/** The page that the sign-in was to lead to. It was checked when it was stored, but not by the release before. */
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
