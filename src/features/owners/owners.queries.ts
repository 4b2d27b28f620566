import { queryOptions } from '@tanstack/react-query'
import { listOwners } from './owners.functions.ts'

/** The query for the organizations that administrators can filter a list by, with the chosen one among them. */
export const ownerOrganizationsQuery = (chosen: string) =>
  queryOptions({ queryKey: ['owners', chosen], queryFn: () => listOwners({ data: { id: chosen } }) })
