import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Everything that is kept for good. Each has a sentence in `locales/<lang>/history.json`. */
export const HISTORY_ACTIONS = [
  'signed-in',
  'name-changed',
  'email-changed',
  'session-ended',
  'sessions-ended',
  'data-downloaded',
  'account-deleted',
  'user-created',
  'user-updated',
  'user-banned',
  'user-unbanned',
  'user-deleted',
  'impersonation-started',
  'impersonation-stopped',
  'repository-created',
  'repository-updated',
  'repository-deleted',
  'repository-restored',
] as const

/** Fields of somebody or something, as text: null for what is not there. */
type Values = Record<string, string | null | undefined>

/**
 * The history, for good: administrator actions and security events. The database refuses to change or remove a row.
 * People are kept by id and by what they were called then, for they may be gone when it is read.
 */
export const historyEvent = pgTable(
  'history_event',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment()
      .notNull()
      .default(sql`clock_timestamp()`),
    action: text({ enum: HISTORY_ACTIONS }).notNull(),
    actorId: uuid(),
    actorName: text(),
    subjectId: uuid(),
    subjectName: text(),
    /** The fields that changed, as they were and as they are. */
    before: jsonb().$type<Values>(),
    after: jsonb().$type<Values>(),
    reason: text(),
    ipAddress: text(),
  },
  (table) => [
    index().on(table.subjectId, table.id),
    index().on(table.actorId, table.id),
    // Sign-ins and what else people do to themselves are by far the most: the latest administrator actions are found past them.
    index('history_event_by_others')
      .on(table.id)
      .where(sql`${table.actorId} is distinct from ${table.subjectId}`),
  ],
)
