import { and, sql, type SQL } from 'drizzle-orm'
import { rowsFor, type ScopedContext } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { matches, SEARCHABLE_REPOSITORIES } from '#db/search.ts'
import { repositoryMarks } from '#slots/rows.server.ts'
import type { RepositoryFilter } from './repositories.schema.ts'

/** The context of a service that reads repositories; code outside of requests has no session. */
interface Reader extends ScopedContext {
  session?: { viewer?: { id: string } }
}

/** The SQL conditions of a list's filters, apart from the search. */
interface FilterConditions {
  where: SQL | undefined
  /** The condition that has an index of its own, which does not have the order of the list. */
  indexed: SQL | undefined
}

/** Builds the SQL conditions for the language, the topic and the viewer's marks. */
export function filterConditions(reader: Reader, filter: RepositoryFilter): FilterConditions {
  const { topic = '', language = '', marks = '' } = filter
  return {
    where: and(
      language === '' ? undefined : sql`lower(${repository.language}) = lower(${withoutNulCharacters(language)})`,
      isMarkedBy(reader, marks),
    ),
    indexed:
      topic === ''
        ? undefined
        : sql`string_to_array(${repository.topics}, ' ') @> array[${withoutNulCharacters(topic)}]`,
  }
}

/** Builds the SQL condition for all filters of a list, including the owner and the search. */
export function matchesFilter(filter: RepositoryFilter, reader: Reader): SQL | undefined {
  const { where, indexed } = filterConditions(reader, filter)
  return and(rowsFor(repository, reader), where, indexed, matches(filter.searchTerm, SEARCHABLE_REPOSITORIES))
}

/** Returns a SQL column for each mark, by the mark's name: whether the viewer has set the mark on a repository. */
export function marksOf({ session: { viewer } = {} }: Reader): Record<string, SQL<boolean>> {
  const columns = Object.entries(repositoryMarks).map(([name, { isMarked }]): [string, SQL<boolean>] => [
    name,
    viewer ? isMarked(viewer.id) : sql<boolean>`false`,
  ])
  return Object.fromEntries(columns)
}

/** Builds the condition for rows with the viewer's marks. @param names of marks, separated by commas; ignores unknown names */
function isMarkedBy(reader: Reader, names: string): SQL | undefined {
  const { viewer } = reader.session ?? {}
  const asked = Object.entries(repositoryMarks).filter(([name]) => names.split(',').includes(name))
  return and(...asked.map(([, { isAmong }]) => (viewer ? isAmong(viewer.id, reader) : sql`false`)))
}

/** Removes NUL characters, which PostgreSQL cannot store in a text. */
function withoutNulCharacters(text: string): string {
  return text.replaceAll('\0', '')
}
