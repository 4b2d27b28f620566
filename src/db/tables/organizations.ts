import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { createdAt, id } from './columns.ts'

/** Organizations, which own repositories. Names are not unique, because that would reveal the names of other organizations. */
export const organization = pgTable(
  'organization',
  {
    id: id(),
    name: text().notNull(),
    /** A handle that better-auth requires. URLs use the id, so that they don't reveal whether a name is taken. */
    slug: text()
      .notNull()
      .unique('organization_slug_unique')
      .default(sql`gen_random_uuid()`),
    logo: text(),
    metadata: text(),
    createdAt: createdAt(),
  },
  (table) => [index('organization_by_name').on(sql`folded(${table.name})`, table.id)],
)
