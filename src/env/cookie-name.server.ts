import { appConfig } from '#app.config'
import { environment } from './environment.server.ts'

/** Returns the prefix of the app's cookies. With HTTPS, it begins with `__Host-`, so that no sibling domain can set them. */
export function cookiePrefix(): string {
  return `${environment().isHttps ? '__Host-' : ''}${appConfig.slug}`
}

/** Returns the name of one of the app's cookies, with the prefix. */
export function cookieNameOf(name: string): string {
  return `${cookiePrefix()}.${name}`
}

/**
 * Returns the Set-Cookie header of a cookie for the whole site.
 * @param seconds the lifetime; 0 deletes the cookie
 * @param options.isForScripts whether scripts can read the cookie
 */
export function setCookieHeader(name: string, value: string, seconds: number, { isForScripts = false } = {}): string {
  const restricted = `${isForScripts ? '' : '; HttpOnly'}; SameSite=Lax${environment().isHttps ? '; Secure' : ''}`
  return `${name}=${value}; Path=/; Max-Age=${seconds}${restricted}`
}
