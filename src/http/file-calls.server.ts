import { AppError } from '#lib/app-error.ts'
import { refuseChangeInDemo } from '#middleware/demo-gate.server.ts'
import { isSentByProgram, isOurOrigin } from '#middleware/same-origin.server.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import type { RequestContext, Handler } from '#request/request-context.server.ts'
import { acceptsHtml } from './shed-load.server.ts'

/** Finds the endpoint for an upload or download. */
export type FindFileEndpoint = (method: string, path: string) => FileEndpoint | undefined

/** Creates the lookup of file endpoints by method and path. */
export function createFileLookup(endpoints: FileEndpoint[]): FindFileEndpoint {
  const byCall = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
  return (method, path) => byCall.get(`${method} ${path}`)
}

/** Creates the handler for downloads and uploads. Redirects a browser without the required session to the sign-in page. */
export function fileHandler(find: FindFileEndpoint): Handler {
  return async (request, context, next) => {
    const endpoint = find(request.method, context.url.pathname)
    if (!endpoint) return next(request)
    try {
      refuseOtherSites(request)
      refuseChangeInDemo()
      return await endpoint.handle(request, context.url.searchParams)
    } catch (error) {
      const isLink = request.method === 'GET' && acceptsHtml(context)
      if (isLink && error instanceof AppError && error.code === 'UNAUTHORIZED') return redirectToLogin(context)
      throw error
    }
  }
}

/** Refuses requests from other sites. Allows downloads without Sec-Fetch-Site: browsers send it only over HTTPS. */
function refuseOtherSites({ method, headers }: Request): void {
  const site = headers.get('sec-fetch-site')
  const isUsedByThisApp =
    method === 'GET' ? site !== 'cross-site' && site !== 'same-site' : isOurOrigin(headers.get('origin'))
  if (!isUsedByThisApp && !isSentByProgram(headers)) throw new AppError('INVALID_ORIGIN')
}

function redirectToLogin({ url: { pathname, search } }: RequestContext): Response {
  const Location = `/login?${new URLSearchParams({ redirect: `${pathname}${search}` }).toString()}`
  return new Response(null, { status: 303, headers: { Location } })
}
