import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import { browserCookieName } from '#one-time-code/code-requester.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'

/** Pages that say the same to everybody who is not signed in. */
const PATHS = new Set(['/login', '/login/error'])
const METHODS = new Set(['GET', 'HEAD'])
const { languageCookie, themeCookie, agreedCookie, timeZoneCookie, themes } = appConfig
/**
 * Whoever has another cookie may be somebody. The empty name is that of a header without any. No time is told on these
 * pages, so the zone does not matter to them, nor what was agreed on with an account.
 */
const COOKIES_OF_ANYBODY = new Set(['', languageCookie.name, themeCookie.name, agreedCookie.name, timeZoneCookie.name])
/** These pages show nothing of what a browser asked for; it has this cookie as soon as it asks for a passkey. */
const isOfAnybody = (name: string) => COOKIES_OF_ANYBODY.has(name) || name === browserCookieName()

/** A page that says the same to everybody: all that it depends on, besides the build and the settings. Each part is one of few. */
export interface AnonymousPage {
  path: string
  language: string
  theme: string
}

/** The anonymous page that a request asks for, if it depends on nothing else: there is no parameter and no cookie that could matter. */
export function findAnonymousPage(
  method: string,
  { url: { pathname, search }, language, cookies }: RequestContext,
): AnonymousPage | undefined {
  if (!METHODS.has(method) || !PATHS.has(pathname) || search !== '') return undefined
  for (const name of cookies.keys()) if (!isOfAnybody(name)) return undefined
  const wished = cookies.get(themeCookie.name)
  return { path: pathname, language, theme: themes.find((theme) => theme === wished) ?? 'system' }
}

/** A request for an anonymous page that nobody has made: nothing of a visitor can get into its answer. */
export function anonymousRequest({ path, language, theme }: AnonymousPage): Request {
  const cookie = `${languageCookie.name}=${language}; ${themeCookie.name}=${theme}`
  return new Request(`${environment().appUrl}${path}`, { headers: { cookie } })
}
