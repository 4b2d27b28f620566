import * as z from 'zod/mini'
import { user } from '#db/schema.ts'
import { matches, SEARCHABLE_USERS } from '#db/search.ts'
import { iterateRows } from '#db/iterate-rows.ts'
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
  rows({ db }, { sort, searchTerm, ...filter }) {
    const where = filterCondition(filter)
    const condition = matches(searchTerm, SEARCHABLE_USERS)
    return iterateRows(db, { table: user, id: user.id, order: orders[sort], where, condition }, async (batch) => {
      const rows = await db.select(listedColumns).from(user).where(batch.where).orderBy(batch.orderBy)
      return rows.map(withIsoTimes)
    })
  },
}
