import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { listAddedBy } from '#db/added-by.ts'
import { repository } from '#db/schema.ts'
import { rowsOpenTo } from '#db/scope.ts' // of owned rows
import type { ServerFeature } from '#feature/server-feature.ts'
import { idOf } from '#request/form-action.ts'
import { repositoriesImport } from './repositories-import.server.ts' // of repositories alone
import { repositoryOperations } from './repositories.api.server.ts' // of repositories alone
import { repositoryKinds } from './repositories.bulk.server.ts' // of repositories alone
import { repositoriesExport } from './repositories.file-endpoints.server.ts' // of repositories alone

/** A list that people search, add to and change, with undo. */
export const repositories: ServerFeature = {
  fileEndpoints: [repositoriesExport], // of repositories alone
  apiOperations: repositoryOperations, // of repositories alone
  bulkKinds: repositoryKinds, // of repositories alone
  importKinds: [repositoriesImport], // of repositories alone
  expires: [
    {
      table: repository,
      isOver: sql`deleted_at < now() - make_interval(days => ${appConfig.repository.undoDays})`,
    },
  ],
  dataTaken: async ({ db, session: { viewer } }) => ({
    repositories: await listAddedBy(
      db,
      viewer.id,
      repository,
      rowsOpenTo(repository, viewer.id), // of owned rows
    ),
  }),
  formActions: {
    'create-repository': {
      path: '/api/repositories.createRepository',
      next: (_fields, page, result) => `/${areaOf(page)}/repositories/${idOf(result)}`,
      said: (t, name) => t('repositories:added', { name }),
    },
    'update-repository': {
      path: '/api/repositories.updateRepository',
      next: (_fields, page) => page.pathname,
      said: (t, name) => t('repositories:saved', { name }),
    },
    'delete-repository': {
      path: '/api/repositories.deleteRepository',
      next: (_fields, page) => `/${areaOf(page)}/repositories`,
      said: (t, name) => t('repositories:deleted', { name }),
    },
  },
}

/** The area that the form is in. */
function areaOf({ pathname }: URL): string {
  return pathname.startsWith('/app/') ? 'app' : 'manager'
}
