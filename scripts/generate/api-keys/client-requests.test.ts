import { expect, test } from 'vitest'
import { ApiError, createClient } from './template/src/index.ts'

// These tests run the client of the sample description in the template, with a function in place of the network.

const NOTE = { params: { path: { id: '1' } } }
const PROBLEM = { 'Content-Type': 'application/problem+json' }
const notFound = () =>
  new Response('{"type":"about:blank","title":"Not Found","status":404,"code":"NOT_FOUND"}', {
    status: 404,
    headers: PROBLEM,
  })
const busy = (status: number) => new Response(null, { status, headers: { 'Retry-After': '0' } })
const lost = () => Promise.reject(new TypeError('fetch failed'))

/** Returns a client whose requests get these responses in order, and the number of requests so far. */
function clientOf(...answers: (() => Response | Promise<Response>)[]) {
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    return (answers[sent.length - 1] ?? notFound)()
  }
  return { sent, client: createClient({ url: 'https://app.example.com', key: 'lk_1', fetch }) }
}

test.each([
  ['the connection breaks', lost],
  ['a gateway gives up', () => busy(504)],
  ['the service is unavailable', () => busy(503)],
])('a DELETE that was sent again because %s counts as done if nothing is there anymore', async (_why, first) => {
  const { client, sent } = clientOf(first, notFound)
  expect((await client.DELETE('/notes/{id}', NOTE)).response.status).toBe(204)
  expect(sent).toHaveLength(2)
})

test.each<[string, (() => Response | Promise<Response>)[]]>([
  ['at once', [notFound]],
  ['after a refusal because of too many requests', [() => busy(429), notFound]],
  ['from a proxy', [() => busy(503), () => new Response(null, { status: 404 })]],
])('a DELETE fails if the row is missing %s', async (_when, answers) => {
  const { client } = clientOf(...answers)
  await expect(client.DELETE('/notes/{id}', NOTE)).rejects.toMatchObject({ name: 'ApiError', status: 404 })
})

test('list reads page after page of a list whose path has an ID', async () => {
  const page = (next: string | null) => () => Response.json({ data: [{ id: next ?? 'last', text: 'a' }], next })
  const { client, sent } = clientOf(page('1'), page(null))
  const ids: string[] = []
  for await (const { id } of client.list('/notes/{id}/replies', undefined, { id: '7' })) ids.push(id)
  expect(ids).toEqual(['1', 'last'])
  const at = 'https://app.example.com/api/v1/notes/7/replies'
  expect(sent.map(({ url }) => url)).toEqual([at, `${at}?after=1`])
})

test('only a DELETE counts as done if the row is missing', async () => {
  const { client } = clientOf(lost, notFound)
  await expect(client.GET('/notes')).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
})

test.each([
  ['is cut off', () => new Response('{"type":"about:bl', { status: 422, headers: PROBLEM })],
  ['breaks off', () => new Response(brokenBody(), { status: 422, headers: PROBLEM })],
])('an error whose body %s is an ApiError without a code', async (_what, answer) => {
  const { client } = clientOf(answer)
  const error: unknown = await client.GET('/notes').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 422, code: undefined, errors: [], message: 'HTTP status 422' })
})

function brokenBody() {
  return new ReadableStream({
    pull: (controller) => controller.error(new TypeError('terminated')),
  })
}

test.each(['before', 'during'])(
  'a signal that is aborted %s the pause between two attempts ends the call without another attempt',
  async (when) => {
    const abort = new AbortController()
    const reason = new Error('no longer needed')
    const { client, sent } = clientOf(() => {
      if (when === 'before') abort.abort(reason)
      else setImmediate(() => setImmediate(() => abort.abort(reason)))
      return new Response(null, { status: 503, headers: { 'Retry-After': '60' } })
    })
    await expect(client.GET('/notes', { signal: abort.signal })).rejects.toBe(reason)
    expect(sent).toHaveLength(1)
  },
)
