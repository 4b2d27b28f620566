import { createHmac, timingSafeEqual } from 'node:crypto'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import { decodeIfPossible } from '#lib/search-text.ts'

/** Matches the value of a cookie signed by better-auth: after the last full stop, the signature of 32 bytes in base64. */
const SIGNED_VALUE = /^(.+)\.([\w+/]{43}=)$/

/** Whether a text was signed with the current secret or a previous one. */
export function isValidSignature(text: string, signature: string): boolean {
  return acceptedSecrets().some((secret) => isSignedBy(secret, text, signature))
}

/**
 * Re-signs the cookies of a Cookie header that were signed with a previous secret, because better-auth knows only the current
 * secret. All other cookies are unchanged.
 */
export function withRenewedSignatures(cookies: string): string {
  if (environment().previousSecrets.length === 0) return cookies
  return cookies.split(/; */).map(renewSignature).join('; ')
}

/** Returns a text with its signature by the current secret, in better-auth's cookie format. */
export function withSignature(text: string): string {
  return `${text}.${signatureOf(environment().secret, text).toString('base64')}`
}

function renewSignature(cookie: string): string {
  const [name = '', ...rest] = cookie.split('=')
  const [, text, signature = ''] = SIGNED_VALUE.exec(decodeIfPossible(rest.join('='))) ?? []
  const { previousSecrets } = environment()
  if (text === undefined || !previousSecrets.some((previous) => isSignedBy(previous, text, signature))) return cookie
  return `${name}=${encodeURIComponent(withSignature(text))}`
}

function isSignedBy(secret: string, text: string, signature: string): boolean {
  const expected = signatureOf(secret, text)
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
