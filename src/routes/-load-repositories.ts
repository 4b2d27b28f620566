import type { QueryClient } from '@tanstack/react-query'
import { ownerOrganizationsQuery } from '#features/owners/owners.queries.ts'
import { repositoryLoaders } from '#slots/repository-loaders.ts'
import {
  repositoryCountQuery,
  repositoryListQuery,
  repositoryQuery,
} from '#features/repositories/repositories.queries.ts'
import type {
  RepositoriesSearch,
  RepositoryDetail,
  RepositoryFilter,
} from '#features/repositories/repositories.schema.ts'
import { loadList } from './-load-list.ts'

interface ListInput extends LoaderInput {
  deps: RepositoriesSearch & RepositoryFilter
}

interface LoaderInput {
  context: { queryClient: QueryClient }
}

/** Fills the query cache with the first page of the list of repositories. */
export function loadRepositories({ context, deps }: ListInput): Promise<void> {
  return loadList(
    async () => {
      const owners = loadOwners(context, deps)
      await context.queryClient.infiniteQuery({ ...repositoryListQuery(deps), staleTime: 'static' })
      await owners
    },
    () => context.queryClient.query(repositoryCountQuery(deps)),
  )
}

/** Fills the query cache with the repository in the URL, and with the data that features show on its page. */
export async function loadRepository({
  context,
  params,
}: LoaderInput & { params: { id: string } }): Promise<RepositoryDetail> {
  const parts = Promise.allSettled(Object.values(repositoryLoaders).map((load) => load(context.queryClient, params.id)))
  const detail = await context.queryClient.query({ ...repositoryQuery(params.id), staleTime: 'static' })
  await parts
  return detail
}

/** Fills the query cache with the options of the administrators' owner filter, which is shown once an owner is chosen. */
async function loadOwners({ queryClient }: LoaderInput['context'], { area, organization }: RepositoryFilter) {
  if (area !== 'manager' || !organization) return
  // The list also works without the names of the owners.
  await queryClient.query({ ...ownerOrganizationsQuery(organization), staleTime: 'static' }).catch(() => undefined)
}
