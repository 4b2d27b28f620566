import type { ApiOperation } from '#api/operation.ts'
import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import type { FormActions } from '#request/form-action.ts'
import { environment } from '#env/environment.server.ts'
import { runInRequest } from '#request/request-context.server.ts'
import { answerApiCall } from './api-handler.server.ts'
import { answerAuthCall } from './auth-handler.server.ts'
import { compressResponse } from './compress.server.ts'
import { createRequestContext, type IncomingRequest } from './create-request-context.server.ts'
import { mapErrors } from './error-response.server.ts'
import { answerFileCall, fileEndpointsOf } from './file-calls.server.ts'
import { failFiles, injectFaults, type FaultViews } from './faults.server.ts'
import { answerFormAction, sayFormResult } from './form-actions.server.ts'
import type { Handler } from '#request/handler.ts'
import { pipeline, type App } from './handler.ts'
import { answerHealthCheck, closeConnectionsWhileDraining } from './health.server.ts'
import { logRequest } from './log-request.server.ts'
import { observeRequest } from './observe-request.server.ts'
import {
  answerPageMethodsOnly,
  backFromImpersonation,
  refuseAfterImpersonation,
  rememberLanguage,
  showAsPreferred,
  straightenPath,
} from './page-steps.server.ts'
import { sendPreparedPage } from './prepared-pages.server.ts'
import { isForeignHost, limitBodyUnlessFile, limitUrl, refuseHost } from './request-limits.server.ts'
import { enterSandbox, giveSandbox } from './sandbox.server.ts'
import { addResponseHeaders } from './security-headers.server.ts'
import { answerSecurityTxt } from './security-txt.server.ts'
import { answerServerFunction } from './server-function-handler.server.ts'
import { limitSession } from './session-limits.server.ts'
import { shedLoad, type RefusalPage } from './shed-load.server.ts'
import { sendFile } from './static-files.server.ts'

/** The parts of the request handler besides its own steps. */
interface Parts {
  app: App
  refusalPage: RefusalPage
  faultViews: FaultViews
  /** Calls under /api/auth that features answer in better-auth's place. */
  authEndpoints: AuthEndpoint[]
  /** Addresses of files that features send and take. */
  fileEndpoints: FileEndpoint[]
  /** What programs may ask for under /api/v1. */
  apiOperations: ApiOperation[]
  /** Forms of features that work without JavaScript. */
  formActions: FormActions
  /** Steps of features around what browsers ask for. */
  requestSteps: Handler[]
  /** Whether this is the build: where sources change, files are not ours to send and pages are not kept. */
  isBuilt: boolean
}

/**
 * Creates the way of a request: all requests of the product pass these steps from top to bottom, until one answers, and
 * all answers pass them back. What a server function passes after that is in `src/start.ts`.
 */
export function createRequestHandler({
  app,
  authEndpoints,
  fileEndpoints,
  apiOperations,
  formActions,
  requestSteps,
  refusalPage,
  faultViews,
  isBuilt,
}: Parts) {
  const findFileEndpoint = fileEndpointsOf(fileEndpoints)
  const limitBody = limitBodyUnlessFile(findFileEndpoint)
  const { isLocal, hasSandboxes } = environment()
  const give = hasSandboxes ? [giveSandbox] : []
  const answerCalls = [answerAuthCall(authEndpoints), answerServerFunction(app, formActions)]
  const calls: Handler[] = [mapErrors, limitBody, ...give, ...answerCalls]
  const handle = pipeline([
    closeConnectionsWhileDraining,
    ...(isLocal ? [failFiles] : []),
    ...(isBuilt ? [sendFile] : []),
    logRequest,
    observeRequest,
    ...(isBuilt ? [sendPreparedPage(app)] : []),
    shedLoad(refusalPage),
    compressResponse,
    addResponseHeaders,
    answerApiCall(apiOperations),
    ...(isLocal ? [injectFaults(faultViews, refusalPage)] : []),
    ...requestSteps,
    mapErrors,
    limitUrl,
    limitBody,
    ...(hasSandboxes ? [enterSandbox(refusalPage)] : []),
    limitSession(refusalPage),
    answerHealthCheck,
    answerSecurityTxt,
    refuseAfterImpersonation,
    answerFileCall(findFileEndpoint, refusalPage),
    ...give,
    ...answerCalls,
    answerFormAction(formActions, pipeline(calls)),
    sayFormResult(formActions),
    answerPageMethodsOnly,
    straightenPath,
    rememberLanguage,
    backFromImpersonation,
    showAsPreferred,
    app,
  ])
  return async (request: IncomingRequest): Promise<Response> => {
    const url = URL.parse(request.url)
    if (!url || isForeignHost(url)) return refuseHost()
    const context = createRequestContext(request, url)
    return runInRequest(context, () => handle(request, context))
  }
}
