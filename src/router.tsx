import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter as createTanStackRouter, type AnyRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { i18n } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { createTranslator, loadTexts, takeOverTexts } from '#i18n/translator.ts'
import { AppError } from '#lib/app-error.ts'
import { FORM_RESULT_KEY, REFUSED_FORM_KEY } from '#lib/form-answer.ts'
import { failuresIn, takeOverQueries, type Answer } from '#lib/handed-over-queries.ts'
import { currentRequest, formResult, refusedForm } from '#request/request-context.server.ts'
import { parseSearch, stringifySearch } from '#lib/search-text.ts'
import { keepLocations } from '#shell/kept-locations.server.ts'
import { leaveIfSignedOut } from '#shell/leave-if-signed-out.ts'
import { answersOfRouter, readHandedOver } from '#shell/handed-over.tsx'
import { pageNonce } from '#shell/page.ts'
import { ErrorScreen } from '#shell/error-screen.tsx'
import { NotFoundPage } from '#shell/error-page.tsx'
// oxlint-disable-next-line import/no-cycle -- the generated file takes the router's type from here
import { routeTree } from './routeTree.gen.ts'

const FIVE_MINUTES_MS = 5 * 60_000

/**
 * What travels in the router's own writing: what it has in its context too, and failures, whose kinds that writing keeps.
 * `HandedOver` has everything else. The types of both cannot say that they can be sent.
 */
interface BesideTheRouter {
  answers: object
  failures: object | undefined
}

/** The router of one request or of one browser tab, with its own query cache and translator. */
export function getRouter() {
  const queryClient = createQueryClient()
  tellOfForm(queryClient)
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
    dehydrate: (): BesideTheRouter => ({ answers: answersOfRouter(queryClient), failures: failuresIn(queryClient) }),
    hydrate: ({ answers: ofRouter, failures }: BesideTheRouter) => {
      const { i18n: texts, answers } = readHandedOver()
      takeOverQueries(queryClient, [...(ofRouter as Answer[]), ...answers], failures as ReturnType<typeof failuresIn>)
      return takeOverTexts(i18n, texts)
    },
  })
  loadTextsBesideData(router, i18n)
  keepPlainLocations(router)
  return router
}

/** Has the browser ask for the texts of a route beside its data and its code. They are there before it is rendered. */
const loadTextsBesideData: (router: AnyRouter, i18n: i18n) => void = createIsomorphicFn()
  .server((_router: AnyRouter, _i18n: i18n) => undefined)
  .client((router: AnyRouter, i18n: i18n) => {
    for (const { options } of Object.values<AnyRouter['routesById'][string]>(router.routesById)) {
      const { loader, staticData } = options
      if (!staticData?.namespaces) continue
      options.loader = async (input: { preload: boolean }) => {
        const [data] = await Promise.all([loader?.(input), loadTexts(i18n, [{ staticData }], input.preload)])
        return data
      }
    }
  })

const keepPlainLocations: (router: AnyRouter) => void = createIsomorphicFn()
  .server((router: AnyRouter) => keepLocations(router))
  .client((_router: AnyRouter) => undefined)

/** Tells the page, on the server, what became of the form that led to it. */
const tellOfForm: (queryClient: QueryClient) => void = createIsomorphicFn()
  .server((queryClient: QueryClient) => {
    const { store } = currentRequest()
    queryClient.setQueryData(REFUSED_FORM_KEY, store.get(refusedForm))
    queryClient.setQueryData(FORM_RESULT_KEY, store.get(formResult))
  })
  .client((_queryClient: QueryClient) => undefined)

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
