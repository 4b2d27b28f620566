import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter as createTanStackRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { I18nextProvider } from 'react-i18next'
import type { HandedOverTexts } from '#i18n/translator.client.ts'
import { createTranslator, handOverTexts, takeOverTexts } from '#i18n/translator.ts'
import { AppError } from '#lib/app-error.ts'
import { parseSearch, stringifySearch } from '#lib/search-text.ts'
import { leaveIfSignedOut } from '#shell/leave-if-signed-out.ts'
import { pageNonce } from '#shell/page.ts'
import { ErrorScreen } from '#shell/error-screen.tsx'
import { NotFoundPage } from '#shell/error-page.tsx'
// oxlint-disable-next-line import/no-cycle -- the generated file takes the router's type from here
import { routeTree } from './routeTree.gen.ts'

const FIVE_MINUTES_MS = 5 * 60_000

/** The router of one request or of one browser tab, with its own query cache and translator. */
export function getRouter() {
  const queryClient = createQueryClient()
  const i18n = createTranslator()
  const router = createTanStackRouter({
    routeTree,
    context: { queryClient, i18n },
    ssr: { nonce: pageNonce() },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundPage,
    Wrap: ({ children }) => <I18nextProvider i18n={i18n}>{children}</I18nextProvider>,
    dehydrate: (): { i18n: HandedOverTexts } => ({ i18n: handOverTexts(i18n, router.state.matches) }),
    hydrate: (handedOver: { i18n: HandedOverTexts }) => takeOverTexts(i18n, handedOver.i18n),
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

function createQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveIfSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: FIVE_MINUTES_MS,
        // Reads may be tried again, but never what the server refused.
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
