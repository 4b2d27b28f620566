import { sql, type SQL } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { byteOrdered, createdAt, id, moment, updatedAt } from './columns.ts'
import { partialIndex, trigramIndex } from './indexes.ts'
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
    const { organizationId, sortName, createdAt, updatedAt, id } = table
    const language = sql`lower(${table.language})`
    const isActive = sql`${table.deletedAt} is null`
    // Lists of shared repositories, and lists of an organization's repositories, have separate indexes.
    const isListed = sql.join([isActive, sql`${organizationId} is null`], sql` and `)
    const isOwned = sql`${isActive} and ${organizationId} is not null`
    return [
      uniqueIndex('repository_name_unique')
        .on(sql`coalesce(${organizationId}, '00000000-0000-0000-0000-000000000000'::uuid)`, sql`lower(${table.name})`)
        .where(isActive),
      partialIndex('repository_newest', isListed, createdAt, id),
      partialIndex('repository_name_order', isListed, sortName, id),
      partialIndex('repository_updated', isListed, updatedAt, id),
      trigramIndex('repository_search', table.searchText, isActive),
      partialIndex('repository_language', isListed, language, createdAt, id),
      partialIndex('repository_language_name_order', isListed, language, sortName, id),
      partialIndex('repository_owned_language', isOwned, organizationId, language, createdAt, id),
      partialIndex('repository_owned_language_name_order', isOwned, organizationId, language, sortName, id),
      index('repository_topics')
        .using('gin', sql`string_to_array(${table.topics}, ' ')`)
        .where(isActive),
      partialIndex('repository_owned_newest', isOwned, organizationId, createdAt, id),
      partialIndex('repository_owned_name_order', isOwned, organizationId, sortName, id),
      partialIndex('repository_owned_updated', isOwned, organizationId, updatedAt, id),
      index().on(organizationId),
      partialIndex('repository_deleted', sql`${table.deletedAt} is not null`, table.deletedAt),
      index().on(table.createdById),
    ]
  },
)
