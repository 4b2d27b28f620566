import { and, eq, sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { isBannedNow, statusColumn } from '#db/bans.ts'
import { keysetPage, pageOf } from '#db/keyset-page.ts'
import { user } from '#db/schema.ts'
import { matches, SEARCHABLE_PEOPLE } from '#db/search.ts'
import type { Page } from '#lib/page.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import type { UserFilter, UserListInput, UserRow } from './users.schema.ts'
import type { UserStatus } from './user-choices.ts'

const { pageSize, totalCap } = appConfig.lists

const orders = {
  newest: { by: user.createdAt, type: 'timestamptz', direction: 'desc' },
  name: { by: user.sortName, type: 'text', direction: 'asc' },
} as const

const withStatus: Record<UserStatus, SQL> = {
  active: sql`(${user.name} <> '' and not ${isBannedNow})`,
  banned: isBannedNow,
  'not-onboarded': sql`(${user.name} = '' and not ${isBannedNow})`,
}

/** Lists a page of the people that a filter fits; `limit` of them at most. */
export async function listUsers(
  { db }: ServiceContext,
  { sort, cursor, limit = pageSize, ...filter }: UserListInput & { limit?: number },
): Promise<Page<UserRow>> {
  const page = keysetPage({
    of: SEARCHABLE_PEOPLE,
    order: orders[sort],
    within: filtered(filter),
    searchTerm: filter.searchTerm,
    cursor,
    limit,
  })
  const found = await db
    .select({
      id: user.id,
      email: user.email,
      name: user.name,
      role: user.role,
      status: statusColumn,
      lastSignInAt: user.lastSignInAt,
      createdAt: user.createdAt,
      position: page.position,
    })
    .from(user)
    .where(page.where)
    .orderBy(page.orderBy)
    .limit(page.limit)
  return pageOf(found, limit, ({ lastSignInAt, createdAt, ...row }) => ({
    ...row,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }))
}

/** Counts the people that a filter fits, up to one more than the cap. */
export async function countUsers({ db }: ServiceContext, filter: UserFilter): Promise<number> {
  const some = db
    .select({ one: sql`1` })
    .from(user)
    .where(and(filtered(filter), matches(filter.searchTerm, SEARCHABLE_PEOPLE)))
    .limit(totalCap + 1)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some.as('some'))
  return counted?.total ?? 0
}

function filtered({ role, status }: Pick<UserFilter, 'role' | 'status'>) {
  return and(role === '' ? undefined : eq(user.role, role), status === '' ? undefined : withStatus[status])
}
