import * as z from 'zod/mini'
import { requireScopesFor } from '#api/key-rights.server.ts'
import { listResponseSchema, numberedPageParameters, toListResponse } from '#api/list.ts'
import { bodySchemas, responseSchemas } from '#api/named-schemas.ts'
import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import { inputProblemsOf } from '#api/problem.server.ts'
import { bulkKind } from '#bulk/bulk-kind.server.ts'
import { bulkJob } from '#db/schema.ts'
import { cutPage } from '#lib/page.ts'
import { importKinds } from '#slots/import.server.ts'
import { findImport } from './find-import.server.ts'
import { listProblems } from './import-problems.server.ts'
import { receiveFile } from './import-upload.server.ts'
import { importsConfig } from './imports.config.ts'
import { importMatchInput } from './imports.schema.ts'
import { checkImport, getImport, matchImport, startImport } from './imports.server.ts'

const counts = { total: z.int(), checked: z.int(), bad: z.int(), done: z.int(), undone: z.int(), undoRefused: z.int() }
const importResponse = z
  .object({
    id: z.guid(),
    status: z.enum(bulkJob.status.enumValues),
    fileName: z.string(),
    header: z.array(z.string()),
    fields: z.array(z.object({ name: z.string(), isRequired: z.boolean() })),
    columns: z.record(z.string(), z.nullable(z.int())),
    ...counts,
    isChecked: z.boolean(),
    undoUntil: z.nullable(z.iso.datetime()),
  })
  .register(responseSchemas, { id: 'Import' })
const error = z.object({ field: z.string(), code: z.string(), limit: z.optional(z.number()) })
const badRow = z
  .object({ line: z.int(), name: z.string(), code: z.string(), errors: z.array(error) })
  .register(responseSchemas, { id: 'ImportProblem' })
const csvFile = z.string().register(bodySchemas, { id: 'CsvFile' })
z.globalRegistry.add(csvFile, { examples: ['name,link\r\nLatchkey,https://example.com\r\n'] })
const { columns } = importMatchInput.shape
const importChanges = z.strictObject({ columns }).register(bodySchemas, { id: 'ImportChanges' })
const importStart = z
  .strictObject({ isAllOrNothing: z._default(z.boolean(), false) })
  .register(bodySchemas, { id: 'NewImportJob' })

const OWN = 'Only the imports of the key’s owner are found. The key also needs the scopes to add the rows.'

/** The API operations on imports of files. A started import is a job, which the operations on jobs show and undo. */
export const importOperations: ApiOperation[] = [
  operation('POST /imports', 'job:manage', {
    id: 'createImport',
    summary: 'Upload a file to import',
    description: `Stores a CSV file as a draft for ${importsConfig.draftHours} hours, and guesses the column of each field. Then check the rows, and start the import. The file can be gzipped (\`Content-Encoding: gzip\`). To import users, the key also needs the scopes \`user:create\`, \`user:set-role\` and \`user:change-administrators\`; for repositories, \`repository:create\`.`,
    query: z.strictObject({ kind: z.enum(importKinds.map(({ name }) => name)), fileName: z._default(z.string(), '') }),
    body: csvFile,
    bodyType: 'text/csv',
    response: importResponse,
    status: 201,
    problems: ['TOO_MANY_TODAY'],
    handle: async (context, { query }) => {
      requireScopesFor(context, bulkKind(query.kind))
      return getImport(context, await receiveFile(context, query, context.request))
    },
  }),
  operation('GET /imports/{id}', 'job:read', {
    id: 'getImport',
    summary: 'Get an import',
    description: OWN,
    response: importResponse,
    handle: (context, { id }) => withImport(context, id, () => Promise.resolve()),
  }),
  operation('PATCH /imports/{id}', 'job:manage', {
    id: 'updateImport',
    summary: 'Choose the columns of a draft',
    description: `\`columns\` has the index of the column of each field, or null. The rows must then be checked again. ${OWN}`,
    body: importChanges,
    response: importResponse,
    handle: (context, { id, body }) => withImport(context, id, () => matchImport(context, { id, ...body })),
    isUnversioned: true,
  }),
  operation('POST /imports/{id}/check', 'job:manage', {
    id: 'checkImport',
    summary: 'Check the rows of a draft',
    description: `Checks rows for about a second. Repeat the call until \`isChecked\` is true. ${OWN}`,
    response: importResponse,
    handle: (context, { id }) => withImport(context, id, () => checkImport(context, { id })),
    isUnversioned: true,
  }),
  operation('GET /imports/{id}/problems', 'job:read', {
    id: 'listImportProblems',
    summary: 'List the bad rows of an import',
    description: `In the order of the file. \`errors\` names the fields that break a rule; otherwise \`code\` is the reason. ${OWN}`,
    query: z.strictObject(numberedPageParameters),
    response: listResponseSchema('ImportProblemList', badRow),
    handle: async (context, { id, query: { limit, after } }) => {
      const found = await findOwn(context, id)
      const rows = await listProblems(context, { ...found, after: Number(after), limit: limit + 1 })
      const withErrors = rows.map((row) => ({ ...row, errors: row.issues.flatMap(inputProblemsOf) }))
      return toListResponse(cutPage(withErrors, limit, ({ line }) => String(line)))
    },
  }),
  operation('POST /imports/{id}/start', 'job:manage', {
    id: 'startImport',
    summary: 'Start an import',
    description: `Imports the good rows after the response, as a job with the same ID. All rows must be checked, and at least one must be good. With \`isAllOrNothing\`, all must be good. ${OWN}`,
    body: importStart,
    response: importResponse,
    handle: (context, { id, body }) => withImport(context, id, () => startImport(context, { id, ...body })),
    isUnversioned: true,
  }),
]

/** Changes an import, if the key has the scopes for its rows. @returns the import after the change */
async function withImport(context: ApiContext, id: string, change: () => Promise<unknown>) {
  await findOwn(context, id)
  await change()
  return getImport(context, { id })
}

async function findOwn(context: ApiContext, id: string) {
  const found = await findImport(context, id)
  requireScopesFor(context, bulkKind(found.job.kind))
  return found
}
