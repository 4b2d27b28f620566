import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyedHash, encrypt, decrypt } from './keyed-hash.server.ts'

const SECRET = 'a-secret-for-tests-0123456789-abcdefghij'
const OTHER_SECRET = 'another-secret-0123456789-abcdefghij'
const REFUSAL = /authenticat|initialization vector/i

test('the same text has the same hash, which reveals nothing of the text', () => {
  const hash = keyedHash(SECRET, 'address', 'ada@example.com')
  expect(keyedHash(SECRET, 'address', 'ada@example.com')).toBe(hash)
  expect(hash).toMatch(/^[\w-]{43}$/)
})

test('another text, purpose or secret has another hash', () => {
  const hashes = [
    keyedHash(SECRET, 'address', 'ada@example.com'),
    keyedHash(SECRET, 'address', 'adb@example.com'),
    keyedHash(SECRET, 'browser', 'ada@example.com'),
    keyedHash(OTHER_SECRET, 'address', 'ada@example.com'),
  ]
  expect(new Set(hashes).size).toBe(4)
})

test('an encrypted text is decrypted to the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decrypt([SECRET], 'mail', encrypt(SECRET, 'mail', text))).toBe(text)
    }),
  )
})

test('encrypting the same text twice gives different results', () => {
  expect(encrypt(SECRET, 'mail', '123456')).not.toBe(encrypt(SECRET, 'mail', '123456'))
})

test('a text encrypted with another secret or purpose cannot be decrypted', () => {
  const encrypted = encrypt(SECRET, 'mail', '123456')
  expect(() => decrypt([OTHER_SECRET], 'mail', encrypted)).toThrow(REFUSAL)
  expect(() => decrypt([SECRET], 'login-code', encrypted)).toThrow(REFUSAL)
})

test('during a secret rotation, texts of both secrets are decrypted', () => {
  const encrypted = [SECRET, OTHER_SECRET].map((secret) => encrypt(secret, 'mail', '123456'))
  expect(encrypted.map((text) => decrypt([SECRET, OTHER_SECRET], 'mail', text))).toEqual(['123456', '123456'])
  expect(() => decrypt(['a-third-secret', OTHER_SECRET], 'mail', encrypted[0] ?? '')).toThrow(REFUSAL)
})

test('a changed, shortened or empty text cannot be decrypted', () => {
  const encrypted = Buffer.from(encrypt(SECRET, 'mail', '123456'), 'base64url')
  for (let index = 0; index < encrypted.length; index += 1) {
    const changed = Buffer.from(encrypted)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(() => decrypt([SECRET], 'mail', changed.toString('base64url'))).toThrow(REFUSAL)
  }
  for (let length = 0; length < encrypted.length; length += 1)
    expect(() => decrypt([SECRET], 'mail', encrypted.subarray(0, length).toString('base64url'))).toThrow(REFUSAL)
})
