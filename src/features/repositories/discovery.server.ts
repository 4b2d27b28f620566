import { and, sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { rowsFor, type ScopedContext } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { matches, SEARCHABLE_REPOSITORIES } from '#db/search.ts'
import type { RepositoryFilter } from './repositories.schema.ts'

/** A reader with a page; there is none where rules are called for a program, or outside of requests. */
interface Reader extends ScopedContext {
  session?: { viewer?: { id: string } }
}

/** What a list is narrowed to besides a search, as its page is asked for. */
interface Narrowed {
  within: SQL | undefined
  fitting: SQL | undefined
}

/** Narrows a list to a language, a topic, and the viewer's favourites. */
export function narrowed(reader: Reader, filter: RepositoryFilter): Narrowed {
  const { topic = '', language = '', favourites = '' } = filter
  return {
    within: and(
      language === '' ? undefined : sql`lower(${repository.language}) = lower(${storable(language)})`,
      favourites === '' ? undefined : isAmongFavourites(reader),
    ),
    fitting: topic === '' ? undefined : sql`string_to_array(${repository.topics}, ' ') @> array[${storable(topic)}]`,
  }
}

/** Says what a repository must be to fit a filter of somebody, whose it must be included. */
export function fits(filter: RepositoryFilter, reader: Reader): SQL | undefined {
  const { within, fitting } = narrowed(reader, filter)
  return and(rowsFor(repository, reader), within, fitting, matches(filter.searchTerm, SEARCHABLE_REPOSITORIES))
}

/** The column that says whether the viewer has starred a repository. Its table is written out: drizzle would leave it away. */
export function starOf({ session: { viewer } = {} }: Reader): SQL<boolean> {
  if (!viewer) return sql<boolean>`false`
  return sql<boolean>`exists (
    select from favourite where favourite.person_id = ${viewer.id} and favourite.repository_id = repository.id
  )`
}

/** Asked for once, so that a list goes by the favourites, of which there are few, and not by all repositories. */
function isAmongFavourites(reader: Reader): SQL {
  const { viewer } = reader.session ?? {}
  if (!viewer) return sql`false`
  return sql`${repository.id} = any(array(
    select repository_id from favourite join repository on repository.id = repository_id
    where person_id = ${viewer.id} and ${rowsFor(repository, reader)}
    order by favourite.created_at desc limit ${appConfig.favourites.mostPerPerson}
  ))`
}

/** What somebody asks for, without what no text of the database can hold. */
function storable(text: string): string {
  return text.replaceAll('\0', '')
}
