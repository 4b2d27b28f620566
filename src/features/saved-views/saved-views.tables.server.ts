import { sql } from 'drizzle-orm'
import { jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ListName } from '../../features.ts'
import { createdAt, id } from '../../db/tables/columns.ts'
import { user } from '../../db/tables/people.ts'

/** Lists as people have filtered and sorted them, by names of their own. No two names differ by case alone. */
export const savedView = pgTable(
  'saved_view',
  {
    id: id(),
    personId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    list: text().$type<ListName>().notNull(),
    name: text().notNull(),
    /** The parameters of the list's URL that are not what they are anyway. */
    search: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('saved_view_name_unique').on(table.personId, table.list, sql`lower(${table.name})`)],
)
