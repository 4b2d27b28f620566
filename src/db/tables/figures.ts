import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * Figures of the dashboard, updated by triggers. A figure is the sum of several rows (parts), so that writers do not wait for
 * each other. Figures by day are no longer updated for days that are more than two weeks in the past.
 */
export const tally = pgTable(
  'tally',
  {
    name: text().notNull(),
    /** The counted day; 1970-01-01 for a figure without days. */
    day: date({ mode: 'string' }).notNull().default('1970-01-01'),
    part: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.day, table.part] })],
)
