import { findMount, type Mount } from '#request/mount.ts'
import { runInRequest, type Handler } from '#request/request-context.server.ts'
import { pipeline } from './handler.ts'
import { bodyLimiter, limitUrl } from './request-limits.server.ts'

/** Creates the handler that passes each request whose path is below a mount to that mount, with a context without cookies. */
export function mountHandler(mounts: readonly Mount[]): Handler {
  return async (request, context, next) => {
    const mount = findMount(mounts, context.url)
    if (!mount) return next(request)
    const ofProgram = { ...context, cookies: new Map<string, string>() }
    const answer = pipeline([
      limitUrl,
      ...(mount.isUpload?.(request, context.url) ? [] : [bodyLimiter('POST', 'PATCH', 'PUT', 'DELETE')]),
      (request) => mount.answer(request, ofProgram),
    ])
    return runInRequest(ofProgram, () => answer(request, ofProgram)).catch(mount.refuse)
  }
}
