import { and, eq } from 'drizzle-orm'
import { favourite, openedRepository, repository } from '#db/schema.ts'
import { rowsVisibleTo } from '#db/scope.ts'
import type { ServerFeature } from '#feature/server-feature.ts'

/** Repositories that users mark to find them again. */
export const favourites: ServerFeature = {
  formActions: {
    'add-favourite': { path: '/api/favourites.addFavourite', next: 'same-page' },
    'remove-favourite': { path: '/api/favourites.removeFavourite', next: 'same-page' },
  },
  exportedData: async ({ db, session: { viewer } }) => ({
    favourites: await db
      .select({ name: repository.name, createdAt: favourite.createdAt })
      .from(favourite)
      .innerJoin(repository, eq(repository.id, favourite.repositoryId))
      .where(and(eq(favourite.personId, viewer.id), rowsVisibleTo(repository, viewer.id)))
      .orderBy(favourite.createdAt),
    openedRepositories: await db
      .select({ name: repository.name, openedAt: openedRepository.openedAt })
      .from(openedRepository)
      .innerJoin(repository, eq(repository.id, openedRepository.repositoryId))
      .where(and(eq(openedRepository.personId, viewer.id), rowsVisibleTo(repository, viewer.id)))
      .orderBy(openedRepository.openedAt),
  }),
}
