import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { repository } from './repositories.ts'

/** The state of each repository's link when it was last asked. Rows are made by triggers of migration 0017. */
export const repositoryLink = pgTable(
  'repository_link',
  {
    repositoryId: uuid()
      .primaryKey()
      .references(() => repository.id, { onDelete: 'cascade' }),
    /** When it is to be asked next. */
    dueAt: moment().notNull().defaultNow(),
    /** When it was asked last; null for never. */
    checkedAt: moment(),
    /** Since when it has not answered; null while it does. */
    failingSince: moment(),
    /** The status that it answered with; null where nothing came. */
    responseStatus: integer(),
    /** Why nothing came: an `OutsideFault`. */
    fault: text(),
  },
  (table) => [index('repository_link_due').on(table.dueAt)],
)
