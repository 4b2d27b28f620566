import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus, renderRouterToStream, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler, StartServer } from '@tanstack/react-start/server'
import { renderToString } from 'react-dom/server'
import { findCurrentRequest, routePattern } from '#request/request-context.server.ts'
import { isMeasured } from '#instrumentation/measure.server.ts'
import type { App } from './handler.ts'

/** React's marker of a boundary that suspended or failed. */
const UNFINISHED_BOUNDARY = '<!--$!-->'

/**
 * Renders pages and runs server functions. A page's data is loaded before rendering, so its HTML is rendered at once, as a
 * string. A page that still suspends is rendered again, as a stream.
 */
const renderPage = createStartHandler(async ({ request, router, responseHeaders }) => {
  handOutScriptsAgain(router)
  nameRoute(router)
  await endLateQueries(router)
  const page = <StartServer router={router} />
  const html = renderToString(page)
  if (html.includes(UNFINISHED_BOUNDARY))
    return renderRouterToStream({ request, router, responseHeaders, children: page })
  try {
    const whole = await transformHtmlStringWithRouter(router, html)
    return new Response(whole, { status: getSsrStatus(router), headers: responseHeaders })
  } finally {
    router.serverSsr?.cleanup()
  }
})

/**
 * Creates the app that renders pages and, if telemetry is on, names the route of redirects.
 * @param getRouter creates a router; one is kept to match routes
 */
export function createPages(getRouter: () => AnyRouter): App {
  let routes: AnyRouter | undefined
  return async (request) => {
    const response = await renderPage(request)
    const isNameless =
      isRedirect(response) && isMeasured() && findCurrentRequest()?.store.get(routePattern) === undefined
    if (isNameless) {
      routes ??= getRouter()
      const [, , found] = routes.getMatchedRoutes(new URL(request.url).pathname)
      setRoute(found?.fullPath)
    }
    return response
  }
}

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400
}

/**
 * Closes the stream for queries that start during rendering, because loaders have loaded everything. If it stays open, the
 * router sends the whole page through streams. The stream closes within the turn of the event loop; otherwise the page would
 * hold its place in `shedLoad` until the visitor's next request.
 */
async function endLateQueries({ serverSsr }: AnyRouter): Promise<void> {
  serverSsr?.setRenderFinished()
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

/** Sets the route for telemetry. A missing page gets the route below which it was looked up, not the requested path. */
function nameRoute({ state }: AnyRouter): void {
  setRoute(state.matches.at(-1)?.fullPath)
}

function setRoute(route: unknown): void {
  if (typeof route === 'string') findCurrentRequest()?.store.set(routePattern, route.replace(/(?<=.)\/$/, ''))
}

/** Makes the router return the hydration scripts again: it returns them once, but a page that is rendered twice needs both. */
function handOutScriptsAgain({ serverSsr }: AnyRouter): void {
  if (!serverSsr) return
  const take = serverSsr.takeInitialHydrationScriptTags
  let taken: ReturnType<typeof take>
  serverSsr.takeInitialHydrationScriptTags = () => {
    taken ??= take()
    return taken
  }
}
