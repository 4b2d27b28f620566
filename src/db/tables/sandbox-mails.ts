import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** The mails of a sandbox, which are never sent. The table is empty in all other databases. */
export const sandboxMail = pgTable(
  'sandbox_mail',
  {
    /** The id of the mail, the same for every attempt. */
    id: text().primaryKey(),
    sentAt: moment().notNull().defaultNow(),
    to: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
  },
  (table) => [index().on(table.sentAt)],
)
