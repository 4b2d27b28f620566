import * as z from 'zod/mini'
import { recordAudit } from '#audit/audit.server.ts'
import { requireContext } from '#auth/current-session.server.ts'
import { requireScopedContext } from '#auth/scoped-context.server.ts'
import type { ListExport } from '#feature/list-export.ts'
import { validator } from '#lib/validator.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import { sendRows } from './send-rows.server.ts'

const FILE_PARAMETERS = { format: z._default(z.enum(['csv', 'jsonl']), 'csv'), bom: z.optional(z.literal('1')) }

/** Creates the endpoint that exports the rows of a list that match its parameters. `bom=1` helps spreadsheets detect UTF-8. */
export function exportEndpoint(list: ListExport): FileEndpoint {
  const { name, area = 'manager', isOwned, permission, action, schema } = list
  const readFile = validator(z.object(FILE_PARAMETERS))
  const readFilter = validator(schema)
  return {
    path: `/${area}/${name}/export`,
    method: 'GET',
    async handle(_request, parameters) {
      const asked = Object.fromEntries(parameters)
      const context = await (isOwned ? requireScopedContext(permission, {}) : requireContext(permission))
      const { format, bom } = readFile(asked)
      const filter = readFilter(asked) as Record<string, string>
      return sendRows(context, {
        ...list,
        format,
        hasByteOrderMark: bom === '1',
        timeZone: filter.timeZone,
        batches: list.rows(context, filter),
        record: () => recordAudit(context, { action, before: {}, after: { format, filter: describeFilter(filter) } }),
      })
    },
  }
}

/** Returns the filter as a text for the history. Hides the search term, which might name a user whose data is erased later. */
function describeFilter({ searchTerm, ...filter }: Record<string, string>): string {
  const set = Object.entries({ ...filter, searchTerm: searchTerm && '…' }).filter(([, value]) => value)
  return set.map(([name, value]) => `${name}=${value}`).join(' ')
}
