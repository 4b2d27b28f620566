import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { repository } from '#db/schema.ts'
import { rowsFor } from '#db/scope.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/** A repository on the home page. */
export interface HomeRepository {
  id: string
  name: string
  /** When it was added, or opened; ISO 8601 */
  at: string
}

export interface HomeLists {
  newest: HomeRepository[]
  /** What the viewer opened last, on whatever device. */
  opened: HomeRepository[]
}

interface HomeContext extends ServiceContext {
  session: { viewer: { id: string } }
}

const { newestRepositories, recentlyOpened } = appConfig.home

/** Lists what the home page begins with, by one query. */
export async function getHome(context: HomeContext): Promise<HomeLists> {
  const { db, session } = context
  const found = await db.execute<Record<keyof HomeRepository, string> & { list: keyof HomeLists }>(sql`
    (select 'newest' as list, id, name, ${asText(sql`created_at`)} as at from repository
     where ${rowsFor(repository, context)} and deleted_at is null order by created_at desc, id desc limit ${newestRepositories})
    union all
    (select 'opened', repository.id, name, ${asText(sql`opened_at`)} from opened_repository
     join repository on repository.id = repository_id
     where person_id = ${session.viewer.id} and ${rowsFor(repository, context)} and deleted_at is null
     order by opened_at desc, repository.id limit ${recentlyOpened})`)
  const listed = (list: keyof HomeLists) =>
    found.filter((row) => row.list === list).map(({ id, name, at }) => ({ id, name, at }))
  return { newest: listed('newest'), opened: listed('opened') }
}

function asText(moment: ReturnType<typeof sql>) {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
