import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { clearUndoData } from '#bulk/clear-undo-data.server.ts'
import { bulkJobTask } from '#bulk/run-bulk-job.server.ts'
import { bulkJob, bulkJobRow } from '#db/schema.ts'
import type { ServerFeature } from '#feature/server-feature.ts'

const isOlderThanRetention = sql`created_at < now() - make_interval(days => ${appConfig.bulk.keptDays})`

/** Bulk jobs, which change many rows: their pages, and undo. */
export const bulk: ServerFeature = {
  tasks: [bulkJobTask],
  hourly: [clearUndoData],
  expires: [
    // Delete rows before their jobs: a large job has too many rows to delete in a single cascade.
    { table: bulkJobRow, isOver: sql`job_id in (select id from bulk_job where ${isOlderThanRetention})` },
    { table: bulkJob, isOver: isOlderThanRetention },
  ],
}
