import { LRUCache } from 'lru-cache'
import { FastResponse } from 'srvx'
import { routePattern, runInRequest, type RequestContext } from '#request/request-context.server.ts'
import { type AnonymousPage, anonymousRequest, findAnonymousPage } from './anonymous-page.server.ts'
import { chooseEncoding, type ContentEncoding } from './content-encoding.server.ts'
import { createRequestContext } from './create-request-context.server.ts'
import type { Handler } from '#request/handler.ts'
import type { App } from './handler.ts'
import { addSecurityHeaders } from './security-headers.server.ts'
import { trustScripts } from './trusted-scripts.server.ts'

/** There are fewer than a hundred; the sizes are a second lock. */
const LIMITS = { max: 200, maxSize: 8_388_608 }
/** The longest a page is kept, in milliseconds: what it says of its own age is never further from the truth. */
const LIFETIME_MS = 60_000

/** A page as it is sent: the bytes, compressed, and their headers but for the request id. */
interface PreparedPage {
  bytes: Uint8Array<ArrayBuffer>
  headers: [string, string][]
}

interface Asked {
  page: AnonymousPage
  encoding: ContentEncoding
  app: App
}

const prepared = new LRUCache<string, PreparedPage, Asked>({
  ...LIMITS,
  ttl: LIFETIME_MS,
  sizeCalculation: ({ bytes }) => bytes.length,
  // Visitors who come at the same time wait for the same making.
  fetchMethod: (_key, _stale, { context }) => prepare(context),
})

/**
 * Makes the step that answers with a page that was made before, where the answer depends on nothing that is the visitor's
 * own but language, theme and what the browser can open.
 */
export function sendPreparedPage(app: App): Handler {
  return async (request, context, next) => {
    const page = findAnonymousPage(request.method, context)
    if (!page) return next(request)
    const encoding = chooseEncoding(request.headers.get('accept-encoding'))
    const key = [page.path, page.language, page.theme, encoding.name].join(' ')
    const made =
      prepared.get(key) ?? (await prepared.fetch(key, { context: { page, encoding, app } }).catch(() => undefined))
    if (!made) return next(request)
    context.store.set(routePattern, page.path)
    return new FastResponse(made.bytes, { headers: [...made.headers, ['X-Request-Id', context.id]] })
  }
}

/** Undefined when the page is not as it should be: then everybody is told by an answer of their own, as by a failure. */
async function prepare({ page, encoding, app }: Asked): Promise<PreparedPage | undefined> {
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
