import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import type { HistoryAction } from '#audit/audit-actions.ts'
import { isBannedNow } from '#db/bans.ts'
import { session, user } from '#db/schema.ts'
import { csvLine } from '#lib/csv.ts'
import { localTime } from '#lib/time-zone.ts'
import { sendExport } from '#service/export-file.server.ts'
import type { SessionContext } from './current-session.server.ts'
import { can, type Permission } from './permissions.ts'

interface RowExport<Row> {
  /** What it is a list of, in the name of the file. */
  name: string
  permission: Permission
  /** What the history says of it; nothing where no other rows are told than those that a page has just shown. */
  action?: HistoryAction
  format?: 'csv' | 'jsonl'
  hasByteOrderMark: boolean
  filter: Record<string, string>
  /** The name of each column, and what it has of a row. */
  columns: [name: string, read: (row: Row) => string | null | undefined][]
  batches: AsyncGenerator<Row[]>
}

/**
 * Sends all rows of a list as a file, made while it is read; and writes down that somebody has it.
 * @throws {AppError} TOO_MANY_REQUESTS while this session reads others
 */
export function exportRows<Row>(context: SessionContext, list: RowExport<Row>): Promise<Response> {
  const { name, permission, action, format = 'csv', hasByteOrderMark, filter, columns, batches } = list
  const lineOf = {
    csv: (row: Row) => csvLine(columns.map(([, read]) => read(row))),
    jsonl: (row: Row) => `${JSON.stringify(row)}\n`,
  }[format]
  const day = localTime(new Date(), filter.timeZone ?? 'UTC')
    .toISOString()
    .slice(0, 10)
  return sendExport(context, {
    name: `${appConfig.name.toLowerCase()}-${name}-${day}.${format}`,
    type: format === 'csv' ? 'text/csv' : 'application/jsonl',
    hasByteOrderMark,
    head: format === 'csv' ? csvLine(columns.map(([name]) => name)) : '',
    lines: linesOf(batches, lineOf),
    isStillAllowed: () => isStillAllowed(context, permission),
    record: async () =>
      action && recordAudit(context, { action, before: {}, after: { format, filter: filterInWords(filter) } }),
  })
}

async function* linesOf<Row>(batches: AsyncGenerator<Row[]>, lineOf: (row: Row) => string): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map(lineOf).join('')
}

/** What was exported, but for the words that were searched for: they may name somebody who shall be forgotten one day. */
function filterInWords({ searchTerm, ...filter }: Record<string, string>): string {
  const set = Object.entries({ ...filter, searchTerm: searchTerm && '…' }).filter(([, value]) => value)
  return set.map(([name, value]) => `${name}=${value}`).join(' ')
}

/** Their session has not ended, and they have neither been banned nor lost the permission since. */
async function isStillAllowed({ db, session: { id } }: SessionContext, permission: Permission): Promise<boolean> {
  const [found] = await db
    .select({ role: user.role, isOver: sql<boolean>`(${session.expiresAt} <= now() or ${isBannedNow})` })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.id, id))
  return found !== undefined && !found.isOver && can(found.role, permission)
}
