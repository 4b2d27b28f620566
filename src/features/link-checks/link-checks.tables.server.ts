import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { byteOrdered, moment } from '../../db/tables/columns.ts'
import { repository } from '../../db/tables/repositories.ts'

/**
 * The state of each repository's link at its last check. Triggers of migration 0017 create the rows. A due link is put in the
 * queue of its host and its owner.
 */
export const repositoryLink = pgTable(
  'repository_link',
  {
    repositoryId: uuid()
      .primaryKey()
      .references(() => repository.id, { onDelete: 'cascade' }),
    /** The time of the next check. */
    dueAt: moment().notNull().defaultNow(),
    /** The host in whose queue the link is; null if it is in none. */
    host: byteOrdered(),
    /** The organization of the repository, otherwise the user who created it. */
    ownerId: uuid(),
    /** The time from which the link is in the queue. */
    queuedAt: moment(),
    /** The time of the last check; null if it was never checked. */
    checkedAt: moment(),
    /** The time from which the link has not answered; null while it does. */
    failingSince: moment(),
    /** The status of the last answer; null if nothing was received. */
    responseStatus: integer(),
    /** The reason why there was no answer: an `ExternalFault`. */
    fault: text(),
  },
  (table) => [
    index('repository_link_due').on(table.dueAt),
    index('repository_link_queue')
      .on(table.host, table.ownerId, table.queuedAt)
      .where(sql`${table.host} is not null`),
  ],
)
