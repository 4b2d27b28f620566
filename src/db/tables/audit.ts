import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#features.ts'
import { moment } from './columns.ts'
import { partialIndex } from './indexes.ts'

/** The changed fields of an audit event's subject, as text; null if a field was empty. */
type Values = Record<string, string | null | undefined>

/**
 * The permanent history of administrator actions and security events. The database refuses to change or delete a row; necessary
 * deletions use two functions of migration 0011 (`docs/decisions/0031-history-belongs-to-another-role.md`). Users are stored
 * by id and by their name at that time, because they might be deleted when the history is read.
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
    /** The old values of the changed fields; their new values are in `after`. */
    before: jsonb().$type<Values>(),
    after: jsonb().$type<Values>(),
    reason: text(),
    ipAddress: text(),
    /** The browser and system of the actor, as the browser reported them; null for actions without a browser. */
    device: jsonb().$type<{ browser: string; system: string }>(),
    /** The bulk job that made or undid the change. */
    jobId: uuid(),
    /** The owner of the data that changed, who can see the entry; null for all other changes. */
    ownerId: uuid(),
    /** Normalized names and addresses, set by a trigger. Begins with a space, so that a space precedes each word. */
    searchText: text(),
  },
  (table) => [
    index().on(table.subjectId, table.id),
    index().on(table.actorId, table.id),
    // Serves the latest administrator actions.
    partialIndex('history_event_of_administrators', isOfAdministrator(table), table.at, table.id),
    // Serve the history page: one index for each filter, all in the order of the page.
    index('history_event_by_time').on(table.at, table.id),
    index('history_event_by_action').on(table.action, table.at, table.id),
    index('history_event_by_actor').on(table.actorId, table.action, table.at, table.id),
    index('history_event_by_subject').on(table.subjectId, table.action, table.at, table.id),
    // Serve the page without sign-ins, and the unfiltered page, which shows one entry for each job.
    partialIndex('history_event_no_sign_ins', sql`${table.action} <> 'signed-in'`, table.at, table.id),
    index('history_event_acts')
      .on(table.at, table.id)
      .where(sql`${table.jobId} is null and ${table.action} <> 'signed-in'`),
    partialIndex('history_event_by_job', sql`${table.jobId} is not null`, table.jobId, table.at, table.id),
    partialIndex('history_event_by_owner', sql`${table.ownerId} is not null`, table.ownerId, table.id),
    index('history_event_search').using('gin', table.searchText.op('gin_trgm_ops')),
    // Serves the purge, which erases the names of deleted users.
    index('history_event_to_erase')
      .on(table.at)
      .where(sql`${table.action} in ('user-deleted', 'account-deleted') and ${table.subjectName} is not null`),
  ],
)

/**
 * The condition for the actions of administrators: their subject isn't their actor. Omits all changes in organizations, most of
 * which their members make, and those of bulk jobs on their rows, because the start of a job stands for them.
 */
export function isOfAdministrator(
  of: Record<'actorId' | 'subjectId' | 'action' | 'jobId' | 'ownerId', SQLWrapper>,
): SQL {
  return sql`${of.actorId} is distinct from ${of.subjectId} and ${of.jobId} is null and ${of.ownerId} is null
    and ${of.action} not like 'organization-%' and ${of.action} <> 'signed-in'`
}
