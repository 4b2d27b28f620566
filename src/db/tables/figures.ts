import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * Figures of the dashboard, kept up to date by triggers. A figure is the sum of its parts, so that writers do not wait for each
 * other. Of who and what is new, days that lie more than two weeks back are not kept up to date.
 */
export const tally = pgTable(
  'tally',
  {
    name: text().notNull(),
    /** The day that is counted; 1970-01-01 for a figure that has no day. */
    day: date({ mode: 'string' }).notNull().default('1970-01-01'),
    part: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.day, table.part] })],
)
