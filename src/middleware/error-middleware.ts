import { createSerializationAdapter } from '@tanstack/react-router'
import { createMiddleware } from '@tanstack/react-start'
import { AppError, type AppErrorDetails, type ErrorCode } from '#lib/app-error.ts'
import { findCurrentRequest, routePattern } from '#request/request-context.server.ts'
import { inSpan } from '#instrumentation/measure.server.ts'
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
export const errorMiddleware = createMiddleware({ type: 'function' }).server(async ({ next, serverFnMeta }) => {
  const call: FunctionCall = {}
  const request = findCurrentRequest()
  request?.store.set(functionCall, call)
  // Called by its own path, and not by a page that is being made: the path is one of the few then.
  if (request?.url.pathname.startsWith('/api/')) request.store.set(routePattern, request.url.pathname)
  try {
    const done = await inSpan(`server function ${serverFnMeta.name}`, {}, async () => next())
    // The framework's type hides it.
    call.result = (done as { result?: unknown }).result
    return done
  } catch (error) {
    const told = toAppError(error)
    if (told instanceof AppError) call.failure = told
    throw told
  }
})
