import { sql, type SQL } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { byteOrdered, createdAt, id, moment, updatedAt } from '../../db/tables/columns.ts'
import { organization } from '../../db/tables/organizations.ts'
import { user } from '../../db/tables/users.ts'
import { STATUSES } from './notes.choices.ts'

/** Notes, with their owners. */
export const note = pgTable(
  'note',
  {
    id: id(),
    headline: text().notNull(),
    status: text({ enum: STATUSES }).notNull(),
    body: text(),
    /** The owner; null for a shared row. */
    organizationId: uuid().references(() => organization.id, { onDelete: 'cascade' }),
    /** The sort key of lists. */
    sortName: byteOrdered().generatedAlwaysAs((): SQL => sql`folded(${note.headline})`),
    /** The normalized text that searches match. */
    searchText: text().generatedAlwaysAs((): SQL => sql`folded(${note.headline} || ' ' || coalesce(${note.body}, ''))`),
    createdById: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** The time of the deletion: the row can be restored for a day, and is then purged. */
    deletedAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => {
    const isActive = sql`${table.deletedAt} is null`
    return [
      index('note_newest').on(table.organizationId, table.createdAt, table.id).where(isActive),
      index('note_order').on(table.organizationId, table.sortName, table.id).where(isActive),
      index('note_by_status').on(table.organizationId, table.status, table.createdAt, table.id).where(isActive),
      index('note_search')
        .using('gin', sql`${table.searchText} gin_trgm_ops`)
        .where(isActive),
      index('note_deleted')
        .on(table.deletedAt)
        .where(sql`${table.deletedAt} is not null`),
      index().on(table.organizationId),
      index().on(table.createdById),
    ]
  },
)
