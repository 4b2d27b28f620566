import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../db/tables/columns.ts'

/** A process that serves, on whatever computer: it says every few seconds that it is there, and takes its row along when it ends. */
export const serverProcess = pgTable(
  'server_process',
  {
    id: uuid().primaryKey(),
    host: text().notNull(),
    pid: integer().notNull(),
    version: text().notNull(),
    /** Null where the build could not tell. */
    commit: text(),
    startedAt: moment().notNull(),
    seenAt: moment().notNull().defaultNow(),
  },
  (table) => [index().on(table.seenAt)],
)
