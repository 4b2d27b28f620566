import { queryOptions } from '@tanstack/react-query'
import { listOwners } from './owners.functions.ts'

/** The query for the organizations that administrators can filter a list by. */
export const ownerOrganizationsQuery = queryOptions({ queryKey: ['owners'], queryFn: () => listOwners() })
