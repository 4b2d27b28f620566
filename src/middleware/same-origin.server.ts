import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'

/** Whether an Origin header names this site. */
export function isOurOrigin(origin: string | null): boolean {
  return origin === environment().appUrl
}

/**
 * Whether a script of this site, or a program without cookies, makes this call. It sends JSON, which forms and scripts of other
 * sites cannot send without a CORS preflight.
 */
export function isTrustedCall({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  const isUsedByThisApp = isOurOrigin(headers.get('origin')) && (site === null || site === 'same-origin')
  return (isUsedByThisApp || isSentByProgram(headers)) && isJson(headers)
}

/** The headers of which browsers send at least one with a change: cookies, and headers that name the page. */
const BROWSER_HEADERS = ['cookie', 'origin', 'referer', 'sec-fetch-site']

/**
 * Whether a program, such as a native app, sends these headers. Without cookies, a request has no rights that another site could
 * misuse, so its origin need not be checked.
 */
export function isSentByProgram(headers: Headers): boolean {
  return !BROWSER_HEADERS.some((name) => headers.has(name))
}

/** Whether a program calls a server function. It must send JSON, because an old browser might send a form without an Origin. */
export function isCallOfProgram({ headers }: Request): boolean {
  return isSentByProgram(headers) && isJson(headers)
}

function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true
}

/**
 * Finds out whether a page of another site sends a form. Pages with `no-referrer` send forms with `Origin: null`, so
 * Sec-Fetch-Site is checked first, which scripts cannot forge. Text browsers send neither header, so their Referer is checked,
 * which scripts cannot forge either. A form without any of the three headers is refused: another site can make an old browser
 * omit its Referer (with `Referrer-Policy: no-referrer`), so a missing Referer proves nothing.
 * @returns the error to refuse the form with: INVALID_ORIGIN for another site, ORIGIN_MISSING if it names no site
 */
export function foreignFormError({ headers }: Request): AppError | undefined {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const referer = headers.get('referer')
  if (site === null && origin === null && referer === null) return new AppError('ORIGIN_MISSING')
  const sender = origin ?? URL.parse(referer ?? '')?.origin ?? null
  const isUsedByThisApp = site === null ? isOurOrigin(sender) : site === 'same-origin'
  return isUsedByThisApp ? undefined : new AppError('INVALID_ORIGIN')
}
