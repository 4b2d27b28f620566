import { eq, isNull, sql, type SQL } from 'drizzle-orm'
import { member, repository } from './schema.ts'

/** An owner, whose repositories a rule is about. */
export interface RepositoryScope {
  /** The organization that owns them; null for those that are everybody's. */
  organizationId: string | null
  /** Whether one that is asked for by its id may be of any owner, as for administrators. */
  reachesAll?: boolean
  /** The person who changes what the organization owns as one of its members: their role is read again with each change. */
  memberId?: string
}

/** The part of a rule's context that names the owner; where it names none, the rule is about what is everybody's. */
export interface ScopedContext {
  scope?: RepositoryScope
}

/** The scope of administrators who look at the repositories of one owner. @param organizationId empty for everybody's */
export function administratorScope(organizationId = ''): RepositoryScope {
  return { organizationId: organizationId || null, reachesAll: true }
}

/**
 * Says whose a repository must be to be in the scope of a rule. Every query of repositories has this condition or one of the
 * two below: see docs/decisions/0055-whose-repositories.md.
 */
export function repositoriesFor({ scope }: ScopedContext): SQL {
  return scope?.organizationId ? eq(repository.organizationId, scope.organizationId) : isNull(repository.organizationId)
}

/** Says whose a repository must be where its id is known; undefined where it may be anybody's. */
export function isWithinReach(context: ScopedContext): SQL | undefined {
  return context.scope?.reachesAll ? undefined : repositoriesFor(context)
}

/** Says whose a repository must be for a person to see it now: everybody's, or of an organization of theirs. */
export function repositoriesOpenTo(personId: string): SQL {
  return sql`(${repository.organizationId} is null or exists (
    select from ${member} where ${member.organizationId} = ${repository.organizationId} and ${member.userId} = ${personId}))`
}
