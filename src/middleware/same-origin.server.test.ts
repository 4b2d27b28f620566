import { expect, test, vi } from 'vitest'
import { foreignFormError, isTrustedCall } from './same-origin.server.ts'

vi.mock('#env/environment.server.ts', () => ({ environment: () => ({ appUrl: 'https://app.example' }) }))

const post = (headers: Record<string, string>) => new Request('https://app.example/login', { method: 'POST', headers })

test.each<[Record<string, string>, string | undefined]>([
  [{ 'sec-fetch-site': 'same-origin' }, undefined],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, undefined],
  [{ origin: 'https://app.example' }, undefined],
  // Text browsers send only a Referer.
  [{ referer: 'https://app.example/login?redirect=/app' }, undefined],
  [{ referer: 'https://app.example.evil.example/' }, 'INVALID_ORIGIN'],
  [{ referer: 'https://app.example@evil.example/' }, 'INVALID_ORIGIN'],
  [{ referer: 'https://evil.example/https://app.example/' }, 'INVALID_ORIGIN'],
  [{ referer: 'http://app.example/' }, 'INVALID_ORIGIN'],
  [{ referer: 'app.example' }, 'INVALID_ORIGIN'],
  [{ referer: '' }, 'INVALID_ORIGIN'],
  // A Referer never outweighs another header that names another site.
  [{ origin: 'null', referer: 'https://app.example/' }, 'INVALID_ORIGIN'],
  [{ origin: 'https://evil.example', referer: 'https://app.example/' }, 'INVALID_ORIGIN'],
  [{ 'sec-fetch-site': 'cross-site', referer: 'https://app.example/' }, 'INVALID_ORIGIN'],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://app.example' }, 'INVALID_ORIGIN'],
  [{ 'sec-fetch-site': 'none', referer: 'https://app.example/' }, 'INVALID_ORIGIN'],
  [{}, 'ORIGIN_MISSING'],
])('foreignFormError checks the origin of a form with %o', (headers, code) => {
  expect(foreignFormError(post(headers))?.code).toBe(code)
})

test('isTrustedCall accepts JSON without any header of browsers, but with one of them requires an Origin', () => {
  const json = { 'content-type': 'application/json' }
  expect(isTrustedCall(post(json))).toBe(true)
  expect(isTrustedCall(post({ ...json, authorization: 'Bearer x' }))).toBe(true)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', ''])
    expect(isTrustedCall(post({ 'content-type': type }))).toBe(false)
  for (const name of ['cookie', 'referer', 'sec-fetch-site'])
    for (const value of ['', 'x', 'same-origin']) expect(isTrustedCall(post({ ...json, [name]: value }))).toBe(false)
  for (const origin of ['', 'null', 'https://evil.example'])
    expect(isTrustedCall(post({ ...json, origin }))).toBe(false)
})

test('isTrustedCall requires an Origin header, and does not accept a Referer instead', () => {
  const json = { 'content-type': 'application/json' }
  expect(isTrustedCall(post({ ...json, referer: 'https://app.example/' }))).toBe(false)
  expect(isTrustedCall(post({ ...json, origin: 'https://app.example' }))).toBe(true)
})
