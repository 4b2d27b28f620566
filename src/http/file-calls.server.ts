import { AppError } from '#lib/app-error.ts'
import { refuseChangeInDemo } from '#middleware/demo-gate.server.ts'
import { isOurOrigin } from '#middleware/same-origin.server.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import type { Handler } from '#request/handler.ts'
import { isBrowserAsking, type RefusalPage } from './shed-load.server.ts'

/** Finds the endpoint whose file a request brings or wants. */
export type FindFileEndpoint = (method: string, path: string) => FileEndpoint | undefined

/** Makes what finds an endpoint among those that the product has. */
export function fileEndpointsOf(endpoints: FileEndpoint[]): FindFileEndpoint {
  const byCall = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
  return (method, path) => byCall.get(`${method} ${path}`)
}

/** Makes the step that answers downloads and uploads; who followed a link in vain gets a page that says why. */
export function answerFileCall(find: FindFileEndpoint, refusalPage: RefusalPage): Handler {
  return async (request, context, next) => {
    const endpoint = find(request.method, context.url.pathname)
    if (!endpoint) return next(request)
    try {
      refuseOtherSites(request)
      refuseChangeInDemo()
      return await endpoint.handle(request, context.url.searchParams)
    } catch (error) {
      if (!(error instanceof AppError) || request.method !== 'GET' || !isBrowserAsking(context)) throw error
      return error.code === 'UNAUTHORIZED' ? toLogin(context) : refusalPage(context.language, error)
    }
  }
}

/** Over plain http browsers do not say where a link was that they follow; what it brings, no other site gets to see. */
function refuseOtherSites({ method, headers }: Request): void {
  const site = headers.get('sec-fetch-site')
  const isOurs = method === 'GET' ? site !== 'cross-site' && site !== 'same-site' : isOurOrigin(headers.get('origin'))
  if (!isOurs) throw new AppError('INVALID_ORIGIN')
}

function toLogin({ url: { pathname, search } }: RequestContext): Response {
  const Location = `/login?${new URLSearchParams({ redirect: `${pathname}${search}` }).toString()}`
  return new Response(null, { status: 303, headers: { Location } })
}
