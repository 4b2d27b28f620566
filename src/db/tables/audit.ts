import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#features.ts'
import { moment } from './columns.ts'

/** Fields of somebody or something, as text: null for what is not there. */
type Values = Record<string, string | null | undefined>

/**
 * The history, for good: administrator actions and security events. The database refuses to change or remove a row; what
 * has to go goes through two functions of migration 0011 (`docs/decisions/0031-history-belongs-to-another-role.md`).
 * People are kept by id and by what they were called then, for they may be gone when it is read.
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
    /** The fields that changed, as they were and as they are. */
    before: jsonb().$type<Values>(),
    after: jsonb().$type<Values>(),
    reason: text(),
    ipAddress: text(),
    /** What the actor used, as far as the browser said; null for what was done by no browser. */
    device: jsonb().$type<{ browser: string; system: string }>(),
    /** Names and addresses, folded, as a trigger keeps them (migration 0031); begins with a space, so that each word has one in front of it. */
    searchText: text(),
  },
  (table) => [
    index().on(table.subjectId, table.id),
    index().on(table.actorId, table.id),
    // Sign-ins and what else people do to themselves are by far the most: the latest administrator actions are found past them.
    index('history_event_by_others')
      .on(table.id)
      .where(sql`${table.actorId} is distinct from ${table.subjectId}`),
    // The page of the history: one index for each way to filter it, all in its order.
    index('history_event_by_time').on(table.at, table.id),
    index('history_event_by_action').on(table.action, table.at, table.id),
    index('history_event_by_actor').on(table.actorId, table.action, table.at, table.id),
    index('history_event_by_subject').on(table.subjectId, table.action, table.at, table.id),
    index('history_event_search').using('gin', table.searchText.op('gin_trgm_ops')),
    // Deletions of people whose names are still to go.
    index('history_event_to_erase')
      .on(table.at)
      .where(sql`${table.action} in ('user-deleted', 'account-deleted') and ${table.subjectName} is not null`),
  ],
)
