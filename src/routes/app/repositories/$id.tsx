import { createFileRoute } from '@tanstack/react-router'
import { RepositoryPage } from '#features/repositories/pages/repository-page.tsx'
import { repositoryQuery } from '#features/repositories/repositories.queries.ts'
import { pageTitle } from '#shell/page-title.ts'
import { repositorySearch } from '../../-repositories-search.ts'

export const Route = createFileRoute('/app/repositories/$id')({
  staticData: { namespaces: ['repositories'] },
  validateSearch: repositorySearch,
  loader: ({ context, params }) => context.queryClient.query({ ...repositoryQuery(params.id), staleTime: 'static' }),
  head: ({ match, loaderData }) => pageTitle(match, (t) => loaderData?.name ?? t('repositories:title')),
  component: RepositoryRoute,
})

function RepositoryRoute() {
  return <RepositoryPage id={Route.useParams().id} />
}
