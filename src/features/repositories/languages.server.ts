import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { repository } from '#db/schema.ts'
import { rowsFor } from '#db/scope.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/**
 * Lists the distinct languages of repositories by name, each in one of its spellings. The query jumps in the index from one
 * language to the next, so its cost depends on the number of languages, not on the number of repositories.
 */
export async function listRepositoryLanguages(context: ServiceContext): Promise<string[]> {
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
    select language from known where language is not null limit ${appConfig.repository.maxLanguagesOffered}`)
  return found.map(({ language }) => language)
}
