import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { byteOrdered, moment } from '../../db/tables/columns.ts'
import { repository } from '../../db/tables/repositories.ts'

/**
 * The state of each repository's link when it was last asked. Rows are made by triggers of migration 0017. A link that is due is
 * put in the queue of its host, and of its owner there.
 */
export const repositoryLink = pgTable(
  'repository_link',
  {
    repositoryId: uuid()
      .primaryKey()
      .references(() => repository.id, { onDelete: 'cascade' }),
    /** When it is to be asked next. */
    dueAt: moment().notNull().defaultNow(),
    /** The host in whose queue it stands; null where it stands in none. */
    host: byteOrdered(),
    /** The organization whose repository it is, else who made that. */
    ownerId: uuid(),
    /** Since when it stands in the queue. */
    queuedAt: moment(),
    /** When it was asked last; null for never. */
    checkedAt: moment(),
    /** Since when it has not answered; null while it does. */
    failingSince: moment(),
    /** The status that it answered with; null where nothing came. */
    responseStatus: integer(),
    /** Why nothing came: an `OutsideFault`. */
    fault: text(),
  },
  (table) => [
    index('repository_link_due').on(table.dueAt),
    index('repository_link_queue')
      .on(table.host, table.ownerId, table.queuedAt)
      .where(sql`${table.host} is not null`),
  ],
)
