import { renderRouterToStream, renderSsrHtmlResponse } from '@tanstack/react-router/ssr/server'
import { createStartHandler, StartServer } from '@tanstack/react-start/server'
import { renderToString } from 'react-dom/server'

/** How React marks a boundary that waits for something, or failed. */
const UNFINISHED_BOUNDARY = '<!--$!-->'

/**
 * Renders pages and runs server functions. The data of a page is there before it is rendered, so its HTML is made at once,
 * as a text. A page that turns out to wait for something within is rendered again, as a stream.
 */
export const renderPage = createStartHandler(({ request, router, responseHeaders }) => {
  const page = <StartServer router={router} />
  const html = renderToString(page)
  if (html.includes(UNFINISHED_BOUNDARY))
    return renderRouterToStream({ request, router, responseHeaders, children: page })
  return renderSsrHtmlResponse({ router, responseHeaders, render: () => html })
})
