import { sql, type SQL } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { byteOrdered, createdAt, id, moment, updatedAt } from './columns.ts'
import { organization } from './organizations.ts'
import { user } from './users.ts'

/** Repositories. Two names of the same owner must not differ only by case. */
export const repository = pgTable(
  'repository',
  {
    id: id(),
    name: text().notNull(),
    link: text().notNull(),
    description: text(),
    /** The main programming language as the user typed it. */
    language: text(),
    /** Slugs separated by spaces, like in a form. */
    topics: text(),
    /** The organization that owns the repository; null for a shared repository. */
    organizationId: uuid().references(() => organization.id, { onDelete: 'cascade' }),
    /** The normalized name by which lists sort. */
    sortName: byteOrdered().generatedAlwaysAs((): SQL => sql`folded(${repository.name})`),
    /** The text that searches compare. Set by a trigger (migration 0031), so that a new formula does not rewrite the table. */
    searchText: text(),
    createdById: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** The time of the deletion. The repository can be restored for a day and is then purged. */
    deletedAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => {
    const isActive = sql`${table.deletedAt} is null`
    // Lists of shared repositories, and lists of an organization's repositories, have separate indexes.
    const isListed = sql.join([isActive, sql`${table.organizationId} is null`], sql` and `)
    const isOwned = sql`${isActive} and ${table.organizationId} is not null`
    return [
      uniqueIndex('repository_name_unique')
        .on(
          sql`coalesce(${table.organizationId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
          sql`lower(${table.name})`,
        )
        .where(isActive),
      index('repository_newest').on(table.createdAt, table.id).where(isListed),
      index('repository_name_order').on(table.sortName, table.id).where(isListed),
      index('repository_updated').on(table.updatedAt, table.id).where(isListed),
      index('repository_search')
        .using('gin', sql`${table.searchText} gin_trgm_ops`)
        .where(isActive),
      index('repository_language')
        .on(sql`lower(${table.language})`, table.createdAt, table.id)
        .where(isListed),
      index('repository_language_name_order')
        .on(sql`lower(${table.language})`, table.sortName, table.id)
        .where(isListed),
      index('repository_owned_language')
        .on(table.organizationId, sql`lower(${table.language})`, table.createdAt, table.id)
        .where(isOwned),
      index('repository_owned_language_name_order')
        .on(table.organizationId, sql`lower(${table.language})`, table.sortName, table.id)
        .where(isOwned),
      index('repository_topics')
        .using('gin', sql`string_to_array(${table.topics}, ' ')`)
        .where(isActive),
      index('repository_owned_newest').on(table.organizationId, table.createdAt, table.id).where(isOwned),
      index('repository_owned_name_order').on(table.organizationId, table.sortName, table.id).where(isOwned),
      index('repository_owned_updated').on(table.organizationId, table.updatedAt, table.id).where(isOwned),
      index().on(table.organizationId),
      index('repository_deleted')
        .on(table.deletedAt)
        .where(sql`${table.deletedAt} is not null`),
      index().on(table.createdById),
    ]
  },
)
