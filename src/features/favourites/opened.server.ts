import { sql } from 'drizzle-orm'
import type { Session } from '#auth/current-session.server.ts'
import { repository } from '#db/schema.ts'
import { isReadable } from '#db/scope.ts'
import { inTransaction, type ServiceContext } from '#service/service-context.server.ts'
import { favouritesConfig } from './favourites.config.ts'

interface OwnContext extends ServiceContext {
  session: Pick<Session, 'impersonatedBy'> & { viewer: Pick<Session['viewer'], 'id'> }
}

/** The maximum number of records per user: more than are shown, because deleted repositories are left out. */
const MAX_RECORDS = favouritesConfig.recentlyOpened * 2

/**
 * Records that the viewer opened a repository, and deletes their oldest records. Does nothing if the repository doesn't exist,
 * was recorded within the last minute, or is opened by an administrator who impersonates the viewer.
 */
export async function recordOpened(context: OwnContext, { id }: { id: string }): Promise<void> {
  const { viewer, impersonatedBy } = context.session
  if (impersonatedBy) return
  await inTransaction(context, [], async ({ db }) => {
    const noted = await db.execute(sql`
      insert into opened_repository (person_id, repository_id)
      select ${viewer.id}::uuid, id from repository where id = ${id} and deleted_at is null and ${isReadable(repository, context) ?? sql`true`}
      on conflict (person_id, repository_id) do update set opened_at = now()
      where opened_repository.opened_at < now() - interval '1 minute'
      returning repository_id`)
    if (noted.length === 0) return
    await db.execute(sql`
      delete from opened_repository where person_id = ${viewer.id} and repository_id = any(array(
        select repository_id from opened_repository where person_id = ${viewer.id}
        order by opened_at desc, repository_id offset ${MAX_RECORDS}
      ))`)
  })
}
