import { createHmac, timingSafeEqual } from 'node:crypto'
import { acceptedSecrets, environment } from '#env/environment.server.ts'

/** A cookie as better-auth signs it: 32 bytes in base64 after the last full stop. */
const SIGNED = /^(.+)\.([\w+/]{43}=)$/

/** Whether a signature is that of this text by the secret, or by one that was in use before. */
export function isSigned(text: string, signature: string): boolean {
  return acceptedSecrets().some((secret) => isSignedBy(secret, text, signature))
}

/**
 * Signs anew, by the secret in use, what a Cookie header holds that was signed by one before it: better-auth knows a single
 * secret. Everything else is left as it is.
 */
export function withCurrentSignatures(cookies: string): string {
  if (environment().previousSecrets.length === 0) return cookies
  return cookies.split(/; */).map(signAnew).join('; ')
}

/** A text with its signature by the secret in use behind it, as better-auth puts it into cookies. */
export function signed(text: string): string {
  return `${text}.${signatureOf(environment().secret, text).toString('base64')}`
}

function signAnew(cookie: string): string {
  const [name = '', ...rest] = cookie.split('=')
  const [, text, signature = ''] = SIGNED.exec(decoded(rest.join('='))) ?? []
  const { previousSecrets } = environment()
  if (text === undefined || !previousSecrets.some((previous) => isSignedBy(previous, text, signature))) return cookie
  return `${name}=${encodeURIComponent(signed(text))}`
}

function isSignedBy(secret: string, text: string, signature: string): boolean {
  const expected = signatureOf(secret, text)
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
