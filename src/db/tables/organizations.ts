import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { createdAt, id } from './columns.ts'

/** Groups of people who own repositories together. Two may be called the same: neither may know of the other. */
export const organization = pgTable(
  'organization',
  {
    id: id(),
    name: text().notNull(),
    /** A handle that better-auth asks for; addresses go by the id, which tells nobody whether a name is taken. */
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
