import { appConfig } from '#app.config'
import { setCookieHeader, cookieNameOf } from '#env/cookie-name.server.ts'
import { environment } from '#env/environment.server.ts'
import { isValidSignature, withSignature } from './signed-cookies.server.ts'

/** A session token and its signature: 32 bytes in base64, whose special characters can be URL-encoded. */
const SIGNED_TOKEN = /^(\w+)\.((?:[\w+/]|%2B|%2F){43}(?:=|%3D))$/

/** better-auth's cookie for an administrator's own session during an impersonation. */
export const ADMINISTRATOR_SESSION_COOKIE = 'admin_session'

/**
 * Returns the token of a request's session; undefined if the request has no token, several session cookies or a wrong signature.
 * The token is in the session cookie. It can be a bearer token only if the request has no cookies at all.
 */
export function sessionTokenIn(headers: Headers): string | undefined {
  const cookies = headers.get('cookie')
  const value = cookies === null ? bearerTokenIn(headers) : sessionCookieIn(cookies)
  if (value === '') return undefined
  const [, token = '', signature = ''] = SIGNED_TOKEN.exec(value) ?? []
  return isValidSignature(token, decodeURIComponent(signature)) ? token : undefined
}

function sessionCookieIn(cookies: string): string {
  const name = cookieName()
  const values = cookies.split(/; */).filter((cookie) => cookie.startsWith(`${name}=`))
  return values.length === 1 ? values.join().slice(name.length + 1) : ''
}

function bearerTokenIn(headers: Headers): string {
  if (!environment().bearerTokens) return ''
  return /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
}

/** Returns the bearer token of a session that these Set-Cookie headers open or renew; undefined if none does. */
export function bearerTokenOf(setCookies: readonly string[]): string | undefined {
  const prefix = `${cookieName()}=`
  const value = setCookies
    .findLast((line) => line.startsWith(prefix))
    ?.slice(prefix.length)
    .split(';')[0]
  return value ? decodeURIComponent(value) : undefined
}

/** Returns a Cookie header without its session cookies. */
export function withoutSessionCookie(cookies: string): string {
  const others = cookies.split(/; */).filter((cookie) => !cookie.startsWith(`${cookieName()}=`))
  return others.join('; ')
}

/** Returns the Set-Cookie header for a session token, signed like better-auth does. */
export function sessionCookieHeader(token: string): string {
  return setCookieHeader(cookieName(), encodeURIComponent(withSignature(token)), appConfig.session.idleDays * 86_400)
}

/** Returns the Set-Cookie header that deletes the session cookie. */
export function sessionCookieDeletionHeader(): string {
  return setCookieHeader(cookieName(), '', 0)
}

/** Returns the Set-Cookie header that deletes an administrator's own session cookie. */
export function administratorCookieDeletionHeader(): string {
  return setCookieHeader(cookieNameOf(ADMINISTRATOR_SESSION_COOKIE), '', 0)
}

/** Whether a browser might have an administrator's own session cookie. @param cookies the Cookie header */
export function mightHaveAdministratorSession(cookies: string): boolean {
  return cookies.includes(`${cookieNameOf(ADMINISTRATOR_SESSION_COOKIE)}=`)
}

function cookieName(): string {
  return cookieNameOf('session_token')
}
