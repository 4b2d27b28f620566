import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { appConfig } from '#app.config'
import { hasLanguages } from '#lib/test-languages.ts'
import { findCurrentRequest } from '#request/request-context.server.ts'
import { createRequestContext } from './create-request-context.server.ts'
import type { FrameworkHandler } from './handler.ts'
import { preparedPageHandler } from './prepared-pages.server.ts'

const PATHS = ['/login', '/login/error']
const ENCODINGS = 4
const MAX_PAGES = PATHS.length * appConfig.languages.length * appConfig.themes.length * ENCODINGS

interface Visit {
  path: string
  method?: string
  headers?: Record<string, string>
}

const header = fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[^\u0020-\u007E]/g, '').trim())
const visits: fc.Arbitrary<Visit> = fc.record({
  path: fc
    .tuple(
      fc.constantFrom(...PATHS, '/', '/login/', '/app'),
      fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.webQueryParameters()),
    )
    .map(([path, query]) => (query === '' ? path : `${path}?${query}`)),
  method: fc.constantFrom('GET', 'HEAD', 'POST'),
  headers: fc.dictionary(
    fc.constantFrom('accept-language', 'accept-encoding', 'user-agent', 'x-forwarded-for', 'host', 'x-forwarded-host'),
    header,
  ),
})
const cookies = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom('lng', 'theme'), header), fc.oneof(fc.constantFrom('fr', 'dark'), header)))
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('; '))

test('the cache stores a limited number of pages, and no page contains input of a visitor', async () => {
  const made: string[] = []
  const app = (request: Request) => {
    made.push(JSON.stringify([request.method, request.url, ...request.headers]))
    expect(findCurrentRequest()?.nonce).toBeUndefined()
    return aPage()
  }
  await fc.assert(
    fc.asyncProperty(visits, cookies, async (visit, cookie) => {
      await visitPage({ ...visit, headers: { ...visit.headers, cookie } }, app)
    }),
    { numRuns: 2_000 },
  )
  expect(made.length).toBeGreaterThan(hasLanguages('fr') ? 4 : 3)
  expect(made.length).toBeLessThanOrEqual(MAX_PAGES)
  const [path, language, theme] = [PATHS, appConfig.languages, appConfig.themes].map((names) => names.join('|'))
  const expected = new RegExp(
    String.raw`^\["GET","http://localhost:3000(${path})",\["cookie","lng=(${language}); theme=(${theme})"\]\]$`,
  )
  expect(made.filter((request) => !expected.test(request))).toEqual([])
})

test.each<[string, Visit]>([
  ['a signed-in user', { path: '/login', headers: { cookie: 'latchkey.session_token=abc.def' } }],
  ['a visitor with an unknown cookie', { path: '/login', headers: { cookie: 'lng=fr; other=1' } }],
  ['a visitor with a redirect parameter', { path: '/login?redirect=%2Fapp' }],
  ['a language in the URL, because a cookie remembers it', { path: '/login?lng=fr' }],
  ['a page for one user', { path: '/login/verify' }],
  ['a submitted form', { path: '/login', method: 'POST' }],
])('the cache is not used for %s', async (_who, visit) => {
  const app = vi.fn<() => Response>(aPage)
  expect(await visitPage(visit, app)).toBeUndefined()
  expect(app).not.toHaveBeenCalled()
})

test('visitors at the same time share one rendering, and each answer has its own request ID', async () => {
  const app = vi.fn<() => Promise<Response>>(async () => {
    await nextTurn()
    return aPage()
  })
  const visit = { path: '/login', headers: { cookie: 'theme=light', 'accept-language': 'sw' } }
  const answers = await Promise.all([visitPage(visit, app), visitPage(visit, app), visitPage(visit, app)])
  expect(app).toHaveBeenCalledOnce()
  expect(new Set(answers.map((answer) => answer?.headers.get('x-request-id'))).size).toBe(3)
  expect(await Promise.all(answers.map(async (answer) => answer?.text()))).toEqual(
    Array.from({ length: 3 }, () => '<p>sign in</p>'),
  )
})

test.each<[string, () => Response | Promise<Response>]>([
  ['a failure', () => new Response('<p>failed</p>', { status: 500 })],
  ['a redirect', () => new Response(null, { status: 302, headers: { Location: '/app' } })],
  ['a page that sets a cookie', () => new Response('<p></p>', { headers: { 'Set-Cookie': 'a=1' } })],
  ['an app that throws', () => Promise.reject(new Error('no page'))],
])('%s is not cached', async (_what, app) => {
  const visit = { path: '/login/error', headers: { cookie: 'lng=ar; theme=dark', 'accept-encoding': 'br' } }
  expect(await visitPage(visit, app)).toBeUndefined()
})

test('inline scripts are trusted by hash, script files are loaded by a trusted inline script', async () => {
  const inline = 'const a = "<p>"; document.currentScript.remove()'
  const page = `<head><script>${inline}</script></head><script type="module" async="" src="/assets/a.js"></script>`
  const answer = await visitPage({ path: '/login/error', headers: { cookie: 'lng=sw; theme=light' } }, () =>
    aPage(page),
  )
  const html = (await answer?.text()) ?? ''
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text ?? '')
  expect(scripts).toEqual([inline, expect.stringContaining('"src":"/assets/a.js"')])
  expect(html.match(/<script[ >]/g)).toHaveLength(2)
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(answer?.headers.get('content-security-policy')).toContain(`script-src ${hashes.join(' ')} 'strict-dynamic';`)
})

function aPage(html = '<p>sign in</p>'): Response {
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

/** Returns the cached response; undefined if the request was passed on to later handlers. */
async function visitPage({ path, ...init }: Visit, app: FrameworkHandler): Promise<Response | undefined> {
  const request = new Request(`http://localhost:3000${path}`, init)
  const context = createRequestContext(request, new URL(request.url))
  const handedOn = new Response()
  const response = await preparedPageHandler(app)(request, context, () => Promise.resolve(handedOn))
  return response === handedOn ? undefined : response
}
