import { environment } from '#env/environment.server.ts'

/** Set where a browser asks for its first code, so that only it can spend tries at that code. */
export function browserCookieName(): string {
  return environment().isHttps ? '__Host-latchkey.browser' : 'latchkey.browser'
}

/** The Set-Cookie line that gives a browser its identity for asking and entering codes. */
export function browserCookie(browserId: string): string {
  const { isHttps } = environment()
  return `${browserCookieName()}=${browserId}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
}
