import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '../../db/tables/columns.ts'
import { partialIndex } from '#db/tables/indexes.ts'
import { userReference } from '../../db/tables/users.ts'

/** The notices that users find in the app. */
export const notification = pgTable(
  'notification',
  {
    id: id(),
    personId: userReference(),
    kind: text().notNull(),
    /** The values in the sentence: `NoticeValues`. */
    values: jsonb().$type<object>().notNull(),
    /** The path of the page that the notification leads to. */
    path: text().notNull(),
    createdAt: createdAt(),
    /** Null until the user has read it. */
    readAt: moment(),
  },
  (table) => [
    index().on(table.personId, table.createdAt, table.id),
    partialIndex('notification_unread', sql`${table.readAt} is null`, table.personId),
    index().on(table.createdAt),
  ],
)
