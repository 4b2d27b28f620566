import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import { requireContext } from '#auth/current-session.server.ts'
import { validator } from '#lib/validator.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { countUsers, listUsers } from './users.server.ts'

// Reject unknown parameters: if they were ignored, a caller could mistake the unfiltered list for a filtered one.
const listUsersParameters = z.strictObject({
  searchValue: z._default(z.string(), ''),
  sortBy: z._default(z.enum(['createdAt', 'name']), 'createdAt'),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1)), appConfig.lists.pageSize),
  cursor: z._default(z.nullable(z.string()), null),
})

/**
 * The endpoint that replaces better-auth's list of users, newest first or by name. Returns at most `largestPage` rows; its
 * `nextCursor` is the `cursor` of the next page. Counting the total stops at one more than `totalCap`.
 */
export const listUsersEndpoint: AuthEndpoint = {
  path: '/admin/list-users',
  method: 'GET',
  handle: async (input) => {
    const context = await requireContext('user:list')
    const { searchValue, sortBy, limit: wanted, cursor } = validator(listUsersParameters)(input)
    const filter = { searchTerm: searchValue, role: '', status: '' } as const
    const limit = Math.min(wanted, appConfig.lists.largestPage)
    const [{ rows, nextCursor }, total] = await Promise.all([
      runSearch(context, searchValue, (context) =>
        listUsers(context, { ...filter, sort: sortBy === 'name' ? 'name' : 'newest', cursor, limit }),
      ),
      runSearch(context, searchValue, (context) => countUsers(context, filter)),
    ])
    const users = rows.map(({ status, ...row }) => ({ ...row, banned: status === 'banned' }))
    return { users, total, limit, nextCursor }
  },
}
