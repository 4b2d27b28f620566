import { expect, test } from 'vitest'
import { RequestStore, requestKey, type Handler } from '#request/request-context.server.ts'
import { createRequestContext } from './create-request-context.server.ts'
import { errorHandler } from './show-errors.server.ts'
import { pipeline } from './handler.ts'

test('a request passes through the handlers in order until one responds; the response passes back in reverse order', async () => {
  const passed: string[] = []
  const step =
    (name: string): Handler =>
    async (request, _context, next) => {
      passed.push(name)
      const response = await next(request)
      passed.push(`${name} again`)
      return response
    }
  const response = await requestThrough([step('first'), step('second'), () => new Response('here'), step('never')])
  expect(await response.text()).toBe('here')
  expect(passed).toEqual(['first', 'second', 'second again', 'first again'])
})

test('a handler can pass a different request to the next handler', async () => {
  const response = await requestThrough([
    (_request, _context, next) => next(new Request('http://localhost:3000/other')),
    (request) => new Response(request.url),
  ])
  expect(await response.text()).toBe('http://localhost:3000/other')
})

test('a request that no handler answers is NOT_FOUND, and an error of a handler is answered with its code', async () => {
  const convertErrorsToJson = errorHandler(() => new Response('a page'))
  expect((await requestThrough([convertErrorsToJson])).status).toBe(404)
  const broken: Handler = () => {
    throw new Error('broken')
  }
  expect(await (await requestThrough([convertErrorsToJson, broken])).json()).toMatchObject({ code: 'UNKNOWN_ERROR' })
})

test('a value in the store is found only under its own key', () => {
  const store = new RequestStore()
  const [one, other] = [requestKey<number>('key'), requestKey<number>('key')]
  store.set(one, 1)
  expect([store.get(one), store.get(other)]).toEqual([1, undefined])
})

function requestThrough(handlers: Handler[]): Promise<Response> {
  const request = new Request('http://localhost:3000/')
  return pipeline(handlers)(request, createRequestContext(request, new URL(request.url)))
}
