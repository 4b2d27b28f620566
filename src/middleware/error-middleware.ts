import { createSerializationAdapter } from '@tanstack/react-router'
import { createMiddleware } from '@tanstack/react-start'
import { AppError, type AppErrorDetails, type ErrorCode } from '#lib/app-error.ts'
import { findCurrentRequest } from '#request/request-context.server.ts'
import { functionCall, toAppError, type FunctionCall } from './unexpected-errors.server.ts'

/** Carries an AppError over the wire as its code and details, nothing else. */
export const appErrorAdapter = createSerializationAdapter({
  key: 'app-error',
  test: (value): value is AppError => value instanceof AppError,
  toSerializable: ({ code, details }) =>
    ({ code, details: { ...details } }) as { code: ErrorCode; details: AppErrorDetails & Record<string, never> },
  fromSerializable: ({ code, details }) => new AppError(code, details),
})

/** Turns whatever a server function throws that is not an AppError into UNKNOWN_ERROR with an id; the log has the rest. */
export const errorMiddleware = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  const call: FunctionCall = {}
  findCurrentRequest()?.store.set(functionCall, call)
  try {
    return await next()
  } catch (error) {
    const told = toAppError(error)
    if (told instanceof AppError) call.failure = told
    throw told
  }
})
