import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { requireScopesFor } from '#api/key-rights.server.ts'
import { listResponseSchema, numberedPageParameters, pageParameters, toListResponse } from '#api/list.ts'
import { bodySchemas, responseSchemas } from '#api/named-schemas.ts'
import { operation, type ApiOperation } from '#api/operation.ts'
import { startBulkJob, undoBulkJob } from '#bulk/bulk-job.server.ts'
import { bulkKind, type BulkSelection } from '#bulk/bulk-kind.server.ts'
import { getBulkJob, listBulkJobs, listBulkProblems } from '#bulk/read-bulk-jobs.server.ts'
import { bulkJob } from '#db/schema.ts'

const time = z.iso.datetime()
const counts = { total: z.int(), done: z.int(), refused: z.int(), undone: z.int(), undoRefused: z.int() }
const jobResponse = z
  .object({
    id: z.guid(),
    kind: z.string(),
    status: z.enum(bulkJob.status.enumValues),
    label: z.nullable(z.string()),
    actorId: z.guid(),
    actorName: z.string(),
    isCounting: z.boolean(),
    ...counts,
    undoneByName: z.nullable(z.string()),
    createdAt: time,
    finishedAt: z.nullable(time),
    undoUntil: z.nullable(time),
    canUndo: z.boolean(),
  })
  .register(responseSchemas, { id: 'Job' })
const problem = z
  .object({
    position: z.int(),
    name: z.nullable(z.string()),
    code: z.string(),
    reason: z.nullable(z.string()),
    isOfUndoing: z.boolean(),
  })
  .register(responseSchemas, { id: 'JobProblem' })

/** The input of a job: its kind, the rows that it changes, and the fields that it needs. */
type JobInput = z.ZodMiniType<{ kind: string; selection: BulkSelection }> & z.core.$ZodTypeDiscriminable

const RIGHTS =
  'The key also needs the scope of the change itself and, for users, the scope `user:change-administrators`.'

/** Returns the API operations on jobs, which change many rows. @param inputs the schemas of the jobs that programs can start */
export function jobOperations(inputs: readonly [JobInput, ...JobInput[]]): ApiOperation[] {
  return [
    operation('GET /jobs', 'job:read', {
      id: 'listJobs',
      summary: 'List jobs, newest first',
      description: `The jobs of all administrators from the last ${appConfig.bulk.keptDays} days, except drafts.`,
      query: z.strictObject(pageParameters),
      response: listResponseSchema('JobList', jobResponse),
      handle: async (context, { query: { after = null, limit } }) =>
        toListResponse(await listBulkJobs(context, { cursor: after, limit })),
    }),
    operation('POST /jobs', 'job:manage', {
      id: 'startJob',
      summary: 'Start a job',
      description: `Changes the rows with these IDs, or all rows that match the filter now. Up to ${appConfig.bulk.rowsAtOnce} rows are changed before the response. With more rows, the job runs after the response: poll it until its \`status\` is \`done\`. ${RIGHTS}`,
      body: z.discriminatedUnion('kind', inputs as [JobInput]).register(bodySchemas, { id: 'NewJob' }),
      response: jobResponse,
      status: 201,
      problems: ['TOO_MANY_TODAY'],
      handle: async (context, { body: { kind, selection, ...input } }) => {
        requireScopesFor(context, bulkKind(kind))
        return getBulkJob(context, await startBulkJob(context, { kind, selection, input }))
      },
    }),
    operation('GET /jobs/{id}', 'job:read', {
      id: 'getJob',
      summary: 'Get a job',
      description: 'Includes how many rows are done, and how many were refused.',
      response: jobResponse,
      handle: getBulkJob,
    }),
    operation('GET /jobs/{id}/problems', 'job:read', {
      id: 'listJobProblems',
      summary: 'List the rows that a job couldn’t change or restore',
      description: 'In the order of the job. `code` is the reason. Imports also give a `reason` in words.',
      query: z.strictObject(numberedPageParameters),
      response: listResponseSchema('JobProblemList', problem),
      handle: async (context, { id, query: { after, limit } }) => {
        await getBulkJob(context, { id })
        const { rows, nextCursor } = await listBulkProblems(context, { id, after: Number(after), limit })
        return toListResponse({ rows, nextCursor: nextCursor === null ? null : String(nextCursor) })
      },
    }),
    operation('POST /jobs/{id}/undo', 'job:manage', {
      id: 'undoJob',
      summary: 'Undo or cancel a job',
      description: `Undoes the changes of a job, and stops it if it is still running. Possible while \`canUndo\` is true, for at most ${appConfig.bulk.undoDays * 24} hours after the end of the job. ${RIGHTS}`,
      response: jobResponse,
      problems: ['CANNOT_UNDO'],
      handle: async (context, { id }) => {
        requireScopesFor(context, bulkKind((await getBulkJob(context, { id })).kind))
        await undoBulkJob(context, { id })
        return getBulkJob(context, { id })
      },
      isUnversioned: true,
    }),
  ]
}
