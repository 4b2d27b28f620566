import { sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { ViewerContext } from '#auth/current-session.server.ts'
import { repository } from '#db/schema.ts'
import { rowsFor } from '#db/scope.ts'
import { homeLists } from '#slots/rows.server.ts'

/** A repository on the home page. */
export interface HomeRepository {
  id: string
  name: string
  link: string
  language: string | null
  /** The time when the repository was created, or when the viewer last opened it, ISO 8601. */
  at: string
}

export interface HomeLists {
  newest: HomeRepository[]
  /** The lists that features add, by the name of the list. */
  more: Record<string, HomeRepository[]>
}

const { newestRepositories } = appConfig.home

/** Reads all lists of the home page with one query. */
export async function getHome(context: ViewerContext): Promise<HomeLists> {
  const { db, session } = context
  const more = Object.entries(homeLists).map(
    ([name, select]) => sql`union all (${select(session.viewer.id, context, columnsOf(name))})`,
  )
  const found = await db.execute<Pick<HomeRepository, keyof HomeRepository> & { list: string }>(sql`
    (select ${columnsOf('newest')(sql`created_at`)} from repository
     where ${rowsFor(repository, context)} and deleted_at is null order by created_at desc, id desc limit ${newestRepositories})
    ${sql.join(more, sql` `)}`)
  const listed = (name: string) => found.filter(({ list }) => list === name).map(({ list: _list, ...row }) => row)
  return {
    newest: listed('newest'),
    more: Object.fromEntries(Object.keys(homeLists).map((name) => [name, listed(name)])),
  }
}

function columnsOf(list: string) {
  const { id, name, link, language } = repository
  return (moment: SQL) => sql`${list}::text as list, ${id}, ${name}, ${link}, ${language}, ${toIsoText(moment)} as at`
}

function toIsoText(moment: SQL) {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
