import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ErrorCode } from '#lib/app-error.ts'
import { createdAt, id, moment } from './columns.ts'

/** The states of a bulk job: a draft waits for somebody to start it, and everything else goes on by itself. */
export const BULK_STATUSES = ['draft', 'queued', 'running', 'done', 'undoing', 'undone'] as const

/** The outcomes of one row of a bulk job. */
export const BULK_OUTCOMES = ['pending', 'done', 'refused', 'undone', 'undo-refused'] as const

/** One thing that is done to many rows. Who asked for it and who undid it are kept by name, for they may be gone. */
export const bulkJob = pgTable(
  'bulk_job',
  {
    id: id(),
    /** The name of a `BulkKind`. */
    kind: text().notNull(),
    status: text({ enum: BULK_STATUSES }).notNull(),
    actorId: uuid().notNull(),
    actorName: text().notNull(),
    /** What is done to every row: the reason and end of a ban, say. */
    input: jsonb(),
    /** The filter whose rows are still to be found; null once they are rows of this job. */
    filter: jsonb(),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    undone: integer().notNull().default(0),
    undoRefused: integer().notNull().default(0),
    createdAt: createdAt(),
    startedAt: moment(),
    finishedAt: moment(),
    /** Until when it can be undone, and what that takes is kept; null where it cannot, or no more. */
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

/** One row of a bulk job: whom or what it is about, and what became of it. */
export const bulkJobRow = pgTable(
  'bulk_job_row',
  {
    jobId: uuid()
      .notNull()
      .references(() => bulkJob.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Null for what the job is still to make. */
    subjectId: uuid(),
    subjectName: text(),
    /** The data of this row alone: of an import. */
    input: jsonb(),
    outcome: text({ enum: BULK_OUTCOMES }).notNull().default('pending'),
    /** Why it was refused. */
    code: text().$type<ErrorCode>(),
    /** What undoing gives back; cleared once nobody can undo any more. */
    before: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.position] }),
    index('bulk_job_row_pending')
      .on(table.jobId, table.position)
      .where(sql`${table.outcome} = 'pending'`),
    index('bulk_job_row_done')
      .on(table.jobId, table.position)
      .where(sql`${table.outcome} = 'done'`),
    index('bulk_job_row_refused')
      .on(table.jobId, table.position)
      .where(sql`${table.outcome} in ('refused', 'undo-refused')`),
    index().on(table.subjectId),
    // The organizations whose members can be had back.
    index('bulk_job_row_members')
      .using('gin', sql`(${table.before} -> 'rows' -> 'member') jsonb_path_ops`)
      .where(sql`${table.before} is not null`),
  ],
)
