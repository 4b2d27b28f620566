import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../db/tables/columns.ts'

/** A server process on any host. It updates its row every few seconds, and deletes the row when it ends. */
export const serverProcess = pgTable(
  'server_process',
  {
    id: uuid().primaryKey(),
    host: text().notNull(),
    pid: integer().notNull(),
    version: text().notNull(),
    /** The commit of the build; null if it was unknown at build time. */
    commit: text(),
    startedAt: moment().notNull(),
    seenAt: moment().notNull().defaultNow(),
  },
  (table) => [index().on(table.seenAt)],
)
