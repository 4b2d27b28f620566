import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#features.ts'
import { moment } from './columns.ts'

/** The changed fields of an audit event's subject, as text; null if a field was empty. */
type Values = Record<string, string | null | undefined>

/**
 * The permanent history of administrator actions and security events. The database refuses to change or delete a row; necessary
 * deletions use two functions of migration 0011 (`docs/decisions/0031-history-belongs-to-another-role.md`). People are stored
 * by id and by their name at that time, because they might be deleted when it is read.
 */
export const historyEvent = pgTable(
  'history_event',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment()
      .notNull()
      .default(sql`clock_timestamp()`),
    action: text().$type<AuditAction>().notNull(),
    actorId: uuid(),
    actorName: text(),
    subjectId: uuid(),
    subjectName: text(),
    /** The fields that changed, with their old values; the new ones are in `after`. */
    before: jsonb().$type<Values>(),
    after: jsonb().$type<Values>(),
    reason: text(),
    ipAddress: text(),
    /** The browser and system of the actor, as the browser reported them; null for actions without a browser. */
    device: jsonb().$type<{ browser: string; system: string }>(),
    /** Folded names and addresses, kept by a trigger (migration 0031). Begins with a space, so that each word follows one. */
    searchText: text(),
  },
  (table) => [
    index().on(table.subjectId, table.id),
    index().on(table.actorId, table.id),
    // Most entries are sign-ins and other actions of people on themselves. Finds the latest administrator actions without them.
    index('history_event_by_others')
      .on(table.id)
      .where(sql`${table.actorId} is distinct from ${table.subjectId}`),
    // The page of the history: one index for each way to filter it, all in its order.
    index('history_event_by_time').on(table.at, table.id),
    index('history_event_by_action').on(table.action, table.at, table.id),
    index('history_event_by_actor').on(table.actorId, table.action, table.at, table.id),
    index('history_event_by_subject').on(table.subjectId, table.action, table.at, table.id),
    index('history_event_search').using('gin', table.searchText.op('gin_trgm_ops')),
    // Deletions of people whose names have yet to be erased.
    index('history_event_to_erase')
      .on(table.at)
      .where(sql`${table.action} in ('user-deleted', 'account-deleted') and ${table.subjectName} is not null`),
  ],
)
