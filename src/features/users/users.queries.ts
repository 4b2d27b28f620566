import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getUserCount, getUserFields, listUsers } from './users.functions.ts'
import type { UserFilter, UsersSearch } from './users.schema.ts'

/** The key of all queries about people, to be told stale after a change. */
export const usersKey = ['users']

/** The query for the list, page by page. While another filter is looked up, the rows of the one before stay. */
export function userListQuery({ after, ...search }: UsersSearch) {
  return infiniteQueryOptions({
    queryKey: [...usersKey, 'list', search, after],
    queryFn: ({ pageParam }) => listUsers({ data: { ...search, cursor: pageParam } }),
    initialPageParam: after || null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** The query for how many a filter fits; asked beside the rows, for counting is slower than listing. */
export function userCountQuery({ searchTerm, role, status }: UserFilter) {
  const filter = { searchTerm, role, status }
  return queryOptions({
    queryKey: [...usersKey, 'count', filter],
    queryFn: () => getUserCount({ data: filter }),
  })
}

/** The query for the fields of a person, from which the update page starts. */
export function userFieldsQuery(id: string) {
  return queryOptions({ queryKey: [...usersKey, 'fields', id], queryFn: () => getUserFields({ data: { id } }) })
}
