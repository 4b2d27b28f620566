import { sql, type SQL } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { byteOrdered, createdAt, id, moment, updatedAt } from './columns.ts'
import { organization } from './organizations.ts' // of owned rows
import { user } from './people.ts'

/** Repositories, as administrators list them. No two names of an owner differ by case alone. */
export const repository = pgTable(
  'repository',
  {
    id: id(),
    name: text().notNull(),
    link: text().notNull(),
    description: text(),
    // of repositories alone, from here
    /** The main programming language, as it was typed. */
    language: text(),
    /** Slugs with a space between, as a form has them. */
    topics: text(),
    // of repositories alone, to here
    // of owned rows, from here
    /** Whose it is; null for what is everybody's. */
    organizationId: uuid().references(() => organization.id, { onDelete: 'cascade' }),
    // of owned rows, to here
    /** By what a list orders them. */
    sortName: byteOrdered().generatedAlwaysAs((): SQL => sql`folded(${repository.name})`),
    /** What a search looks through: a trigger keeps it (migration 0031), so that it may change without the table being written anew. */
    searchText: text(),
    createdById: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** Set when it was deleted: for a day it can be had back, then it is purged. */
    deletedAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => {
    const isThere = sql`${table.deletedAt} is null`
    // Lists of what is everybody's, and of what an organization owns, have indexes of their own. // of owned rows
    const isListed = sql.join(
      [
        isThere,
        sql`${table.organizationId} is null`, // of owned rows
      ],
      sql` and `,
    )
    const isOwned = sql`${isThere} and ${table.organizationId} is not null` // of owned rows
    return [
      uniqueIndex('repository_name_unique')
        .on(
          sql`coalesce(${table.organizationId}, '00000000-0000-0000-0000-000000000000'::uuid)`, // of owned rows
          sql`lower(${table.name})`,
        )
        .where(isThere),
      index('repository_newest').on(table.createdAt, table.id).where(isListed),
      index('repository_name_order').on(table.sortName, table.id).where(isListed),
      index('repository_search')
        .using('gin', sql`${table.searchText} gin_trgm_ops`)
        .where(isThere),
      // of repositories alone, from here
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
        .where(isThere),
      // of repositories alone, to here
      // of owned rows, from here
      index('repository_owned_newest').on(table.organizationId, table.createdAt, table.id).where(isOwned),
      index('repository_owned_name_order').on(table.organizationId, table.sortName, table.id).where(isOwned),
      index().on(table.organizationId),
      // of owned rows, to here
      index('repository_deleted')
        .on(table.deletedAt)
        .where(sql`${table.deletedAt} is not null`),
      index().on(table.createdById),
    ]
  },
)
