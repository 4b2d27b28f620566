import type { QueryClient } from '@tanstack/react-query'
import { ownersQuery } from '#features/owners/owners.queries.ts'

/** Fills the query cache with the organizations that a list can be narrowed to. Users have no such choice, and pages stand without. */
export async function loadOwners(
  { queryClient }: { queryClient: QueryClient },
  { area }: { area?: 'manager' | undefined },
): Promise<void> {
  if (area === 'manager') await queryClient.query({ ...ownersQuery, staleTime: 'static' }).catch(() => undefined)
}
