import type { QueryClient } from '@tanstack/react-query'
import { ClientOnly, createRootRouteWithContext } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { lazy, Suspense } from 'react'
import type { Namespace } from '#i18n/namespaces.ts'
import { loadTexts } from '#i18n/translator.ts'
import { appInitQuery } from '#shell/app-init.queries.ts'
import { Document } from '#shell/document.tsx'
import { fallbackTitle } from '#shell/page-title.ts'
import { Root } from '#shell/root.tsx'
import styles from '#ui/styles.css?url'

const DemoOverlay = lazy(() => import('#features/demo/demo-overlay.tsx'))

/** The devtools of `npm run dev`; null in a build, from which the bundler removes the import. */
const Devtools = import.meta.env.DEV ? lazy(() => import('#shell/devtools.tsx')) : null

interface RouterContext {
  queryClient: QueryClient
  i18n: i18n
  /** Refetches the signed-in user, to be called after changing data that the frame shows. */
  refetchViewer: () => Promise<void>
}

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { queryClient, i18n }, location }) => {
    const init = await queryClient.query({ ...appInitQuery, staleTime: 'static' })
    const namespaces: Namespace[] = typeof init.demo?.sandboxEndsAt === 'string' ? ['demo'] : []
    await loadTexts(i18n, [{ context: { namespaces } }], location)
    return { init, namespaces }
  },
  head: ({ match, matches }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { name: 'color-scheme', content: 'light dark' },
      ...fallbackTitle(match, matches).meta,
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'manifest', href: '/manifest.json' },
    ],
  }),
  shellComponent: Document,
  component: RootRoute,
})

function RootRoute() {
  const { init } = Route.useRouteContext()
  return (
    <>
      <Root environment={init.environment} viewer={init.viewer} timeZone={init.timeZone} demo={init.demo} />
      {Devtools && (
        <ClientOnly>
          <Suspense>
            <Devtools />
          </Suspense>
        </ClientOnly>
      )}
      {init.environment.demoMode && (
        <Suspense>
          <DemoOverlay />
        </Suspense>
      )}
    </>
  )
}
