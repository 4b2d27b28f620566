import { and, eq, sql } from 'drizzle-orm'
import type { ImportKind } from '#bulk/import-kind.ts'
import { fieldMap } from '#db/field-map.ts'
import { rowsFor } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { inTransaction, type ActorRef, type AdministratorContext } from '#service/service-context.server.ts'
import { repositoryFields, type RepositoryFields } from './repositories.schema.ts'
import { createRepository, deleteRepository, isActive } from './repositories.server.ts'

const fieldMapping = fieldMap(repository, repositoryFields)

/** Imports shared repositories from a file, with the rules of the form. */
export const repositoriesImport: ImportKind<RepositoryFields> = {
  name: 'import-repositories',
  permission: 'repository:create',
  isDangerous: false,
  namespace: 'repositories',
  fields: ['name', 'link', 'description', 'language', 'topics'],
  required: ['name', 'link'],
  schema: repositoryFields,
  key: 'name',
  // Use the expressions of the index `repository_name_unique`, so that the names of a large file are checked fast.
  isTaken: (name) =>
    sql`exists (select from ${repository} where lower(${repository.name}) = lower(${name}) and ${isActive} and ${rowsFor(repository, {})}
      and coalesce(${repository.organizationId}, '00000000-0000-0000-0000-000000000000') = '00000000-0000-0000-0000-000000000000')`,
  create: createRepository,
  remove: removeImported,
}

function removeImported(context: AdministratorContext, { id }: ActorRef, made: RepositoryFields): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const [found] = await context.db
      .select(fieldMapping.columns)
      .from(repository)
      .where(and(eq(repository.id, id), isActive, rowsFor(repository, {})))
      .for('update')
    if (found && !fieldMapping.isSame(found, fieldMapping.toRow(made))) throw new AppError('CHANGED_SINCE')
    await deleteRepository(context, { id })
  })
}
