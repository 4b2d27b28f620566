import { and, eq, isNull } from 'drizzle-orm'
import type { ViewerContext } from '#auth/current-session.server.ts'
import { isReadable } from '#db/scope.ts'
import { favourite, repository } from '#db/schema.ts'
import { takeRoom } from '#db/limits.ts'
import { AppError } from '#lib/app-error.ts'
import { inTransaction } from '#service/service-context.server.ts'

/**
 * Adds a repository to the favourites of the viewer. Does nothing if it already is a favourite.
 * @throws {AppError} NOT_FOUND; NO_ROOM, TOO_MANY_TODAY
 */
export async function addFavourite(context: ViewerContext, { id }: { id: string }): Promise<void> {
  const { id: userId } = context.session.viewer
  await inTransaction(context, [], async (context) => {
    const { db } = context
    const [found] = await db
      .select({ personId: favourite.personId })
      .from(repository)
      .leftJoin(favourite, and(eq(favourite.repositoryId, repository.id), eq(favourite.personId, userId)))
      .where(and(eq(repository.id, id), isNull(repository.deletedAt), isReadable(repository, context)))
    if (!found) throw new AppError('NOT_FOUND')
    if (found.personId) return
    await takeRoom(context, 'favourite', {
      holder: userId,
      count: () => db.$count(favourite, eq(favourite.personId, userId)),
    })
    await db.insert(favourite).values({ personId: userId, repositoryId: id }).onConflictDoNothing()
  })
}

/** Removes a repository from the favourites of the viewer. Does nothing if it is not a favourite. */
export async function removeFavourite({ db, session }: ViewerContext, { id }: { id: string }): Promise<void> {
  await db.delete(favourite).where(and(eq(favourite.personId, session.viewer.id), eq(favourite.repositoryId, id)))
}
