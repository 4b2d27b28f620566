import { sql } from 'drizzle-orm'
import { jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ListName } from '../../features.ts'
import { createdAt, id } from '../../db/tables/columns.ts'
import { userReference } from '../../db/tables/users.ts'

/** The filters and orders of lists that users have saved, under names that are unique regardless of case. */
export const savedView = pgTable(
  'saved_view',
  {
    id: id(),
    personId: userReference(),
    list: text().$type<ListName>().notNull(),
    name: text().notNull(),
    /** The list's URL parameters that differ from their defaults. */
    search: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('saved_view_name_unique').on(table.personId, table.list, sql`lower(${table.name})`)],
)
