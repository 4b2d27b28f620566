import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { BulkKind, BulkSelection } from '#bulk/bulk-kind.server.ts'
import type { Database } from '#db/client.ts'
import { ownerScopeForAdministrator, isWithinReach } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { matchesFilter } from './discovery.server.ts'
import type { RepositoryFilter } from './repositories.schema.ts'
import { deleteRepository, isActive, restoreRepository } from './repositories.server.ts'

/** The scope in which rows of all owners are found, because only administrators run this job, and they see all repositories. */
const ALL_OWNERS = { scope: ownerScopeForAdministrator() }

const deleteKind: BulkKind<null, RepositoryFilter, null, { deletedAt: string | null }> = {
  name: 'repository-delete',
  permission: 'repository:delete',
  find(selection: BulkSelection<RepositoryFilter>, before, actorId) {
    const chosen =
      'ids' in selection
        ? inArray(repository.id, selection.ids)
        : and(
            lte(repository.createdAt, before),
            matchesFilter(selection.filter, {
              session: { viewer: { id: actorId } },
              scope: ownerScopeForAdministrator(selection.filter.organization),
            }),
          )
    return sql`select ${repository.id}, ${repository.name} from ${repository} where ${and(isActive, chosen, isWithinReach(repository, ALL_OWNERS))}`
  },
  lock: (db, ids) =>
    db
      .select({ id: repository.id })
      .from(repository)
      .where(and(inArray(repository.id, ids), isWithinReach(repository, ALL_OWNERS)))
      .orderBy(asc(repository.id))
      .for('update'),
  async apply(context, { subject }) {
    const id = subject?.id ?? ''
    await deleteRepository({ ...context, ...ALL_OWNERS }, { id })
    return { before: { deletedAt: await deletedAtOf(context.db, id) } }
  },
  async undo(context, { subject, before }) {
    const id = subject?.id ?? ''
    // Undo only the deletion by this job: the time differs if another user has restored the repository and deleted it again.
    if ((await deletedAtOf(context.db, id)) !== before.deletedAt) throw new AppError('CHANGED_SINCE')
    await restoreRepository({ ...context, ...ALL_OWNERS }, { id })
  },
}

/** The kinds of bulk jobs on repositories. */
export const repositoryKinds: BulkKind[] = [deleteKind]

async function deletedAtOf(db: Database, id: string): Promise<string | null> {
  const [found] = await db
    .select({ deletedAt: repository.deletedAt })
    .from(repository)
    .where(and(eq(repository.id, id), isWithinReach(repository, ALL_OWNERS)))
  if (!found) throw new AppError('NOT_FOUND')
  return found.deletedAt?.toISOString() ?? null
}
