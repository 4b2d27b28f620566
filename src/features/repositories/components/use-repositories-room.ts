import { useQuery } from '@tanstack/react-query'
import { appConfig } from '#app.config'
import { repositoryCountQuery } from '../repositories.queries.ts'
import type { RequestedOwner } from '../repositories.schema.ts'

/** Returns the organization's number of repositories and the maximum; shared repositories have no maximum. */
export function useRepositoriesRoom(owner: RequestedOwner, isAsked: boolean) {
  const { data: used } = useQuery({
    ...repositoryCountQuery({ ...owner, searchTerm: '' }),
    enabled: isAsked && Boolean(owner.organization),
  })
  return { used, most: appConfig.repository.maxPerOrganization }
}
