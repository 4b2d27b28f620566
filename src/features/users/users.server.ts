import { and, eq, sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { writeCursor } from '#db/cursor.ts'
import { keysetPage } from '#db/keyset-page.ts'
import { user } from '#db/schema.ts'
import { matches, SEARCHABLE_PEOPLE } from '#db/search.ts'
import { AppError } from '#lib/app-error.ts'
import { isUuid } from '#lib/uuid.ts'
import type { UserFields, UserFilter, UserRow } from './users.schema.ts'
import type { UserSort, UserStatus } from './user-choices.ts'

const orders = {
  newest: { by: user.createdAt, type: 'timestamptz', direction: 'desc' },
  name: { by: user.sortName, type: 'text', direction: 'asc' },
} as const

const isBannedNow = sql`(${user.banned} and (${user.banExpires} is null or ${user.banExpires} > now()))`
const withStatus: Record<UserStatus, SQL> = {
  active: sql`(${user.name} <> '' and not ${isBannedNow})`,
  banned: isBannedNow,
  'not-onboarded': sql`(${user.name} = '' and not ${isBannedNow})`,
}

interface ListOptions extends UserFilter {
  sort: UserSort
  /** From the page before; null for the first page. */
  cursor: string | null
  limit?: number
}

/** A page of the people that a filter fits. */
export async function listUsers(
  db: Database,
  { sort, cursor, limit = appConfig.lists.pageSize, ...filter }: ListOptions,
): Promise<{ rows: UserRow[]; nextCursor: string | null }> {
  const order = orders[sort]
  const { where, orderBy } = keysetPage({
    of: SEARCHABLE_PEOPLE,
    order,
    within: filtered(filter),
    searchTerm: filter.searchTerm,
    cursor,
    limit: limit + 1,
  })
  const found = await db
    .select({
      id: user.id,
      email: user.email,
      name: user.name,
      role: user.role,
      status: sql<UserStatus>`case when ${isBannedNow} then 'banned' when ${user.name} = '' then 'not-onboarded' else 'active' end`,
      lastSignInAt: user.lastSignInAt,
      createdAt: user.createdAt,
      position: sql<string>`${order.by}::text`,
    })
    .from(user)
    .where(where)
    .orderBy(orderBy)
    .limit(limit + 1)
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map(({ id, email, name, role, status, lastSignInAt, createdAt }) => ({
      id,
      email,
      name,
      role,
      status,
      lastSignInAt: lastSignInAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    })),
    nextCursor: last ? writeCursor({ value: last.position, id: last.id }) : null,
  }
}

/** How many people a filter fits, counted up to one more than the cap. */
export async function countUsers(db: Database, filter: UserFilter): Promise<number> {
  const some = db
    .select({ one: sql`1` })
    .from(user)
    .where(and(filtered(filter), matches(filter.searchTerm, SEARCHABLE_PEOPLE)))
    .limit(appConfig.lists.totalCap + 1)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some.as('some'))
  return counted?.total ?? 0
}

/** What an administrator may change of a person, as it is. @throws {AppError} NOT_FOUND */
export async function getUserFields(db: Database, id: string): Promise<UserFields> {
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  const [found] = await db
    .select({ email: user.email, name: user.name, role: user.role })
    .from(user)
    .where(eq(user.id, id))
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

function filtered({ role, status }: Pick<UserFilter, 'role' | 'status'>) {
  return and(role === '' ? undefined : eq(user.role, role), status === '' ? undefined : withStatus[status])
}
