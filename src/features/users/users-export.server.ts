import type { SessionContext } from '#auth/current-session.server.ts'
import { exportRows } from '#auth/export-rows.server.ts'
import { orderBy } from '#db/cursor.ts'
import { user } from '#db/schema.ts'
import { matches, SEARCHABLE_PEOPLE } from '#db/search.ts'
import { isOneOf, walkIds } from '#db/walk.ts'
import type { UserExportInput, UserRow } from './users.schema.ts'
import { filtered, listedColumns, toUserRow, orders } from './users.server.ts'

const COLUMNS = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  name: ({ name }) => name,
  role: ({ role }) => role,
  status: ({ status }) => status,
  lastSignInAt: ({ lastSignInAt }) => lastSignInAt,
  createdAt: ({ createdAt }) => createdAt,
} satisfies Record<keyof UserRow, (row: UserRow) => string | null>

/**
 * Sends all people that a filter fits as a CSV file, in the order of the list; and writes down that somebody has it.
 * @throws {AppError} TOO_MANY_REQUESTS while this session reads others
 */
export function exportUsers(context: SessionContext, { bom, ...filter }: UserExportInput): Promise<Response> {
  return exportRows(context, {
    name: 'users',
    permission: 'user:list',
    action: 'user-list-exported',
    hasByteOrderMark: bom === '1',
    filter,
    columns: Object.entries(COLUMNS),
    batches: usersOf(context.db, filter),
  })
}

async function* usersOf(db: SessionContext['db'], filter: Omit<UserExportInput, 'bom'>): AsyncGenerator<UserRow[]> {
  const order = orders[filter.sort]
  const walk = walkIds(db, {
    table: user,
    id: user.id,
    order,
    within: filtered(filter),
    fits: matches(filter.searchTerm, SEARCHABLE_PEOPLE),
  })
  for await (const ids of walk) {
    const rows = await db.select(listedColumns).from(user).where(isOneOf(user.id, ids)).orderBy(orderBy(order, user.id))
    yield rows.map(toUserRow)
  }
}
