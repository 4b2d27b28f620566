import type { QueryClient } from '@tanstack/react-query'
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
import { loadOwners } from './-load-owners.ts'

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
      const owners = loadOwners(context, {
        ...deps,
        isShownOnceChosen: true,
      })
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
