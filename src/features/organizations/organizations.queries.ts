import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#ui/paged-query.ts'
import { getOrganization, listMembers, listMyOrganizations, listOrganizationEvents } from './organizations.functions.ts'

/** The search parameters of the members' page. */
export interface MemberSearch {
  searchTerm: string
  /** The cursor: the member after which the list begins; empty for the first page. */
  after: string
}

/** The query key prefix of all organization queries. They are invalidated together with the repositories, which they count. */
export const organizationsKey = ['repositories', 'organizations']

/** The query for the signed-in user's organizations and the invitations to them. */
export const myOrganizationsQuery = queryOptions({
  queryKey: [...organizationsKey, 'mine'],
  queryFn: () => listMyOrganizations(),
})

export function organizationQuery(id: string) {
  return queryOptions({
    queryKey: [...organizationsKey, 'detail', id],
    queryFn: () => getOrganization({ data: { id } }),
  })
}

/** The query for the members of an organization that match a search, page by page. */
export function membersQuery(id: string, { searchTerm, after }: MemberSearch) {
  const list = (cursor: string | null) => listMembers({ data: { id, searchTerm, cursor } })
  return pagedQuery([...organizationsKey, 'members', id, searchTerm, after], list, after)
}

/** The query for the history of an organization, latest first, page by page. */
export function organizationHistoryQuery(id: string) {
  const list = (before: number | null) => listOrganizationEvents({ data: { id, before } })
  return pagedQuery([...organizationsKey, 'history', id], list)
}
