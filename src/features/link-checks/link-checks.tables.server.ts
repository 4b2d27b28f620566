import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { byteOrdered, moment } from '../../db/tables/columns.ts'
import { partialIndex } from '#db/tables/indexes.ts'
import { repository } from '../../db/tables/repositories.ts'

/**
 * The state of each repository's link at its last check. Triggers in `link-checks.sql` create the rows. A due link is put in
 * the queue of its host and its owner.
 */
export const repositoryLink = pgTable(
  'repository_link',
  {
    repositoryId: uuid()
      .primaryKey()
      .references(() => repository.id, { onDelete: 'cascade' }),
    /** The time of the next check. */
    dueAt: moment().notNull().defaultNow(),
    /** The host in whose queue the link is; null if the link is not queued. */
    host: byteOrdered(),
    /** The owner in whose queue the link is: the organization of the repository, otherwise the creator; null if not queued. */
    ownerId: uuid(),
    /** The time since which the link is in the queue. */
    queuedAt: moment(),
    /** The time of the last check; null if the link was never checked. */
    checkedAt: moment(),
    /** The time of the first failed check since the last successful one; null while the link responds. */
    failingSince: moment(),
    /** The status code of the response to the last check; null if it got no response. */
    responseStatus: integer(),
    /** The reason why the last check got no response (an `ExternalErrorReason`); null if it got one. */
    fault: text(),
  },
  (table) => [
    index('repository_link_due').on(table.dueAt),
    partialIndex('repository_link_queue', sql`${table.host} is not null`, table.host, table.ownerId, table.queuedAt),
  ],
)
