import { appConfig } from '#app.config'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#features/home/pages/home-page.tsx'
import { repositoryListQuery } from '#features/repositories/repositories.queries.ts'
import { pageTitle } from '#shell/page-title.ts'

// The first page of the list: it is then there already for who goes on to the list.
const newestQuery = repositoryListQuery({ searchTerm: '', sort: 'newest' })

export const Route = createFileRoute('/app/')({
  staticData: { namespaces: ['home'] },
  loader: ({ context }) => context.queryClient.infiniteQuery({ ...newestQuery, staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('home:title')),
  component: HomeRoute,
})

function HomeRoute() {
  const navigate = Route.useNavigate()
  const { name, permissions } = Route.useRouteContext().viewer
  const { data } = useInfiniteQuery(newestQuery)
  return (
    <HomePage
      name={name}
      canManage={permissions.includes('apps:manager')}
      newest={data?.pages[0]?.rows.slice(0, appConfig.home.newestRepositories) ?? []}
      onSearch={(searchTerm) => void navigate({ to: '/app/repositories', search: { searchTerm } })}
    />
  )
}
