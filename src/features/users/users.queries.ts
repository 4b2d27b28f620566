import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#ui/paged-query.ts'
import { getUserCount, getUserFields, listUsers } from './users.functions.ts'
import type { UserFilter, UsersSearch } from './users.schema.ts'

/** The query key prefix of all user queries, for invalidation after changes. */
export const usersKey = ['users']

/** The query for the list, page by page. Shows the previous filter's rows until the new rows are loaded. */
export function userListQuery({ after, ...search }: UsersSearch) {
  const list = (cursor: string | null) => listUsers({ data: { ...search, cursor } })
  return pagedQuery([...usersKey, 'list', search, after], list, after)
}

/** The query for the number of matches; separate from the rows, because counting is slower than listing. */
export function userCountQuery({ searchTerm, role, status }: UserFilter) {
  const filter = { searchTerm, role, status }
  return queryOptions({
    queryKey: [...usersKey, 'count', filter],
    queryFn: () => getUserCount({ data: filter }),
  })
}

/** The query for the initial values of the form that edits a user. */
export function userFieldsQuery(id: string) {
  return queryOptions({ queryKey: [...usersKey, 'fields', id], queryFn: () => getUserFields({ data: { id } }) })
}
