import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '../../db/tables/columns.ts'
import { userReference } from '../../db/tables/users.ts'
import { repository } from '../../db/tables/repositories.ts'

const ofRepository = () =>
  uuid()
    .notNull()
    .references(() => repository.id, { onDelete: 'cascade' })

/** The repositories that users have starred. */
export const favourite = pgTable(
  'favourite',
  { personId: userReference(), repositoryId: ofRepository(), createdAt: createdAt() },
  (table) => [primaryKey({ columns: [table.personId, table.repositoryId] }), index().on(table.repositoryId)],
)

/** The repositories that each user opened last, with at most twice as many rows per user as the home page shows. */
export const openedRepository = pgTable(
  'opened_repository',
  { personId: userReference(), repositoryId: ofRepository(), openedAt: moment().notNull().defaultNow() },
  (table) => [primaryKey({ columns: [table.personId, table.repositoryId] }), index().on(table.repositoryId)],
)
