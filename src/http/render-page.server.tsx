import type { AnyRouter } from '@tanstack/react-router'
import { renderRouterToStream, renderSsrHtmlResponse } from '@tanstack/react-router/ssr/server'
import { createStartHandler, StartServer } from '@tanstack/react-start/server'
import { renderToString } from 'react-dom/server'

/** React's mark of a boundary that waits for something, or failed. */
const UNFINISHED_BOUNDARY = '<!--$!-->'

/**
 * Renders pages and runs server functions. The data of a page is there before it is rendered, so its HTML is made at once,
 * as a text. A page that turns out to wait for something within is rendered again, as a stream.
 */
export const renderPage = createStartHandler(({ request, router, responseHeaders }) => {
  handOutScriptsAgain(router)
  const page = <StartServer router={router} />
  const html = renderToString(page)
  if (html.includes(UNFINISHED_BOUNDARY))
    return renderRouterToStream({ request, router, responseHeaders, children: page })
  return renderSsrHtmlResponse({ router, responseHeaders, render: () => html })
})

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
