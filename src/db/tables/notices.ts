import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from './columns.ts'

/**
 * The links in notices with which recipients report that an action was not theirs. The token in the mail is the signed id, so
 * reading this table is not enough to use a link.
 */
export const noticeLink = pgTable(
  'notice_link',
  {
    id: id(),
    /** The user whose account the notice is about. Not a foreign key, because links outlive deleted users. */
    userId: uuid().notNull(),
    /** The address that the notice was sent to. */
    email: text().notNull(),
    /** The `NoticeKind` of the notice. */
    kind: text().notNull(),
    /** Whether using the link restores `email` as the address of the account. */
    givesAddressBack: boolean().notNull().default(false),
    usedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.createdAt)],
)
