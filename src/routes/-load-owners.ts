import type { QueryClient } from '@tanstack/react-query'
import { ownerOrganizationsQuery } from '#features/owners/owners.queries.ts'

interface ShownList {
  area?: 'manager' | undefined
  /** The chosen organization's ID; empty for shared rows. */
  organization?: string | undefined
  /** Whether the page shows the filter only if an organization is chosen. */
  isShownOnceChosen?: boolean
}

/** Fills the query cache with the options of the administrators' owner filter. Ignores errors. */
export async function loadOwners(
  { queryClient }: { queryClient: QueryClient },
  { area, organization, isShownOnceChosen = false }: ShownList,
): Promise<void> {
  if (area !== 'manager' || (isShownOnceChosen && !organization)) return
  await queryClient.query({ ...ownerOrganizationsQuery, staleTime: 'static' }).catch(() => undefined)
}
