import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { listAddedBy } from '#db/added-by.ts'
import { repository } from '#db/schema.ts'
import { rowsVisibleTo } from '#db/scope.ts'
import type { ServerFeature } from '#feature/server-feature.ts'
import { idInResult } from '#request/form-action.ts'
import { repositoryKinds } from './repositories.bulk.server.ts'

/** Repositories: a list that users search, and that users with the permission change; deletions can be undone. */
export const repositories: ServerFeature = {
  bulkKinds: repositoryKinds,
  expires: [
    {
      table: repository,
      isOver: sql`deleted_at < now() - make_interval(days => ${appConfig.repository.undoDays})`,
    },
  ],
  exportedData: async ({ db, session: { viewer } }) => ({
    repositories: await listAddedBy(db, viewer.id, repository, rowsVisibleTo(repository, viewer.id)),
  }),
  formActions: {
    'create-repository': {
      path: '/api/repositories.createRepository',
      next: (_fields, page, result) => `/${areaOf(page)}/repositories/${idInResult(result)}`,
      resultMessage: (t, name) => t('repositories:added', { name }),
    },
    'update-repository': {
      path: '/api/repositories.updateRepository',
      resultMessage: (t, name) => t('repositories:saved', { name }),
    },
    'delete-repository': {
      path: '/api/repositories.deleteRepository',
      next: (_fields, page) => `/${areaOf(page)}/repositories`,
      resultMessage: (t, name) => t('repositories:deleted', { name }),
    },
  },
}

/** Returns the area (`/app` or `/manager`) of the page that contains the form. */
function areaOf({ pathname }: URL): string {
  return pathname.startsWith('/app/') ? 'app' : 'manager'
}
