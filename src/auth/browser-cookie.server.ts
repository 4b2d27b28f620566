import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'

/** Set where a browser asks for its first code, so that only it can spend tries at that code. */
export function browserCookieName(): string {
  return environment().isHttps ? '__Host-latchkey.browser' : 'latchkey.browser'
}

/** The Set-Cookie line that gives a browser its identity for asking and entering codes. */
export function browserCookie(browserId: string): string {
  const { isHttps } = environment()
  const maxAge = appConfig.knownBrowserDays * 86_400
  return `${browserCookieName()}=${browserId}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
}
