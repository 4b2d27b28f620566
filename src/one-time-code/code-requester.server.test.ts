import { expect, test } from 'vitest'
import { addressKey, requesterOf, setBrowserCookie } from './code-requester.server.ts'
import { requestOfNewBrowser } from '#request/test-request.server.ts'

test('a client is identified by keyed hashes, which reveal no address', () => {
  const requester = requesterOf(requestOfNewBrowser(), 'ada@example.com')
  expect(requester).toMatchObject({ addressKey: addressKey('ada@example.com'), ipAddress: '198.18.0.1' })
  expect(JSON.stringify(requester)).not.toMatch(/ada|example/)
  expect(addressKey('eve@example.com')).not.toBe(requester.addressKey)
})

test('a browser gets an ID with its first request, and keeps it in a cookie', () => {
  const request = { ...requestOfNewBrowser(), browserId: undefined }
  const first = requesterOf(request, 'ada@example.com')
  expect(request.browserId).toMatch(/^[0-9a-f-]{36}$/)
  expect(requesterOf(request, 'ada@example.com')).toEqual(first)
  expect(requesterOf(requestOfNewBrowser(), 'ada@example.com').browserKey).not.toBe(first.browserKey)
  setBrowserCookie(request)
  expect(request.setCookies).toEqual([expect.stringMatching(`^latchkey.browser=${request.browserId};.*HttpOnly`)])
})
