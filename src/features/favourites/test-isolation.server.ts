import { sql } from 'drizzle-orm'
import type { Session } from '#auth/current-session.server.ts'
import type { Database } from '#db/client.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { addFavourite, removeFavourite } from './favourites.server.ts'
import { recordOpened } from './opened.server.ts'

type FavouritesContext = ServiceContext & { session: Session }
type IdsOfOthers = Record<'there' | 'deleted', string>

/** Calls of the server functions of favourites with rows of another organization. */
export const favouriteOperations = {
  addFavourite: (context: FavouritesContext, { there }: IdsOfOthers) => addFavourite(context, { id: there }),
  removeFavourite: (context: FavouritesContext, { deleted }: IdsOfOthers) => removeFavourite(context, { id: deleted }),
  recordOpenedRepository: (context: FavouritesContext, { there }: IdsOfOthers) => recordOpened(context, { id: there }),
}

/** The stored stars and visits of a user, also of rows that the user can no longer see. */
export const storedFavourites = {
  async keep(db: Database, userId: string, ids: string[]) {
    for (const id of ids)
      for (const table of ['favourite', 'opened_repository'])
        await db.execute(sql`insert into ${sql.raw(table)} (person_id, repository_id) values (${userId}, ${id})`)
  },
  async traces(db: Database, id: string) {
    const found = await db.execute(sql`
      select (select json_agg(f order by f) from favourite f where repository_id = ${id}) as stars,
             (select json_agg(o order by o) from opened_repository o where repository_id = ${id}) as visits`)
    return [...found]
  },
}
