import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus, renderRouterToStream, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler, StartServer } from '@tanstack/react-start/server'
import { renderToString } from 'react-dom/server'
import { findCurrentRequest, routePatternKey } from '#request/request-context.server.ts'
import { recordsMeasurements } from '#instrumentation/measure.server.ts'
import type { FrameworkHandler } from './handler.ts'

/** The HTML comment with which React marks a boundary that suspended or failed. */
const UNFINISHED_BOUNDARY = '<!--$!-->'

/**
 * Renders pages and runs server functions. A page's data is loaded before rendering, so its HTML is rendered at once, as a
 * string. A page that still suspends is rendered again, as a stream.
 */
const handleByFramework = createStartHandler(async ({ request, router, responseHeaders }) => {
  repeatHydrationScripts(router)
  recordRoute(router)
  await closeQueryStream(router)
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
 * Creates the app that renders pages and, if telemetry is on, sets the route of redirects.
 * @param getRouter creates a router; one router is reused to match the routes of redirects
 */
export function createFrameworkHandler(getRouter: () => AnyRouter): FrameworkHandler {
  let routes: AnyRouter | undefined
  return async (request) => {
    const response = await handleByFramework(request)
    const isNameless =
      isRedirect(response) && recordsMeasurements() && findCurrentRequest()?.store.get(routePatternKey) === undefined
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
 * Closes the stream for queries that start during rendering, because loaders have loaded everything. If the stream remained
 * open, the router would send the whole page through streams. Closes it within this turn of the event loop; otherwise the page
 * would count as in progress in `loadShedder` until the visitor's next request.
 */
async function closeQueryStream({ serverSsr }: AnyRouter): Promise<void> {
  serverSsr?.setRenderFinished()
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

/** Sets the route for telemetry. For a page that does not exist, this is the nearest parent route, not the requested path. */
function recordRoute({ state }: AnyRouter): void {
  setRoute(state.matches.at(-1)?.fullPath)
}

function setRoute(route: unknown): void {
  if (typeof route === 'string') findCurrentRequest()?.store.set(routePatternKey, route.replace(/(?<=.)\/$/, ''))
}

/** Makes the router return the hydration scripts again. It returns them only once, but a page might be rendered twice. */
function repeatHydrationScripts({ serverSsr }: AnyRouter): void {
  if (!serverSsr) return
  const take = serverSsr.takeInitialHydrationScriptTags
  let taken: ReturnType<typeof take>
  serverSsr.takeInitialHydrationScriptTags = () => {
    taken ??= take()
    return taken
  }
}
