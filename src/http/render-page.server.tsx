import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus, renderRouterToStream, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler, StartServer } from '@tanstack/react-start/server'
import { renderToString } from 'react-dom/server'
import { findCurrentRequest, routePattern } from '#request/request-context.server.ts'
import { isMeasured } from '#instrumentation/measure.server.ts'
import type { App } from './handler.ts'

/** React's mark of a boundary that waits for something, or failed. */
const UNFINISHED_BOUNDARY = '<!--$!-->'

/**
 * Renders pages and runs server functions. The data of a page is there before it is rendered, so its HTML is made at once,
 * as a text. A page that turns out to wait for something within is rendered again, as a stream.
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
 * Makes the app that renders pages and, where somebody measures, names the route of those that only lead elsewhere.
 * @param getRouter makes a router; one is kept for finding routes
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
 * Ends the stream of queries that begin while a page is rendered: loaders have looked all up. Left open until then, it has the
 * router send the whole page through streams. The stream ends within the turn of the event loop: a page that went on in the next
 * one would keep its place in `shedLoad` until its visitor has asked for another.
 */
async function endLateQueries({ serverSsr }: AnyRouter): Promise<void> {
  serverSsr?.setRenderFinished()
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

/** Whatever path was asked for, a page that is not there is that of the route it was looked for below. */
function nameRoute({ state }: AnyRouter): void {
  setRoute(state.matches.at(-1)?.fullPath)
}

function setRoute(route: unknown): void {
  if (typeof route === 'string') findCurrentRequest()?.store.set(routePattern, route.replace(/(?<=.)\/$/, ''))
}

/** A router hands the scripts that bring a page to life out once, and a page that is rendered twice needs them twice. */
function handOutScriptsAgain({ serverSsr }: AnyRouter): void {
  if (!serverSsr) return
  const take = serverSsr.takeInitialHydrationScriptTags
  let taken: ReturnType<typeof take>
  serverSsr.takeInitialHydrationScriptTags = () => {
    taken ??= take()
    return taken
  }
}
