import { and, sql, type SQL } from 'drizzle-orm'
import { rowsFor, type ScopedContext } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { matches, SEARCHABLE_REPOSITORIES } from '#db/search.ts'
import { repositoryMarks } from '#slots/rows.server.ts'
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

/** Narrows a list to a language, a topic, and what the viewer has marked. */
export function narrowed(reader: Reader, filter: RepositoryFilter): Narrowed {
  const { topic = '', language = '', marks = '' } = filter
  return {
    within: and(
      language === '' ? undefined : sql`lower(${repository.language}) = lower(${storable(language)})`,
      isMarkedBy(reader, marks),
    ),
    fitting: topic === '' ? undefined : sql`string_to_array(${repository.topics}, ' ') @> array[${storable(topic)}]`,
  }
}

/** Says what a repository must be to fit a filter of somebody, whose it must be included. */
export function fits(filter: RepositoryFilter, reader: Reader): SQL | undefined {
  const { within, fitting } = narrowed(reader, filter)
  return and(rowsFor(repository, reader), within, fitting, matches(filter.searchTerm, SEARCHABLE_REPOSITORIES))
}

/** Makes the columns that say which marks the viewer has set on a repository. */
export function marksOf({ session: { viewer } = {} }: Reader): Record<string, SQL<boolean>> {
  const columns = Object.entries(repositoryMarks).map(([name, { isMarked }]): [string, SQL<boolean>] => [
    name,
    viewer ? isMarked(viewer.id) : sql<boolean>`false`,
  ])
  return Object.fromEntries(columns)
}

/** @param names of marks, with commas between; one that no feature has lets all through */
function isMarkedBy(reader: Reader, names: string): SQL | undefined {
  const { viewer } = reader.session ?? {}
  const asked = Object.entries(repositoryMarks).filter(([name]) => names.split(',').includes(name))
  return and(...asked.map(([, { isAmong }]) => (viewer ? isAmong(viewer.id, reader) : sql`false`)))
}

/** What somebody asks for, without what no text of the database can hold. */
function storable(text: string): string {
  return text.replaceAll('\0', '')
}
