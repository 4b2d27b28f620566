import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import { browserCookieName, challengeCookieName } from '#one-time-code/code-requester.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'

/** Paths of pages that are the same for all visitors without a session. */
const PATHS = new Set(['/login', '/login/error'])
const METHODS = new Set(['GET', 'HEAD'])
const { languageCookie, themeCookie, agreedCookie, timeZoneCookie, themes } = appConfig
/**
 * The cookies that such a visitor may send; any other cookie might identify a user. The empty name is that of a missing
 * header. These pages show no times and no account settings, so the time zone and agreed preferences do not change them.
 */
const COOKIES_OF_ANYBODY = new Set(['', languageCookie.name, themeCookie.name, agreedCookie.name, timeZoneCookie.name])
/** Whether a cookie does not identify a user. The IDs of browsers for codes and for challenges do not change these pages. */
const isOfAnybody = (name: string) =>
  COOKIES_OF_ANYBODY.has(name) || name === browserCookieName() || name === challengeCookieName()

/** An anonymous page: everything that its HTML depends on besides build and settings. Each field has few values. */
export interface AnonymousPage {
  path: string
  language: string
  theme: string
}

/** Returns the anonymous page of a request, or undefined if a parameter or cookie could change the answer. */
export function findAnonymousPage(
  method: string,
  { url: { pathname, search }, language, cookies }: RequestContext,
): AnonymousPage | undefined {
  if (!METHODS.has(method) || !PATHS.has(pathname) || search !== '') return undefined
  for (const name of cookies.keys()) if (!isOfAnybody(name)) return undefined
  const wished = cookies.get(themeCookie.name)
  return { path: pathname, language, theme: themes.find((theme) => theme === wished) ?? 'system' }
}

/** Creates a request for an anonymous page from scratch, so that no data of a visitor can reach the answer. */
export function anonymousRequest({ path, language, theme }: AnonymousPage): Request {
  const cookie = `${languageCookie.name}=${language}; ${themeCookie.name}=${theme}`
  return new Request(`${environment().appUrl}${path}`, { headers: { cookie } })
}
