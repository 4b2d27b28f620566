import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { homeQuery } from '#features/home/home.queries.ts'
import { homeCards, homeHeads, homeTitles } from '#slots/home.ts'
import { homeLoaders } from '#slots/page-loaders.ts'
import { HomePage } from '#features/home/pages/home-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { usePermissionsIn } from '../-permissions-in.ts'

export const Route = createFileRoute('/app/')({
  staticData: { namespaces: ['home'] },
  loader: async ({ context: { queryClient, viewer } }) => {
    const parts = Object.values(homeLoaders).map((load) => load(queryClient, viewer))
    await queryClient.query(homeQuery)
    return { namespaces: (await Promise.all(parts)).flat() }
  },
  head: ({ match }) => pageTitle(match, (t) => t('home:title')),
  component: HomeRoute,
})

function HomeRoute() {
  const { viewer } = Route.useRouteContext()
  const { name, permissions, needsSecondFactor } = viewer
  const { data } = useSuspenseQuery(homeQuery)
  return (
    <HomePage
      head={Object.entries(homeHeads).map(([key, Head]) => (
        <Head key={key} viewer={viewer} />
      ))}
      cards={Object.entries(homeCards).map(([key, Card]) => (
        <Card key={key} viewer={viewer} />
      ))}
      name={name}
      canCreate={usePermissionsIn('app').includes('repository:create')}
      canManage={needsSecondFactor || permissions.includes('apps:manager')}
      lists={data}
      titles={homeTitles}
    />
  )
}
