import { LRUCache } from 'lru-cache'
import { FastResponse } from 'srvx'
import { routePatternKey, runInRequest, type RequestContext, type Handler } from '#request/request-context.server.ts'
import { type AnonymousPage, anonymousRequest, findAnonymousPage } from './anonymous-page.server.ts'
import { chooseEncoding, type ContentEncoding } from './content-encoding.server.ts'
import { createRequestContext } from './create-request-context.server.ts'
import type { FrameworkHandler } from './handler.ts'
import { addSecurityHeaders } from './security-headers.server.ts'
import { trustScripts } from './trusted-scripts.server.ts'

/** The limits of the cache: entries and bytes. Never reached, because there are fewer than a hundred different pages. */
const LIMITS = { max: 200, maxSize: 8_388_608 }
/** Maximum age of a cached page in milliseconds, and so the maximum error of times on the page. */
const LIFETIME_MS = 60_000

/** A cached page: the compressed bytes and the headers, except the request ID. */
interface PreparedPage {
  bytes: Uint8Array<ArrayBuffer>
  headers: [string, string][]
}

interface PageVariant {
  page: AnonymousPage
  encoding: ContentEncoding
  app: FrameworkHandler
}

const preparedPages = new LRUCache<string, PreparedPage, PageVariant>({
  ...LIMITS,
  ttl: LIFETIME_MS,
  sizeCalculation: ({ bytes }) => bytes.length,
  // Simultaneous requests for a page share one rendering.
  fetchMethod: (_key, _stale, { context }) => preparePage(context),
})

/** Creates the handler that sends a cached page if the response depends only on the visitor's language, theme and encoding. */
export function preparedPageHandler(app: FrameworkHandler): Handler {
  return async (request, context, next) => {
    const page = findAnonymousPage(request.method, context)
    if (!page) return next(request)
    const encoding = chooseEncoding(request.headers.get('accept-encoding'))
    const key = [page.path, page.language, page.theme, encoding.name].join(' ')
    const made =
      preparedPages.get(key) ??
      (await preparedPages.fetch(key, { context: { page, encoding, app } }).catch(() => undefined))
    if (!made) return next(request)
    context.store.set(routePatternKey, page.path)
    return new FastResponse(made.bytes, { headers: [...made.headers, ['X-Request-Id', context.id]] })
  }
}

/** Renders a page for the cache. Returns undefined if that fails; each visitor then gets an uncached response. */
async function preparePage({ page, encoding, app }: PageVariant): Promise<PreparedPage | undefined> {
  const request = anonymousRequest(page)
  const context: RequestContext = { ...createRequestContext(request, new URL(request.url)), nonce: undefined }
  const response = await runInRequest(context, async () => app(request))
  if (response.status !== 200 || context.setCookies.length > 0 || response.headers.has('set-cookie')) return undefined

  const { html, sources } = trustScripts(await response.text())
  const bytes = encoding.encode(Buffer.from(html))
  const headers = new Headers(response.headers)
  addSecurityHeaders(headers, page.path, sources)
  headers.set('Vary', 'Accept-Encoding')
  headers.set('Content-Length', String(bytes.length))
  if (encoding.name !== 'identity') headers.set('Content-Encoding', encoding.name)
  return { bytes, headers: [...headers] }
}
