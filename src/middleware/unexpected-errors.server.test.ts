import { notFound, redirect } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { requestOfNewBrowser } from '#request/test-request.server.ts'
import { runInRequest } from '#request/request-context.server.ts'
import { isDatabaseUnreachable, toAppError } from './unexpected-errors.server.ts'

let logged: MockInstance<typeof log.error>

beforeEach(() => {
  logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
})

afterEach(() => vi.restoreAllMocks())

describe('an error for callers', () => {
  test.each([
    ['an AppError', new AppError('FORBIDDEN')],
    ['a redirect', redirect({ to: '/login' })],
    ['a missing page', notFound()],
    ['a response', new Response('no', { status: 418 })],
  ])('an error for callers is returned unchanged: %s', (_name, thrown) => {
    expect(toAppError(thrown)).toBe(thrown)
    expect(logged).not.toHaveBeenCalled()
  })

  test('an error for callers is found if a library wrapped it', () => {
    const ours = new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 })
    expect(toAppError(new Error('Failed query', { cause: new Error('driver', { cause: ours }) }))).toBe(ours)
  })
})

describe('an unreachable database', () => {
  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'CONNECT_TIMEOUT',
    'CONNECTION_CLOSED',
    'CONNECTION_ENDED',
    'CONNECTION_DESTROYED',
    '08006',
    '57P01',
    '57P03',
    '53300',
  ])('an unreachable database is reported as SERVICE_UNAVAILABLE with a Retry-After: %s', (code) => {
    expect(toAppError(failedQuery(code))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { retryAfterSeconds: 5 },
    })
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ event: 'database.unreachable', reason: code }),
      expect.any(String),
    )
  })

  test('a cancelled statement alerts no operator, unlike an unreachable database', () => {
    expect(toAppError(failedQuery('57014'))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(logged).not.toHaveBeenCalled()
  })

  test.each(['23505', '42P01', '22012', '40001', 'ERR_INVALID_URL', 'ENOENT'])(
    'the error code %s does not stand for an unreachable database',
    (code) => {
      expect(isDatabaseUnreachable(failedQuery(code))).toBe(false)
    },
  )
})

describe('a visitor who disconnects', () => {
  const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

  test('a visitor who disconnects is not mistaken for an unreachable database', () => {
    const signal = AbortSignal.abort(reset)
    const told = runInRequest({ ...requestOfNewBrowser(), signal }, () => toAppError(reset))
    expect(told).toMatchObject({ code: 'NO_CONNECTION' })
    expect(logged).not.toHaveBeenCalled()
  })

  test('an unreachable database is reported even if the visitor disconnects', () => {
    const signal = AbortSignal.abort(reset)
    const told = runInRequest({ ...requestOfNewBrowser(), signal }, () => toAppError(failedQuery('ECONNRESET')))
    expect(told).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ event: 'database.unreachable' }),
      expect.any(String),
    )
  })
})

describe('an unexpected error', () => {
  test('an unexpected error becomes an ID that is in the log with the details', () => {
    const error = toAppError(new TypeError('x is not a function')) as AppError
    expect(error).toMatchObject({
      code: 'UNKNOWN_ERROR',
      details: { errorId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
    })
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ event: 'error.unexpected', errorId: error.details.errorId, name: 'TypeError' }),
      expect.any(String),
    )
  })

  test('the message of an unexpected error is shown neither to the caller nor in the log', () => {
    const secret = 'select * from "user" where email = ada@example.com'
    const error = toAppError(
      new Error(`Failed query: ${secret}`, { cause: Object.assign(new Error(secret), { code: '42P01' }) }),
    )
    expect(`${JSON.stringify(error)}${JSON.stringify(logged.mock.calls)}`).not.toMatch(/select|ada@example/)
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ reason: '42P01' }), expect.any(String))
  })

  test('the log has the stack of an unexpected error, but no part of a message that looks like a stack', () => {
    const thrown = new Error('first line\n    at the house of ada@example.com')
    toAppError(thrown)
    const [entry] = logged.mock.calls[0] as unknown as [{ stack: string[] }]
    expect(entry.stack[0]).toContain('unexpected-errors.server.test.ts')
    expect(JSON.stringify(entry)).not.toContain('ada@example.com')
  })

  test.each([['text'], [undefined], [null], [42], [{ code: 'FORBIDDEN' }]])(
    'a thrown value that is not an Error is an unexpected error: %j',
    (thrown) => {
      expect(toAppError(thrown)).toMatchObject({ code: 'UNKNOWN_ERROR' })
    },
  )

  test('an unexpected error can have circular causes', () => {
    const error: Error & { cause?: unknown } = new Error('round')
    error.cause = error
    expect(toAppError(error)).toMatchObject({ code: 'UNKNOWN_ERROR' })
  })
})

function failedQuery(code: string): Error {
  return new Error('Failed query', { cause: Object.assign(new Error('driver'), { code }) })
}
