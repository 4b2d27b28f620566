import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import { requireContext, type SessionContext } from '#auth/current-session.server.ts'
import { can, type Permission } from '#auth/permissions.ts'
import { requireRoleInScope, requireScopedContext } from '#auth/scoped-context.server.ts'
import { isBannedNow } from '#db/bans.ts'
import { session, user } from '#db/schema.ts'
import type { ListExport } from '#feature/list-export.ts'
import { localTimeAsUtc } from '#lib/time-zone.ts'
import { validate } from '#lib/validate.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import { csvLine } from './csv.ts'
import { sendFile } from './send-file.server.ts'

const FILE_PARAMETERS = { format: z._default(z.enum(['csv', 'jsonl']), 'csv'), bom: z.optional(z.literal('1')) }

interface RowsFile<Row> extends Pick<ListExport<object, Row & object>, 'name' | 'permission' | 'columns' | 'cellsOf'> {
  format?: 'csv' | 'jsonl'
  hasByteOrderMark?: boolean
  /** The time zone of the date in the file name. */
  timeZone?: string | undefined
  batches: AsyncGenerator<Row[]>
  /** Records the export in the history, before the first row is sent. */
  record: () => Promise<void>
}

/** Creates the endpoint that exports the rows of a list that match its parameters. `bom=1` helps spreadsheets detect UTF-8. */
export function exportEndpoint(list: ListExport): FileEndpoint {
  const { name, area = 'manager', isOwned, permission, action, schema } = list
  const readFile = validate(z.object(FILE_PARAMETERS))
  const readFilter = validate(schema)
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

/**
 * Sends rows as a file, batch by batch, while they are read from the database.
 * @throws {AppError} TOO_MANY_REQUESTS while this session receives two other files
 */
export function sendRows<Row extends object>(context: SessionContext, sent: RowsFile<Row>): Promise<Response> {
  const { columns, batches, record } = sent
  const { name, permission, format = 'csv', hasByteOrderMark = true, timeZone = 'UTC' } = sent
  const lineOf = {
    csv: (row: Row) => csvLine(sent.cellsOf(row)),
    jsonl: (row: Row) => `${JSON.stringify(row)}\n`,
  }[format]
  const day = localTimeAsUtc(new Date(), timeZone).toISOString().slice(0, 10)
  return sendFile(context, {
    name: `${appConfig.slug}-${name}-${day}.${format}`,
    type: format === 'csv' ? 'text/csv' : 'application/jsonl',
    hasByteOrderMark,
    head: format === 'csv' ? csvLine(columns) : '',
    lines: linesOf(batches, lineOf),
    isStillAllowed: () => isStillAllowed(context, permission),
    record,
  })
}

async function* linesOf<Row>(batches: AsyncGenerator<Row[]>, lineOf: (row: Row) => string): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map(lineOf).join('')
}

/** Returns the filter as a text for the history. Hides the search term, which might name a user whose data is erased later. */
function describeFilter({ searchTerm, ...filter }: Record<string, string>): string {
  const set = Object.entries({ ...filter, searchTerm: searchTerm && '…' }).filter(([, value]) => value)
  return set.map(([name, value]) => `${name}=${value}`).join(' ')
}

/** Returns whether the session is still valid, and its user is still not banned and still has the permission. */
async function isStillAllowed(context: SessionContext, permission: Permission): Promise<boolean> {
  const { db, scope, session: current } = context
  const [found] = await db
    .select({ role: user.role, isOver: sql<boolean>`(${session.expiresAt} <= now() or ${isBannedNow})` })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.id, current.id))
  if (found === undefined || found.isOver) return false
  if (scope?.memberId === undefined) return can(found.role, permission)
  await requireRoleInScope(context, permission)
  return true
}
