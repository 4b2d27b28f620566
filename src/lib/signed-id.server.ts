import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './keyed-hash.server.ts'

const SIGNED = /^([\w-]{1,64})\.([\w-]{43})$/

/**
 * Makes the token of a link or a cookie: an id with a signature, so that nobody finds one by guessing or by reading the table.
 * @param id letters, digits, - and _ alone, 64 at most
 * @param purpose keeps tokens made for different ends apart
 */
export function signId(secret: string, purpose: string, id: string): string {
  return `${id}.${keyedHash(secret, purpose, id)}`
}

/** Reads the id of a token that `signId` made with one of these secrets; undefined for anything else. */
export function signedIdIn(secrets: string[], purpose: string, token: string): string | undefined {
  const [, id = '', signature = ''] = SIGNED.exec(token) ?? []
  const given = Buffer.from(signature)
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(keyedHash(secret, purpose, id))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned ? id : undefined
}
