import { sql, type SQL } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { byteOrdered, createdAt, id, moment, updatedAt } from './columns.ts'
import { user } from './people.ts'

/** Repositories, as administrators list them. No two names differ by case alone. */
export const repository = pgTable(
  'repository',
  {
    id: id(),
    name: text().notNull(),
    link: text().notNull(),
    description: text(),
    /** By what a list orders them. */
    sortName: byteOrdered().generatedAlwaysAs((): SQL => sql`folded(${repository.name})`),
    /** What a search looks through. */
    searchText: text().generatedAlwaysAs(
      (): SQL =>
        sql`folded(${repository.name} || ' ' || ${repository.link} || ' ' || coalesce(${repository.description}, ''))`,
    ),
    createdById: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** Set when it was deleted: for a day it can be had back, then it is purged. */
    deletedAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => {
    const isThere = sql`${table.deletedAt} is null`
    return [
      uniqueIndex('repository_name_unique')
        .on(sql`lower(${table.name})`)
        .where(isThere),
      index('repository_newest').on(table.createdAt, table.id).where(isThere),
      index('repository_name_order').on(table.sortName, table.id).where(isThere),
      index('repository_search')
        .using('gin', sql`${table.searchText} gin_trgm_ops`)
        .where(isThere),
      index('repository_deleted')
        .on(table.deletedAt)
        .where(sql`${table.deletedAt} is not null`),
      index().on(table.createdById),
    ]
  },
)
