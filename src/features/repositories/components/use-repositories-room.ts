import { useQuery } from '@tanstack/react-query'
import { appConfig } from '#app.config'
import { repositoryCountQuery } from '../repositories.queries.ts'
import type { RequestedOwner } from '../repositories.schema.ts'

/** Returns the organization's number of repositories, undefined for shared ones, which have no maximum; and the maximum. */
export function useRepositoriesRoom(owner: RequestedOwner, isAsked: boolean) {
  const { data: used } = useQuery({
    ...repositoryCountQuery({ ...owner, searchTerm: '' }),
    enabled: isAsked && Boolean(owner.organization),
  })
  return { used, most: appConfig.repository.maxPerOrganization }
}
