import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** The mails of a sandbox, which leave it for nowhere; in any other database there are none. */
export const sandboxMail = pgTable(
  'sandbox_mail',
  {
    /** The mail's own, the same at every try. */
    id: text().primaryKey(),
    sentAt: moment().notNull().defaultNow(),
    to: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
  },
  (table) => [index().on(table.sentAt)],
)
