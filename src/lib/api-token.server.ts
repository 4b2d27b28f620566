import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { appConfig } from '#app.config'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
/** Number of base62 letters for 256 bits and for 32 bits. */
const BASE62_LENGTHS = { secret: 43, checksum: 6 }
const PREFIX = appConfig.tokenPrefix
const TOKEN = new RegExp(`^(${PREFIX}([0-9a-f]{32})_([0-9A-Za-z]{43}))([0-9A-Za-z]{6})$`)

/**
 * Creates an API key: the prefix, the ID of its row, a secret of 256 random bits, and a checksum, by which secret scanners
 * recognize real keys.
 * @returns the token, which its owner sees once, and the hash to store
 */
export function makeApiToken(id: string) {
  const secret = toBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), BASE62_LENGTHS.secret)
  const named = `${PREFIX}${id.replaceAll('-', '')}_${secret}`
  return { token: named + checksumOf(named), secretHash: hashOf(secret) }
}

/** Parses a key of `makeApiToken`; null for any other text, including a key with a typing error. */
export function parseApiToken(token: string) {
  const [, named = '', id = '', secret = '', checksum] = TOKEN.exec(token) ?? []
  if (named === '' || checksum !== checksumOf(named)) return null
  return { id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), secretHash: hashOf(secret) }
}

/** Whether two hashes of secrets are equal, compared in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** Hashes a secret of 256 random bits. It cannot be guessed, so a fast hash is enough, which does not slow down calls. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

function checksumOf(text: string): string {
  return toBase62(BigInt(crc32(text)), BASE62_LENGTHS.checksum)
}

function toBase62(value: bigint, length: number): string {
  let letters = ''
  for (let rest = value; letters.length < length; rest /= 62n) letters = (DIGITS[Number(rest % 62n)] ?? '') + letters
  return letters
}
