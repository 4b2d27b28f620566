import { sql } from 'drizzle-orm'
import type { ImportKind } from '#bulk/import-kind.server.ts'
import { rowsFor } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { inTransaction, type ActorRef, type AdministratorContext } from '#service/service-context.server.ts'
import { repositoryFields, type RepositoryFields } from './repositories.schema.ts'
import { createRepository, deleteRepository, isAsSaved, isThere } from './repositories.server.ts'

/** Repositories from a file, as a form would add them one by one: everybody's. */
export const repositoriesImport: ImportKind<RepositoryFields> = {
  name: 'import-repositories',
  permission: 'repository:create',
  isDangerous: false,
  namespace: 'repositories',
  fields: ['name', 'link', 'description', 'language', 'topics'],
  required: ['name', 'link'],
  schema: repositoryFields,
  key: 'name',
  // As the index `repository_name_unique` has it: whole files are compared.
  isTaken: (name) =>
    sql`exists (select from ${repository} where lower(${repository.name}) = lower(${name}) and ${isThere} and ${rowsFor(repository, {})}
      and coalesce(${repository.organizationId}, '00000000-0000-0000-0000-000000000000') = '00000000-0000-0000-0000-000000000000')`,
  create: createRepository,
  remove: removeImported,
}

function removeImported(context: AdministratorContext, { id }: ActorRef, made: RepositoryFields): Promise<void> {
  return inTransaction(context, [], async (context) => {
    if (!(await isAsSaved(context, id, made))) throw new AppError('CHANGED_SINCE')
    await deleteRepository(context, { id })
  })
}
