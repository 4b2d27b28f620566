import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { clearUndoData } from '#bulk/forget-undo.server.ts'
import { bulkJobTask } from '#bulk/run-bulk-job.server.ts'
import { bulkJob, bulkJobRow } from '#db/schema.ts'
import type { ServerFeature } from '#feature/server-feature.ts'

const ranOut = sql`created_at < now() - make_interval(days => ${appConfig.bulk.keptDays})`

/** Work on many rows at once, its page and its undo. */
export const bulk: ServerFeature = {
  tasks: [bulkJobTask],
  hourly: [clearUndoData],
  expires: [
    // Rows before jobs: of a large one they are too many to go along at once.
    { table: bulkJobRow, isOver: sql`job_id in (select id from bulk_job where ${ranOut})` },
    { table: bulkJob, isOver: ranOut },
  ],
}
