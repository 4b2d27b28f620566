import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import { runInRequest } from '#request/request-context.server.ts'
import { answerAuthCall } from './auth-handler.server.ts'
import { compressResponse } from './compress.server.ts'
import { createRequestContext, type IncomingRequest } from './create-request-context.server.ts'
import { mapErrors } from './error-response.server.ts'
import { answerFormAction } from './form-actions.server.ts'
import { pipeline, type App, type Handler } from './handler.ts'
import { answerHealthCheck, closeConnectionsWhileDraining } from './health.server.ts'
import { logRequest } from './log-request.server.ts'
import { answerPageMethodsOnly, backFromImpersonation, rememberLanguage, straightenPath } from './page-steps.server.ts'
import { sendPreparedPage } from './prepared-pages.server.ts'
import { limitBody, limitUrl, refuseOddHost } from './request-limits.server.ts'
import { addResponseHeaders } from './security-headers.server.ts'
import { answerServerFunction } from './server-function-handler.server.ts'
import { sendFile } from './static-files.server.ts'

/** The parts of the request handler besides its own steps. */
interface Parts {
  app: App
  /** Calls under /api/auth that features answer in better-auth's place. */
  authEndpoints: AuthEndpoint[]
  /** Whether this is the build: where sources change, files are not ours to send and pages are not kept. */
  isBuilt: boolean
}

/**
 * Creates the way of a request: all requests of the product pass these steps from top to bottom, until one answers, and
 * all answers pass them back. What a server function passes after that is in `src/start.ts`.
 */
export function createRequestHandler({ app, authEndpoints, isBuilt }: Parts) {
  const calls: Handler[] = [mapErrors, limitBody, answerAuthCall(authEndpoints), answerServerFunction(app)]
  const handle = pipeline([
    closeConnectionsWhileDraining,
    ...(isBuilt ? [sendFile] : []),
    logRequest,
    ...(isBuilt ? [sendPreparedPage(app)] : []),
    compressResponse,
    addResponseHeaders,
    mapErrors,
    limitUrl,
    limitBody,
    answerHealthCheck,
    answerAuthCall(authEndpoints),
    answerServerFunction(app),
    answerFormAction(pipeline(calls)),
    answerPageMethodsOnly,
    straightenPath,
    rememberLanguage,
    backFromImpersonation,
    app,
  ])
  return async (request: IncomingRequest): Promise<Response> => {
    const url = URL.parse(request.url)
    if (!url) return refuseOddHost()
    const context = createRequestContext(request, url)
    return runInRequest(context, () => handle(request, context))
  }
}
