import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { requirePermission, serve } from '#auth/guards.ts'
import { idField, idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import * as jobs from './bulk-job.server.ts'
import * as bulkJobs from './read-bulk-jobs.server.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requirePermission('apps:manager')])

export const listBulkJobs = reading()
  .validator(validator(z.object({ cursor: z.nullable(z.string()) })))
  .handler(serve(bulkJobs.listBulkJobs))

export const getBulkJob = reading().validator(validator(idInput)).handler(serve(bulkJobs.getBulkJob))

export const listBulkProblems = reading()
  .validator(validator(z.extend(idInput, { after: z.nullable(z.int().check(z.nonnegative())) })))
  .handler(serve(bulkJobs.listBulkProblems))

export const findUndoableJob = reading()
  .validator(validator(z.object({ subjectId: idField, at: z.nullable(z.iso.datetime()) })))
  .handler(serve(bulkJobs.findUndoableJob))

// The service checks the permission for the bulk action, which is known only after reading the job.
export const undoBulkJob = createServerFn({ method: 'POST' })
  .middleware([requirePermission('apps:manager')])
  .validator(validator(idInput))
  .handler(async ({ data, context }) => {
    await jobs.undoBulkJob(context.service, data)
    return bulkJobs.getBulkResult(context.service, data)
  })
