import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter as createTanStackRouter, type AnyRouter, type ParsedLocation } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { i18n } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import type { DehydratedTexts } from '#i18n/translator.client.ts'
import { createTranslator, dehydrateTexts, hydrateTexts, loadTexts } from '#i18n/translator.ts'
import { AppError } from '#lib/app-error.ts'
import { FORM_RESULT_QUERY_KEY, REFUSED_FORM_QUERY_KEY } from '#lib/refused-form.ts'
import { currentRequest, formResultKey, refusedFormRequestKey } from '#request/request-context.server.ts'
import { parseSearch, stringifySearch } from '#lib/search-text.ts'
import { appInitQuery } from '#shell/app-init.queries.ts'
import { leaveIfSignedOut } from '#shell/leave-if-signed-out.ts'
import { pageNonce } from '#shell/page.ts'
import { ErrorScreen } from '#shell/error-screen.tsx'
import { NotFoundPage } from '#shell/error-page.tsx'
// oxlint-disable-next-line import/no-cycle -- the generated file takes the router's type from here
import { routeTree } from './routeTree.gen.ts'

const FIVE_MINUTES_MS = 5 * 60_000

/** Data that the server sends with a page, in addition to the state of the router and the queries. */
interface Dehydrated {
  texts: DehydratedTexts
}

/** The router of one request or of one browser tab, with its own query cache and translator. */
export function getRouter() {
  const queryClient = createQueryClient()
  passFormResult(queryClient)
  const i18n = createTranslator()
  const router = createTanStackRouter({
    routeTree,
    context: { queryClient, i18n, refetchViewer },
    ssr: { nonce: pageNonce() },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: isScrollRestored,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundPage,
    Wrap: ({ children }) => <I18nextProvider i18n={i18n}>{children}</I18nextProvider>,
    dehydrate: (): Dehydrated => ({ texts: dehydrateTexts(router.state.matches) }),
    hydrate: ({ texts }: Dehydrated) => hydrateTexts(i18n, texts),
  })

  async function refetchViewer(): Promise<void> {
    await queryClient.query({ ...appInitQuery, staleTime: 0 })
    await router.invalidate()
  }

  setupRouterSsrQueryIntegration({ router, queryClient })
  loadTextsWithData(router, i18n)
  return router
}

/**
 * Whether the router scrolls the page after rendering it. A page from the server was already scrolled by a script in
 * the document, and a reader who has scrolled since then must not be moved back to the top by hydration.
 */
const isScrollRestored: () => boolean = createIsomorphicFn()
  .server(() => true)
  .client(() => {
    if (window.isHydrated) return true
    // The router stores positions only after scroll events, and has missed the earlier ones.
    document.dispatchEvent(new Event('scroll'))
    return false
  })

/** Loads the texts of a route in parallel with its data and code, before the route is rendered. */
const loadTextsWithData: (router: AnyRouter, i18n: i18n) => void = createIsomorphicFn()
  .server((_router: AnyRouter, _i18n: i18n) => undefined)
  .client((router: AnyRouter, i18n: i18n) => {
    for (const { options } of Object.values<AnyRouter['routesById'][string]>(router.routesById)) {
      const { loader, staticData } = options
      if (!staticData?.namespaces) continue
      options.loader = async (input: { location: ParsedLocation }) => {
        const [data] = await Promise.all([loader?.(input), loadTexts(i18n, [{ staticData }], input.location)])
        return data
      }
    }
  })

/** Passes the result of a form without JavaScript to the page, on the server. */
const passFormResult: (queryClient: QueryClient) => void = createIsomorphicFn()
  .server((queryClient: QueryClient) => {
    const { store } = currentRequest()
    queryClient.setQueryData(REFUSED_FORM_QUERY_KEY, store.get(refusedFormRequestKey))
    queryClient.setQueryData(FORM_RESULT_QUERY_KEY, store.get(formResultKey))
  })
  .client((_queryClient: QueryClient) => undefined)

function createQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({
      // A query in the background must not interrupt the user; their next action opens the login page.
      onError: (error, { meta }) => meta?.isBackground === true || leaveIfSignedOut(error),
    }),
    defaultOptions: {
      queries: {
        staleTime: FIVE_MINUTES_MS,
        // Queries are retried, unless the server refused them.
        retry: (failures, error) =>
          typeof window !== 'undefined' && failures < 3 && !(error instanceof AppError && error.status < 500),
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 30_000),
        networkMode: import.meta.env.DEV ? 'always' : 'online',
      },
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
