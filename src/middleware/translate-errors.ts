import { createSerializationAdapter } from '@tanstack/react-router'
import { createMiddleware } from '@tanstack/react-start'
import { AppError, type AppErrorDetails, type ErrorCode } from '#lib/app-error.ts'
import { findCurrentRequest } from '#lib/request-context.server.ts'
import { reachedFunction, toAppError } from './unforeseen.server.ts'

/** Carries an AppError over the wire as its code and details, nothing else. */
export const appErrorAdapter = createSerializationAdapter({
  key: 'app-error',
  test: (value): value is AppError => value instanceof AppError,
  toSerializable: ({ code, details }) =>
    ({ code, details: { ...details } }) as { code: ErrorCode; details: AppErrorDetails & Record<string, never> },
  fromSerializable: ({ code, details }) => new AppError(code, details),
})

/** Whatever a server function throws that is not an AppError becomes UNKNOWN_ERROR with an id; the log has the rest. */
export const translateErrors = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  findCurrentRequest()?.memory.set(reachedFunction, true)
  try {
    return await next()
  } catch (error) {
    throw toAppError(error)
  }
})
