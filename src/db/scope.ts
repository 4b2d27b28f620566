import { eq, isNull, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { member } from './schema.ts'

/** The owner whose rows a service function can read and change. */
export interface RowScope {
  /** The organization that owns the rows; null for shared rows, which no organization owns. */
  organizationId: string | null
  /** Whether any owner's row can be reached by its ID, as by administrators. */
  reachesAnyById?: boolean
  /** The member who changes rows of the organization; the member's role is read again with each change. */
  memberId?: string
  /** The user who can read, by its id, every row that is visible to them, even while another organization is active. */
  readerId?: string
}

/** The part of a service's context that sets the owner; without `scope`, the service works on shared rows. */
export interface ScopedContext {
  scope?: RowScope
}

/** A table whose rows belong to an organization, or are shared if `organizationId` is null. */
export interface OwnedTable {
  organizationId: AnyColumn
}

/**
 * Returns the scope in which an administrator works on the rows of one owner, and reaches any other row by its ID.
 * @param organizationId empty for shared rows
 */
export function ownerScopeForAdministrator(organizationId = ''): RowScope {
  return { organizationId: organizationId || null, reachesAnyById: true }
}

/**
 * Returns the condition for rows in the scope of a context. Every query of an `OwnedTable` needs this condition,
 * `isWithinReach`, `isReadable` or `rowsVisibleTo` (docs/decisions/0055-whose-repositories.md).
 */
export function rowsFor({ organizationId }: OwnedTable, { scope }: ScopedContext): SQL {
  return scope?.organizationId ? eq(organizationId, scope.organizationId) : isNull(organizationId)
}

/** Returns the condition that a row with a known id is in the scope; undefined if the row can have any owner. */
export function isWithinReach(table: OwnedTable, context: ScopedContext): SQL | undefined {
  return context.scope?.reachesAnyById ? undefined : rowsFor(table, context)
}

/** Returns the condition that a row with a known id can be read: a row within reach, or one that is visible to the reader. */
export function isReadable(table: OwnedTable, context: ScopedContext): SQL | undefined {
  const { reachesAnyById, readerId } = context.scope ?? {}
  return reachesAnyById || readerId === undefined ? isWithinReach(table, context) : rowsVisibleTo(table, readerId)
}

/** Returns the condition for rows that a user can see now: shared rows, and rows of the user's organizations. */
export function rowsVisibleTo({ organizationId }: OwnedTable, userId: string): SQL {
  return sql`(${organizationId} is null or exists (
    select from ${member} where ${member.organizationId} = ${organizationId} and ${member.userId} = ${userId}))`
}
