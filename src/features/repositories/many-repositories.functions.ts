import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { startBulkJob } from '#bulk/bulk-job.server.ts'
import { getBulkResult } from '#bulk/read-bulk-jobs.server.ts'
import { validator } from '#lib/validator.ts'
import { manyRepositoriesInput } from './repositories.schema.ts'

export const deleteManyRepositories = createServerFn({ method: 'POST' })
  .middleware([requirePermission('repository:delete')])
  .validator(validator(manyRepositoriesInput))
  .handler(async ({ data: { selection }, context }) => {
    const job = await startBulkJob(context.service, { kind: 'repository-delete', selection, input: null })
    return getBulkResult(context.service, job)
  })
