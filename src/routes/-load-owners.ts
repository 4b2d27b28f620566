import type { QueryClient } from '@tanstack/react-query'
import { ownersQuery } from '#features/owners/owners.queries.ts'

interface ShownList {
  area?: 'manager' | undefined
  /** Empty for what is everybody's. */
  organization?: string | undefined
  /** Whether the choice shows only once an organization was chosen. */
  isShownOnceChosen?: boolean
}

/** Fills the query cache with the organizations that administrators can narrow a list to; pages stand without them. */
export async function loadOwners(
  { queryClient }: { queryClient: QueryClient },
  { area, organization, isShownOnceChosen = false }: ShownList,
): Promise<void> {
  if (area !== 'manager' || (isShownOnceChosen && !organization)) return
  await queryClient.query({ ...ownersQuery, staleTime: 'static' }).catch(() => undefined)
}
