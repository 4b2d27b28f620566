import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
/** So many letters 256 bits take, and 32. */
const LENGTH = { secret: 43, checksum: 6 }
const TOKEN = /^(lk_([0-9a-f]{32})_([0-9A-Za-z]{43}))([0-9A-Za-z]{6})$/

/** A key for programs in its two halves: the text that its owner is shown once, and the hash that is kept. */
interface NewApiToken {
  token: string
  secretHash: string
}

/** The parts of the text of a key. */
interface ReadApiToken {
  id: string
  secretHash: string
}

/**
 * Makes the text of a key: `lk_`, the id of its row, a secret of 256 random bits, and a checksum, by which scanners for leaked
 * secrets tell it from what only looks like one.
 */
export function makeApiToken(id: string): NewApiToken {
  const secret = inLetters(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), LENGTH.secret)
  const named = `lk_${id.replaceAll('-', '')}_${secret}`
  return { token: named + checksumOf(named), secretHash: hashOf(secret) }
}

/** Reads what `makeApiToken` made; null for what cannot be one, mistyped ones included. */
export function readApiToken(token: string): ReadApiToken | null {
  const [, named = '', id = '', secret = '', checksum] = TOKEN.exec(token) ?? []
  if (named === '' || checksum !== checksumOf(named)) return null
  return { id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), secretHash: hashOf(secret) }
}

/** Whether two hashes of secrets are the same, in a time that tells nothing of where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** Not a slow hash: nobody tries out 256 random bits, and each call of a program would pay for it. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

function checksumOf(text: string): string {
  return inLetters(BigInt(crc32(text)), LENGTH.checksum)
}

function inLetters(value: bigint, length: number): string {
  let letters = ''
  for (let rest = value; letters.length < length; rest /= 62n) letters = (DIGITS[Number(rest % 62n)] ?? '') + letters
  return letters
}
