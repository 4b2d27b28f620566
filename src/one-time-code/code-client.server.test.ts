import { expect, test } from 'vitest'
import { addressKey, codeClientOf, setBrowserCookie } from './code-client.server.ts'
import { requestOfNewBrowser } from '#request/test-request.server.ts'

test('a client is identified by keyed hashes, which reveal no address', () => {
  const client = codeClientOf(requestOfNewBrowser(), 'ada@example.com')
  expect(client).toMatchObject({ addressKey: addressKey('ada@example.com'), ipAddress: '198.18.0.1' })
  expect(JSON.stringify(client)).not.toMatch(/ada|example/)
  expect(addressKey('eve@example.com')).not.toBe(client.addressKey)
})

test('a browser gets an ID with its first request, and keeps it in a cookie', () => {
  const request = { ...requestOfNewBrowser(), browserId: undefined }
  const first = codeClientOf(request, 'ada@example.com')
  expect(request.browserId).toMatch(/^[0-9a-f-]{36}$/)
  expect(codeClientOf(request, 'ada@example.com')).toEqual(first)
  expect(codeClientOf(requestOfNewBrowser(), 'ada@example.com').browserKey).not.toBe(first.browserKey)
  setBrowserCookie(request)
  expect(request.setCookies).toEqual([expect.stringMatching(`^latchkey.browser=${request.browserId};.*HttpOnly`)])
})
