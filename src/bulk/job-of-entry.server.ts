import { sql } from 'drizzle-orm'
import { bulkJob, bulkJobRow } from '#db/schema.ts'

/** The bulk job that an entry of the history starts or undoes. */
export interface JobOfEntry {
  kind: string
  /** The number of rows that the job has changed, or is going to change. */
  count: number
  /** The name of the imported file; null for other jobs. */
  fileName: string | null
  /** The name of the only row's subject; null for jobs with more rows. */
  name: string | null
}

/** The SQL of this job in queries of `history_event`; null for other entries. Names are written out as in `presenceColumns`. */
export const jobOfEntry = sql<JobOfEntry | null>`(
  select json_build_object(
    'kind', bulk_job.kind, 'fileName', nullif(bulk_job.input ->> 'fileName', ''),
    'count', case when bulk_job.status in ('queued', 'running') then bulk_job.total - bulk_job.refused else bulk_job.done end,
    'name', case when bulk_job.total = 1 then (
      select subject_name from ${bulkJobRow} where bulk_job_row.job_id = bulk_job.id and bulk_job_row.position = 1) end)
  from ${bulkJob} where history_event.action like 'bulk-job-%' and bulk_job.id = history_event.subject_id
)`
