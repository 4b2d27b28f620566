import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ErrorCode } from '#lib/app-error.ts'
import { createdAt, id, moment } from './columns.ts'
import { partialIndex } from './indexes.ts'

/** The states of a bulk job. A draft waits until a user starts it; all other states need no user. */
export const BULK_STATUSES = ['draft', 'queued', 'running', 'done', 'undoing', 'undone'] as const

/** The outcomes of a row of a bulk job. */
export const BULK_OUTCOMES = ['pending', 'done', 'refused', 'undone', 'undo-refused'] as const

/** An action on many rows. The names of the users who started and undid it are stored, because users can be deleted. */
export const bulkJob = pgTable(
  'bulk_job',
  {
    id: id(),
    /** The name of a `BulkKind`. */
    kind: text().notNull(),
    status: text({ enum: BULK_STATUSES }).notNull(),
    actorId: uuid().notNull(),
    actorName: text().notNull(),
    /** The input for all rows, such as the reason and end of a ban. */
    input: jsonb(),
    /** The filter of the rows to add to this job; null once the rows are added. */
    filter: jsonb(),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    undone: integer().notNull().default(0),
    undoRefused: integer().notNull().default(0),
    createdAt: createdAt(),
    startedAt: moment(),
    finishedAt: moment(),
    /** The time until which the job can be undone; then the data for undoing is cleared. Null if undoing is impossible. */
    undoUntil: moment(),
    undoneById: uuid(),
    undoneByName: text(),
    undoFinishedAt: moment(),
  },
  (table) => [
    index().on(table.createdAt, table.id),
    index()
      .on(table.undoUntil)
      .where(sql`${table.undoUntil} is not null`),
  ],
)

/** A row of a bulk job: the user or repository to change, and the outcome. */
export const bulkJobRow = pgTable(
  'bulk_job_row',
  {
    jobId: uuid()
      .notNull()
      .references(() => bulkJob.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** The id of the user or repository; null if the job has yet to create it. */
    subjectId: uuid(),
    subjectName: text(),
    /** The data of this row only, for imports. */
    input: jsonb(),
    outcome: text({ enum: BULK_OUTCOMES }).notNull().default('pending'),
    /** The reason for a refusal. */
    code: text().$type<ErrorCode>(),
    /** The data that undoing restores; cleared once undoing is no longer possible. */
    before: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.position] }),
    partialIndex('bulk_job_row_pending', sql`${table.outcome} = 'pending'`, table.jobId, table.position),
    partialIndex('bulk_job_row_done', sql`${table.outcome} = 'done'`, table.jobId, table.position),
    index('bulk_job_row_refused')
      .on(table.jobId, table.position)
      .where(sql`${table.outcome} in ('refused', 'undo-refused')`),
    index().on(table.subjectId),
    // Serves the purge of organizations without members, which keeps an organization while an undo can restore members.
    index('bulk_job_row_members')
      .using('gin', sql`(${table.before} -> 'rows' -> 'member') jsonb_path_ops`)
      .where(sql`${table.before} is not null`),
  ],
)
