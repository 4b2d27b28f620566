import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import type { FormActions } from '#request/form-action.ts'
import { environment } from '#env/environment.server.ts'
import { runInRequest, type Handler } from '#request/request-context.server.ts'
import { authHandler } from './auth-handler.server.ts'
import { compressResponse } from './compress.server.ts'
import { createRequestContext, type IncomingRequest } from './create-request-context.server.ts'
import { fileHandler, createFileLookup } from './file-calls.server.ts'
import { failFiles, faultHandler, type SimulatedFaultViews } from './faults.server.ts'
import { formActionHandler, formResultHandler } from './form-actions.server.ts'
import type { Mount } from '#request/mount.ts'
import { pipeline, type FrameworkHandler } from './handler.ts'
import { handleHealthCheck, closeConnectionsWhileDraining } from './health.server.ts'
import { logRequest } from './log-request.server.ts'
import { mountHandler } from './mounts.server.ts'
import { observeRequest } from './observe-request.server.ts'
import {
  limitPageMethods,
  endExpiredImpersonation,
  refuseAfterImpersonation,
  storeLanguageOfUrl,
  applyPreferences,
  normalizePath,
} from './page-middleware.server.ts'
import { preparedPageHandler } from './prepared-pages.server.ts'
import { isForeignHost, bodyLimiterExceptFiles, limitUrl, foreignHostResponse } from './request-limits.server.ts'
import { withSandbox, createSandbox } from './sandbox.server.ts'
import { addResponseHeaders } from './security-headers.server.ts'
import { handleSecurityTxt } from './security-txt.server.ts'
import { serverFunctionHandler } from './server-function-handler.server.ts'
import { limitSession } from './session-limits.server.ts'
import { loadShedder, type RefusalPage } from './shed-load.server.ts'
import { errorHandler } from './show-errors.server.ts'
import { sendFile } from './static-files.server.ts'

/** The parts of the request handler that the app and the features provide. */
interface RequestHandlerParts {
  app: FrameworkHandler
  refusalPage: RefusalPage
  faultViews: SimulatedFaultViews
  /** Endpoints of features under /api/auth that replace those of better-auth. */
  authEndpoints: AuthEndpoint[]
  /** Upload and download endpoints of features. */
  fileEndpoints: FileEndpoint[]
  /** Path prefixes that features handle by themselves. */
  mounts: Mount[]
  /** Forms of features that work without JavaScript. */
  formActions: FormActions
  /** Middleware of features for requests of browsers. */
  requestMiddleware: Handler[]
  /** Whether this is a production build. The dev server serves files itself, and its pages are not cached. */
  isBuilt: boolean
}

/**
 * Creates the request handler. A request passes these handlers from top to bottom until one of them returns a response, which
 * passes the handlers in reverse order. Server functions have additional middleware in `src/start.ts`.
 */
export function createRequestHandler({
  app,
  authEndpoints,
  fileEndpoints,
  mounts,
  formActions,
  requestMiddleware,
  refusalPage,
  faultViews,
  isBuilt,
}: RequestHandlerParts) {
  const findFileEndpoint = createFileLookup(fileEndpoints)
  const limitBody = bodyLimiterExceptFiles(findFileEndpoint)
  const { isLocal, hasSandboxes } = environment()
  const give = hasSandboxes ? [createSandbox] : []
  const answerCalls = [authHandler(authEndpoints), serverFunctionHandler(app, formActions)]
  const convertErrors = errorHandler(refusalPage)
  const calls: Handler[] = [convertErrors, limitBody, ...give, ...answerCalls]
  const handle = pipeline([
    closeConnectionsWhileDraining,
    ...(isLocal ? [failFiles] : []),
    ...(isBuilt ? [sendFile] : []),
    logRequest,
    observeRequest,
    ...(isBuilt ? [preparedPageHandler(app)] : []),
    loadShedder(refusalPage, mounts),
    compressResponse,
    addResponseHeaders,
    mountHandler(mounts),
    ...(isLocal ? [faultHandler(faultViews, refusalPage)] : []),
    ...requestMiddleware,
    convertErrors,
    limitUrl,
    limitBody,
    ...(hasSandboxes ? [withSandbox] : []),
    limitSession,
    handleHealthCheck,
    handleSecurityTxt,
    refuseAfterImpersonation,
    fileHandler(findFileEndpoint),
    ...give,
    ...answerCalls,
    formActionHandler(formActions, pipeline(calls)),
    formResultHandler(formActions),
    limitPageMethods,
    normalizePath,
    storeLanguageOfUrl,
    endExpiredImpersonation,
    applyPreferences,
    app,
  ])
  return async (request: IncomingRequest): Promise<Response> => {
    const url = URL.parse(request.url)
    if (!url || isForeignHost(url)) return foreignHostResponse()
    const context = createRequestContext(request, url)
    return runInRequest(context, () => handle(request, context))
  }
}
