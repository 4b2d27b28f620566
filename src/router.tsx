import { dehydrate, hydrate, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter as createTanStackRouter } from '@tanstack/react-router'
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

/** The data that the server looked up for a page, on its way to the browser. */
interface HandedOver {
  i18n: HandedOverTexts
  /** What `hydrate` of Query takes; its own type does not say that it can be sent. */
  queries: object
}

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
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
      </QueryClientProvider>
    ),
    // Loaders look up all that a page shows before it is rendered: nothing has to be sent after it.
    dehydrate: (): HandedOver => ({
      i18n: handOverTexts(i18n, router.state.matches),
      queries: dehydrate(queryClient, { shouldDehydrateQuery: () => true }),
    }),
    hydrate: ({ i18n: texts, queries }: HandedOver) => {
      hydrate(queryClient, queries)
      return takeOverTexts(i18n, texts)
    },
  })
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
