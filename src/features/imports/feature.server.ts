import { sql } from 'drizzle-orm'
import { bulkJob, bulkJobRow } from '#db/schema.ts'
import type { ServerFeature } from '#feature/server-feature.ts'
import { listExports } from '#slots/export.server.ts'
import { importKinds } from '#slots/import.server.ts'
import { bulkKindsOfImports } from './import-jobs.server.ts'
import { problemsExport } from './import-problems.server.ts'
import { importTemplate, importUpload } from './import-upload.server.ts'
import { importsConfig } from './imports.config.ts'
import { exportEndpoint } from './list-export.server.ts'

const isOldDraft = sql`(status = 'draft' and created_at < now() - make_interval(hours => ${importsConfig.draftHours}))`

/** Imports of rows from files, and exports of lists and of import problems as files. */
export const imports: ServerFeature = {
  fileEndpoints: [
    problemsExport,
    ...importKinds.flatMap((kind) => [importUpload(kind), importTemplate(kind)]),
    ...listExports.map(exportEndpoint),
  ],
  bulkKinds: bulkKindsOfImports(),
  expires: [
    // Delete rows before their jobs: a large job has too many rows to delete in a single cascade.
    { table: bulkJobRow, isOver: sql`job_id in (select id from bulk_job where ${isOldDraft})` },
    { table: bulkJob, isOver: isOldDraft },
  ],
}
