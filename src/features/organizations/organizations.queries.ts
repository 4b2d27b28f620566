import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getOrganization, listMembers, listMyOrganizations } from './organizations.functions.ts'

/** The key of all queries about organizations, to be told stale after a change. */
export const organizationsKey = ['organizations']

/** The query for the organizations of who is signed in, and for the invitations to them. */
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

/** The query for the members of an organization, page by page. */
export function membersQuery(id: string, after: string) {
  return infiniteQueryOptions({
    queryKey: [...organizationsKey, 'members', id, after],
    queryFn: ({ pageParam }) => listMembers({ data: { id, cursor: pageParam } }),
    initialPageParam: after || null,
    getNextPageParam: (page) => page.nextCursor,
  })
}
