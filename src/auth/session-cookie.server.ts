import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import { isSigned, signed } from './signed-cookies.server.ts'

/** 32 bytes in base64, whose sign of equality and others may be encoded. */
const SIGNED_TOKEN = /^(\w+)\.((?:[\w+/]|%2B|%2F){43}(?:=|%3D))$/

/** better-auth's name for the cookie that keeps an administrator's own session while they act as somebody. */
export const OWN_SESSION_COOKIE = 'admin_session'

/** The beginning of the names of better-auth's cookies: on https one that only this very host can set, not its siblings. */
export function cookiePrefix(): string {
  return environment().isHttps ? '__Host-latchkey' : 'latchkey'
}

/**
 * The token of the session cookie, once its signature is proved; undefined where there is no such cookie, or more than one.
 * No other name is a way in.
 * @param cookies the Cookie header
 */
export function sessionTokenIn(cookies: string): string | undefined {
  const name = cookieName()
  const values = cookies.split(/; */).filter((cookie) => cookie.startsWith(`${name}=`))
  const value = values.length === 1 ? values.join().slice(name.length + 1) : ''
  if (value === '') return undefined
  const [, token = '', signature = ''] = SIGNED_TOKEN.exec(value) ?? []
  return isSigned(token, decodeURIComponent(signature)) ? token : undefined
}

/** A Cookie header without its session cookies. */
export function withoutSessionCookie(cookies: string): string {
  const others = cookies.split(/; */).filter((cookie) => !cookie.startsWith(`${cookieName()}=`))
  return others.join('; ')
}

/** The Set-Cookie line that gives a browser this token, signed as better-auth does it. */
export function sessionCookie(token: string): string {
  return cookieLine(cookieName(), encodeURIComponent(signed(token)), appConfig.session.idleDays * 86_400)
}

/** The Set-Cookie line that takes the session cookie of a browser away. */
export function endedSessionCookie(): string {
  return cookieLine(cookieName(), '', 0)
}

/** The Set-Cookie line that takes away the session that an administrator keeps beside the one they act in. */
export function endedOwnSessionCookie(): string {
  return cookieLine(`${cookiePrefix()}.${OWN_SESSION_COOKIE}`, '', 0)
}

/** Whether a browser may keep an administrator's own session beside the one they act in. @param cookies the Cookie header */
export function mayKeepOwnSession(cookies: string): boolean {
  return cookies.includes(`${cookiePrefix()}.${OWN_SESSION_COOKIE}=`)
}

function cookieLine(name: string, value: string, seconds: number): string {
  const secure = environment().isHttps ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

function cookieName(): string {
  return `${cookiePrefix()}.session_token`
}
