import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REAUTHENTICATION_HEADER, setReauthentication, type Reauthentication } from '#lib/reauthentication.ts'
import { fetchFunction } from './fetch-function.ts'

const browserFetch = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('window', { location: { origin: 'https://app.example.com' } })
  vi.stubGlobal('fetch', browserFetch)
})
afterEach(() => vi.unstubAllGlobals())

test('fetchFunction marks a call in the query', async () => {
  browserFetch.mockResolvedValueOnce(Response.json({}))
  await fetchFunction('/api/users.listUsers?payload=x')
  const marked = new URL('https://app.example.com/api/users.listUsers?payload=x&createServerFn=')
  expect(browserFetch).toHaveBeenCalledWith(marked, undefined)
})

test('fetchFunction throws a refusal of the request handler with its code', async () => {
  browserFetch.mockResolvedValueOnce(
    Response.json({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 }, { status: 503 }),
  )
  await expect(fetchFunction('/api/x.y')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { retryAfterSeconds: 5 },
  })
})

test('fetchFunction returns a failure of the function itself unchanged', async () => {
  const answer = new Response('{}', { status: 403, headers: { 'x-tss-serialized': 'true' } })
  browserFetch.mockResolvedValueOnce(answer)
  expect(await fetchFunction('/api/x.y')).toBe(answer)
})

test('a call is retried once after a 401 of the guard, because another call may have replaced the session token', async () => {
  vi.useFakeTimers()
  const refused = new Response('{}', { status: 401, headers: { 'x-tss-serialized': 'true' } })
  const answer = new Response('{}', { status: 200, headers: { 'x-tss-serialized': 'true' } })
  browserFetch.mockReset().mockResolvedValueOnce(refused).mockResolvedValueOnce(answer)
  const calling = fetchFunction('/api/x.y', { method: 'POST', body: '{}' })
  await vi.runAllTimersAsync()
  expect(await calling).toBe(answer)
  expect(browserFetch).toHaveBeenCalledTimes(2)

  browserFetch.mockReset().mockResolvedValue(refused)
  const again = fetchFunction('/api/x.y')
  await vi.runAllTimersAsync()
  expect(await again).toBe(refused)
  expect(browserFetch).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

test('a refusal before the guard is not retried, because another user may be signed in by the next call', async () => {
  browserFetch.mockReset().mockResolvedValueOnce(Response.json({ code: 'UNAUTHORIZED' }, { status: 401 }))
  await expect(fetchFunction('/api/x.y')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(browserFetch).toHaveBeenCalledOnce()
})

test('fetchFunction returns a "not found" of the framework without reading its body', async () => {
  browserFetch.mockResolvedValueOnce(Response.json({ isNotFound: true }, { status: 404 }))
  const answer = await fetchFunction('/api/x.y')
  expect(await answer.json()).toEqual({ isNotFound: true })
})

test('fetchFunction throws NO_CONNECTION if no response arrives', async () => {
  browserFetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(fetchFunction('/api/x.y')).rejects.toMatchObject({ code: 'NO_CONNECTION' })
})

test('fetchFunction throws the AbortError of a cancelled call', async () => {
  const cancelled = new DOMException('cancelled', 'AbortError')
  browserFetch.mockRejectedValueOnce(cancelled)
  await expect(fetchFunction('/api/x.y', { signal: AbortSignal.abort() })).rejects.toBe(cancelled)
})

test('a call that is refused for an old sign-in is retried after the user has authenticated again', async () => {
  const refused = new Response('{}', {
    status: 403,
    headers: { 'x-tss-serialized': 'true', [REAUTHENTICATION_HEADER]: 'code' },
  })
  const answer = new Response('{}', { status: 200, headers: { 'x-tss-serialized': 'true' } })
  const ask = vi.fn<(accepted: Reauthentication) => Promise<boolean>>().mockResolvedValueOnce(false)
  const remove = setReauthentication(ask.mockResolvedValue(true))
  browserFetch.mockReset().mockResolvedValueOnce(refused)
  expect(await fetchFunction('/api/x.y'), 'the user cancels').toBe(refused)
  browserFetch.mockResolvedValueOnce(refused).mockResolvedValueOnce(answer)
  expect(await fetchFunction('/api/x.y')).toBe(answer)
  expect(ask.mock.calls).toEqual([['code'], ['code']])

  remove()
  browserFetch.mockReset().mockResolvedValueOnce(refused)
  expect(await fetchFunction('/api/x.y'), 'the page cannot ask').toBe(refused)
  expect(browserFetch).toHaveBeenCalledOnce()
})
