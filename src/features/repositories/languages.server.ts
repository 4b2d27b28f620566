import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { repository } from '#db/schema.ts'
import { rowsFor } from '#db/scope.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/**
 * Lists the languages that repositories have, by their names, each in one of the spellings that it was given. The index is
 * asked for one after the other: what it costs goes by the languages, however many repositories have them.
 */
export async function listLanguages(context: ServiceContext): Promise<string[]> {
  const first = sql`
    select lower(language) as key, language from repository
    where ${rowsFor(repository, context)} and deleted_at is null and lower(repository.language) > coalesce(known.key, '')
    order by lower(language), created_at, id limit 1`
  const found = await context.db.execute<{ language: string }>(sql`
    with recursive known as (
      select null::text as key, null::text as language
      union all
      select next.key, next.language from known, lateral (${first}) as next
    )
    select language from known where language is not null limit ${appConfig.repository.mostLanguagesOffered}`)
  return found.map(({ language }) => language)
}
