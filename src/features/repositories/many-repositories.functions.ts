import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { startBulkJob } from '#bulk/bulk-job.server.ts'
import { getBulkResult } from '#bulk/read-bulk-jobs.server.ts'
import { validate } from '#lib/validate.ts'
import { manyRepositoriesInput } from './repositories.schema.ts'

export const deleteManyRepositories = createServerFn({ method: 'POST' })
  .middleware([requirePermission('repository:delete')])
  .validator(validate(manyRepositoriesInput))
  .handler(async ({ data: { selection }, context }) => {
    const job = await startBulkJob(context.service, { kind: 'repository-delete', selection, input: null })
    return getBulkResult(context.service, job)
  })
