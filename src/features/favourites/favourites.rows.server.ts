import { sql } from 'drizzle-orm'
import { repository } from '#db/schema.ts'
import { rowsFor } from '#db/scope.ts'
import type { HomeList, MarkConditions } from '#feature/row-queries.ts'
import { favouritesConfig } from './favourites.config.ts'

/** The mark of repositories that the viewer has starred. */
export const favouriteMark: MarkConditions = {
  isMarked: (viewerId) => sql<boolean>`exists (
    select from favourite where favourite.person_id = ${viewerId} and favourite.repository_id = repository.id
  )`,
  isAmong: (viewerId, reader) => sql`${repository.id} = any(array(
    select repository_id from favourite join repository on repository.id = repository_id
    where person_id = ${viewerId} and ${rowsFor(repository, reader)}
    order by favourite.created_at desc limit ${favouritesConfig.maxPerUser}
  ))`,
}

/** The repositories that the viewer opened last, on any device. */
export const recentlyOpenedList: HomeList = (viewerId, reader, columns) => sql`
  select ${columns(sql`opened_at`)} from opened_repository
  join repository on repository.id = repository_id
  where person_id = ${viewerId} and ${rowsFor(repository, reader)} and deleted_at is null
  order by opened_at desc, repository.id limit ${favouritesConfig.recentlyOpened}`
