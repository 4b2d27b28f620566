import * as z from 'zod/mini'
import type { SessionContext } from '#auth/current-session.server.ts'
import { orderBy } from '#db/cursor.ts'
import { user } from '#db/schema.ts'
import { matches, SEARCHABLE_PEOPLE } from '#db/search.ts'
import { isOneOf, iterateIds } from '#db/iterate-ids.ts'
import type { ListExport } from '#feature/list-export.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { USER_SORTS } from './user-choices.ts'
import { userFilter, type UserRow } from './users.schema.ts'
import { filterCondition, listedColumns, orders } from './users.server.ts'

const COLUMNS = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  name: ({ name }) => name,
  role: ({ role }) => role,
  status: ({ status }) => status,
  lastSignInAt: ({ lastSignInAt }) => lastSignInAt,
  createdAt: ({ createdAt }) => createdAt,
} satisfies Record<keyof UserRow, (row: UserRow) => string | null>

const filterSchema = z.object({
  searchTerm: z._default(z.string(), ''),
  role: z._default(userFilter.shape.role, ''),
  status: z._default(userFilter.shape.status, ''),
  sort: z._default(z.enum(USER_SORTS), 'newest'),
})
type Filter = z.infer<typeof filterSchema>

/** Exports all users that match a filter, in the order of the list. */
export const usersExport: ListExport<Filter, UserRow> = {
  name: 'users',
  permission: 'user:list',
  action: 'user-list-exported',
  schema: filterSchema,
  columns: Object.keys(COLUMNS),
  cellsOf: (row) => Object.values(COLUMNS).map((read) => read(row)),
  rows: usersOf,
}

async function* usersOf({ db }: SessionContext, { sort, ...filter }: Filter): AsyncGenerator<UserRow[]> {
  const order = orders[sort]
  const walk = iterateIds(db, {
    table: user,
    id: user.id,
    order,
    where: filterCondition(filter),
    condition: matches(filter.searchTerm, SEARCHABLE_PEOPLE),
  })
  for await (const ids of walk) {
    const rows = await db.select(listedColumns).from(user).where(isOneOf(user.id, ids)).orderBy(orderBy(order, user.id))
    yield rows.map(withIsoTimes)
  }
}
