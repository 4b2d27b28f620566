import type { ComponentType } from 'react'
import type { BulkJob } from '#bulk/bulk-job.ts'
import { ImportLinks } from '#features/imports/components/import-links.tsx'

/** The links that features add below the progress of a job. Only the page of a job loads this module. */
export const jobLinks: Record<string, ComponentType<{ job: BulkJob }>> = {
  imports: ImportLinks,
}
