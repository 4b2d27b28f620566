import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameHash, makeApiToken, parseApiToken } from './api-token.server.ts'

const LOOKS_LIKE_A_KEY = /^lk_[0-9a-f]{32}_[0-9A-Za-z]{49}$/

test('a key is parsed into the ID of its row and the hash of its secret', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const { token, secretHash } = makeApiToken(id)
      expect(token).toMatch(LOOKS_LIKE_A_KEY)
      expect(parseApiToken(token)).toEqual({ id, secretHash })
      expect(token).not.toContain(secretHash)
    }),
  )
})

test('all keys differ, and a hash matches only its own secret', () => {
  const id = crypto.randomUUID()
  const [one, other] = [makeApiToken(id), makeApiToken(id)]
  expect(one.token).not.toBe(other.token)
  expect(isSameHash(one.secretHash, one.secretHash)).toBe(true)
  expect(isSameHash(one.secretHash, other.secretHash)).toBe(false)
  expect(isSameHash(one.secretHash, '')).toBe(false)
})

test('a key with one wrong letter is rejected without a query', () => {
  const { token } = makeApiToken(crypto.randomUUID())
  for (let place = 36; place < token.length; place += 1) {
    const typo = token[place] === 'x' ? 'y' : 'x'
    expect(parseApiToken(token.slice(0, place) + typo + token.slice(place + 1))).toBeNull()
  }
})

test.each(['', 'lk_', 'Bearer', `lk_${'0'.repeat(32)}_${'0'.repeat(49)}`, `lk_${'g'.repeat(32)}_${'0'.repeat(49)}`])(
  'an invalid key is rejected: "%s"',
  (text) => {
    expect(parseApiToken(text)).toBeNull()
  },
)

test('any other input is rejected', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseApiToken(text)).toBeNull()
    }),
  )
})
