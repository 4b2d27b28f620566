import { eq, isNull, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { member } from './schema.ts'

/** An owner, whose rows a rule is about. */
export interface RowScope {
  /** The organization that owns them; null for those that are everybody's. */
  organizationId: string | null
  /** Whether one that is asked for by its id may be of any owner, as for administrators. */
  reachesAll?: boolean
  /** The person who changes what the organization owns as one of its members: their role is read again with each change. */
  memberId?: string
}

/** The part of a rule's context that names the owner; where it names none, the rule is about what is everybody's. */
export interface ScopedContext {
  scope?: RowScope
}

/** A table whose rows belong to an organization, or to everybody where it is null. */
export interface OwnedTable {
  organizationId: AnyColumn
}

/** The scope of administrators who look at the rows of one owner. @param organizationId empty for everybody's */
export function administratorScope(organizationId = ''): RowScope {
  return { organizationId: organizationId || null, reachesAll: true }
}

/**
 * Says whose a row must be to be in the scope of a rule. Every query of such a table has this condition or one of the two
 * below: see docs/decisions/0055-whose-repositories.md.
 */
export function rowsFor({ organizationId }: OwnedTable, { scope }: ScopedContext): SQL {
  return scope?.organizationId ? eq(organizationId, scope.organizationId) : isNull(organizationId)
}

/** Says whose a row must be where its id is known; undefined where it may be anybody's. */
export function isWithinReach(table: OwnedTable, context: ScopedContext): SQL | undefined {
  return context.scope?.reachesAll ? undefined : rowsFor(table, context)
}

/** Says whose a row must be for a person to see it now: everybody's, or of an organization of theirs. */
export function rowsOpenTo({ organizationId }: OwnedTable, personId: string): SQL {
  return sql`(${organizationId} is null or exists (
    select from ${member} where ${member.organizationId} = ${organizationId} and ${member.userId} = ${personId}))`
}
