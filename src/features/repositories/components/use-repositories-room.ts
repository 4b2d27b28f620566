import { useQuery } from '@tanstack/react-query'
import { appConfig } from '#app.config'
import { repositoryCountQuery } from '../repositories.queries.ts'
import type { AskedOwner } from '../repositories.schema.ts'

/** Counts the repositories of the organization that a new one would be of; nothing for those that are everybody's. */
export function useRepositoriesRoom(owner: AskedOwner, isAsked: boolean) {
  const { data: used } = useQuery({
    ...repositoryCountQuery({ ...owner, searchTerm: '' }),
    enabled: isAsked && Boolean(owner.organization),
  })
  return { used, most: appConfig.repository.mostPerOrganization }
}
