import { and, eq, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { BulkSelection } from '#bulk/bulk-kind.server.ts'
import { isBannedNow, isInvitationPending, statusColumn } from '#db/bans.ts'
import { columnsOf } from '#db/columns-of.ts'
import type { UpdatedRange } from '#db/cursor.ts'
import { byLastChange, keysetPage, pageOf } from '#db/keyset-page.ts'
import { user } from '#db/schema.ts'
import { matches, SEARCHABLE_USERS } from '#db/search.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import type { Page } from '#lib/page.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import type { UserFilter, UserListInput, UserRow } from './users.schema.ts'
import type { UserStatus } from './user-choices.ts'

const { pageSize, totalCap } = appConfig.lists

/** The orders of the list of users. */
export const orders = {
  newest: { by: user.createdAt, type: 'timestamptz', direction: 'desc' },
  name: { by: user.sortName, type: 'text', direction: 'asc' },
} as const

const statusConditions: Record<UserStatus, SQL> = {
  active: sql`(${user.name} <> '' and not ${isInvitationPending} and not ${isBannedNow})`,
  invited: sql`(${isInvitationPending} and not ${isBannedNow})`,
  banned: isBannedNow,
  'not-onboarded': sql`(${user.name} = '' and not ${isInvitationPending} and not ${isBannedNow})`,
}

/** The columns of a user in the list. */
export const listedColumns = {
  ...columnsOf(user, 'id', 'email', 'name', 'role'),
  status: statusColumn,
  ...columnsOf(user, 'lastSignInAt', 'createdAt'),
}

/**
 * Lists a page of the users that match a filter, at most `limit` of them.
 * @param input.updated lists the users who were changed in this time, in the order of their changes in place of `sort`
 */
export async function listUsers(
  { db }: ServiceContext,
  {
    sort,
    cursor,
    limit = pageSize,
    updated,
    ...filter
  }: UserListInput & { limit?: number; updated?: UpdatedRange | undefined },
): Promise<Page<UserRow>> {
  const changes = updated && byLastChange(user.updatedAt, updated)
  const page = keysetPage({
    of: SEARCHABLE_USERS,
    order: changes?.order ?? orders[sort],
    where: and(filterCondition(filter), changes?.where),
    searchTerm: filter.searchTerm,
    cursor,
    limit,
  })
  const found = await db
    .select({ ...listedColumns, position: page.position })
    .from(user)
    .where(page.where)
    .orderBy(page.orderBy)
    .limit(page.limit)
  return pageOf(found, limit, withIsoTimes)
}

/** Counts the users that match a filter. Stops counting at `totalCap` + 1. */
export async function countUsers(
  { db }: ServiceContext,
  { updated, ...filter }: UserFilter & { updated?: UpdatedRange | undefined },
): Promise<number> {
  const changed = updated && byLastChange(user.updatedAt, updated).where
  const some = db
    .select({ one: sql`1` })
    .from(user)
    .where(and(filterCondition(filter), changed, matches(filter.searchTerm, SEARCHABLE_USERS)))
    .limit(totalCap + 1)
  return db.$count(some.as('some'))
}

/** Builds the query for the IDs and names of the selected users. @param before a filter selects only users created until then */
export function selectedUsersQuery(selection: BulkSelection<UserFilter>, before: SQL): SQL {
  const chosen =
    'ids' in selection
      ? inArray(user.id, selection.ids)
      : and(
          lte(user.createdAt, before),
          filterCondition(selection.filter),
          matches(selection.filter.searchTerm, SEARCHABLE_USERS),
        )
  return sql`select ${user.id}, coalesce(nullif(${user.name}, ''), ${user.email}) as name from ${user} where ${chosen}`
}

/** Returns the SQL condition for the role and status of a filter, without its search term. */
export function filterCondition({ role, status }: Pick<UserFilter, 'role' | 'status'>): SQL | undefined {
  return and(role === '' ? undefined : eq(user.role, role), status === '' ? undefined : statusConditions[status])
}
