import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './keyed-hash.server.ts'

const SIGNED = /^([\w-]{1,64})\.([\w-]{43})$/

/**
 * Creates the token of a link or cookie: an ID with a signature. Even a reader of the table cannot create tokens.
 * @param id letters, digits, - and _ only, 64 at most
 * @param purpose separates tokens for different uses
 */
export function signId(secret: string, purpose: string, id: string): string {
  return `${id}.${keyedHash(secret, purpose, id)}`
}

/** Returns the ID in a token of `signId` by one of these secrets; undefined if invalid. */
export function signedIdIn(secrets: string[], purpose: string, token: string): string | undefined {
  const [, id = '', signature = ''] = SIGNED.exec(token) ?? []
  const given = Buffer.from(signature)
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(keyedHash(secret, purpose, id))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned ? id : undefined
}
