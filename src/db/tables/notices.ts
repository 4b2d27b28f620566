import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from './columns.ts'

/**
 * The links in notices by which their readers say that it was not them. The token in the mail is the id with a signature, so
 * this table alone opens nothing.
 */
export const noticeLink = pgTable(
  'notice_link',
  {
    id: id(),
    /** The person whose account it is; they may be gone when the link is followed. */
    userId: uuid().notNull(),
    /** The address that the notice went to. */
    email: text().notNull(),
    /** What the notice told: a `NoticeKind`. */
    kind: text().notNull(),
    /** Whether the account gets the address back. */
    givesAddressBack: boolean().notNull().default(false),
    usedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.createdAt)],
)
