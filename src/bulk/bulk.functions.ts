import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { requirePermission } from '#auth/guards.ts'
import { idField, idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import * as jobs from './bulk-job.server.ts'
import * as reading from './read-bulk-jobs.server.ts'

export const listBulkJobs = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .validator(validate(z.object({ cursor: z.nullable(z.string()) })))
  .handler(({ data, context }) => reading.listBulkJobs(context.service, data))

export const getBulkJob = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .validator(validate(idInput))
  .handler(({ data, context }) => reading.getBulkJob(context.service, data))

export const listBulkProblems = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .validator(validate(z.extend(idInput, { after: z.nullable(z.int().check(z.nonnegative())) })))
  .handler(({ data, context }) => reading.listBulkProblems(context.service, data))

export const findUndoableJob = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .validator(validate(z.object({ subjectId: idField, at: z.nullable(z.iso.datetime()) })))
  .handler(({ data, context }) => reading.findUndoableJob(context.service, data))

// The service checks the permission for the bulk action, which is known only after reading the job.
export const undoBulkJob = createServerFn({ method: 'POST' })
  .middleware([requirePermission('apps:manager')])
  .validator(validate(idInput))
  .handler(async ({ data, context }) => {
    await jobs.undoBulkJob(context.service, data)
    return reading.getBulkResult(context.service, data)
  })
