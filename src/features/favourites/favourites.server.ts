import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Session } from '#auth/current-session.server.ts'
import { isWithinReach } from '#db/scope.ts'
import { favourite, repository } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/** The context of what somebody keeps for themselves: also while an administrator acts as them it is theirs. */
export interface ViewerContext extends ServiceContext {
  session: { viewer: Pick<Session['viewer'], 'id'> }
}

/** Adds a repository to the favourites of the viewer; again, it stays as it is. @throws {AppError} NOT_FOUND */
export async function addFavourite(context: ViewerContext, { id }: { id: string }): Promise<void> {
  const { db, session } = context
  const there = db
    .select({
      personId: sql`${session.viewer.id}::uuid`.as('person'),
      repositoryId: repository.id,
      at: sql`now()`.as('at'),
    })
    .from(repository)
    .where(and(eq(repository.id, id), isNull(repository.deletedAt), isWithinReach(repository, context)))
  const added = await db.execute<{ isThere: boolean }>(sql`
    with there as (${there}), added as (
      insert into favourite (person_id, repository_id, created_at) select * from there on conflict do nothing
    )
    select true as "isThere" from there`)
  if (added.length === 0) throw new AppError('NOT_FOUND')
}

/** Takes a repository off the favourites of the viewer; one that is none of them is none afterwards. */
export async function removeFavourite({ db, session }: ViewerContext, { id }: { id: string }): Promise<void> {
  await db.delete(favourite).where(and(eq(favourite.personId, session.viewer.id), eq(favourite.repositoryId, id)))
}
