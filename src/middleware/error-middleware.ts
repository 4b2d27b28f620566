import { createSerializationAdapter } from '@tanstack/react-router'
import { createMiddleware } from '@tanstack/react-start'
import { AppError, type AppErrorDetails, type ErrorCode } from '#lib/app-error.ts'
import { findCurrentRequest, routePatternKey } from '#request/request-context.server.ts'
import { inSpan } from '#instrumentation/measure.server.ts'
import { functionCallKey, toAppError, type FunctionCall } from './unexpected-errors.server.ts'

/** Serializes an AppError as its code and details only. */
export const appErrorAdapter = createSerializationAdapter({
  key: 'app-error',
  test: (value): value is AppError => value instanceof AppError,
  toSerializable: ({ code, details }) =>
    ({ code, details: { ...details } }) as { code: ErrorCode; details: AppErrorDetails & Record<string, never> },
  fromSerializable: ({ code, details }) => new AppError(code, details),
})

/** Converts errors of server functions for callers. An unexpected error becomes UNKNOWN_ERROR with an ID that is in the log. */
export const errorMiddleware = createMiddleware({ type: 'function' }).server(async ({ next, serverFnMeta }) => {
  const call: FunctionCall = {}
  const request = findCurrentRequest()
  request?.store.set(functionCallKey, call)
  // Set the route only if the function is called over HTTP. During the rendering of a page, the path would be that of the page.
  if (request?.url.pathname.startsWith('/api/')) request.store.set(routePatternKey, request.url.pathname)
  try {
    const done = await inSpan(`server function ${serverFnMeta.name}`, {}, async () => next())
    // The type of the framework lacks `result`.
    call.result = (done as { result?: unknown }).result
    return done
  } catch (error) {
    const appError = toAppError(error)
    if (appError instanceof AppError) call.failure = appError
    throw appError
  }
})
