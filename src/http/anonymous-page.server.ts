import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import { browserCookieName, challengeCookieName } from '#one-time-code/code-client.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'

/** Paths of pages that are the same for all visitors without a session. */
const ANONYMOUS_PATHS = new Set(['/login', '/login/error'])
const READ_METHODS = new Set(['GET', 'HEAD'])
const { languageCookie, themeCookie, agreedCookie, timeZoneCookie, themes } = appConfig
/**
 * The cookies that an anonymous visitor can send; any other cookie might identify a user. The empty name stands for a missing
 * header. The cookies for the time zone and agreed preferences do not change these pages, which show neither times nor accounts.
 */
const ANONYMOUS_COOKIES = new Set(['', languageCookie.name, themeCookie.name, agreedCookie.name, timeZoneCookie.name])
/** Whether a cookie does not identify a user. This includes the browser IDs for codes and challenges, which change no page. */
const isAnonymousCookie = (name: string) =>
  ANONYMOUS_COOKIES.has(name) || name === browserCookieName() || name === challengeCookieName()

/** The parameters of an anonymous page on which its HTML depends besides build and settings. Each has few possible values. */
export interface AnonymousPage {
  path: string
  language: string
  theme: string
}

/** Returns the anonymous page of a request, or undefined if a parameter or cookie could change the response. */
export function findAnonymousPage(
  method: string,
  { url: { pathname, search }, language, cookies }: RequestContext,
): AnonymousPage | undefined {
  if (!READ_METHODS.has(method) || !ANONYMOUS_PATHS.has(pathname) || search !== '') return undefined
  for (const name of cookies.keys()) if (!isAnonymousCookie(name)) return undefined
  const wished = cookies.get(themeCookie.name)
  return { path: pathname, language, theme: themes.find((theme) => theme === wished) ?? 'system' }
}

/** Creates a new request for an anonymous page, so that no data of a visitor can reach the response. */
export function anonymousRequest({ path, language, theme }: AnonymousPage): Request {
  const cookie = `${languageCookie.name}=${language}; ${themeCookie.name}=${theme}`
  return new Request(`${environment().appUrl}${path}`, { headers: { cookie } })
}
