import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyedHash, seal, unseal } from './keyed-hash.server.ts'

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
      expect(unseal([SECRET], 'mail', seal(SECRET, 'mail', text))).toBe(text)
    }),
  )
})

test('encrypting the same text twice gives different results', () => {
  expect(seal(SECRET, 'mail', '123456')).not.toBe(seal(SECRET, 'mail', '123456'))
})

test('a text encrypted with another secret or purpose cannot be decrypted', () => {
  const sealed = seal(SECRET, 'mail', '123456')
  expect(() => unseal([OTHER_SECRET], 'mail', sealed)).toThrow(REFUSAL)
  expect(() => unseal([SECRET], 'login-code', sealed)).toThrow(REFUSAL)
})

test('during a secret rotation, texts of both secrets are decrypted', () => {
  const sealed = [SECRET, OTHER_SECRET].map((secret) => seal(secret, 'mail', '123456'))
  expect(sealed.map((text) => unseal([SECRET, OTHER_SECRET], 'mail', text))).toEqual(['123456', '123456'])
  expect(() => unseal(['a-third-secret', OTHER_SECRET], 'mail', sealed[0] ?? '')).toThrow(REFUSAL)
})

test('a changed, shortened or empty text cannot be decrypted', () => {
  const sealed = Buffer.from(seal(SECRET, 'mail', '123456'), 'base64url')
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(() => unseal([SECRET], 'mail', changed.toString('base64url'))).toThrow(REFUSAL)
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(() => unseal([SECRET], 'mail', sealed.subarray(0, length).toString('base64url'))).toThrow(REFUSAL)
})
