import { and } from 'drizzle-orm'
import { historyColumns, toEntry } from '#audit/audit.server.ts'
import type { HistoryEntry } from '#audit/audit-actions.ts'
import type { SessionContext } from '#auth/current-session.server.ts'
import { exportRows } from '#auth/export-rows.server.ts'
import { orderBy } from '#db/cursor.ts'
import { historyEvent } from '#db/schema.ts'
import { foldSearchTerm } from '#db/search.ts'
import { isOneOf, walkIds } from '#db/walk.ts'
import { matchesWords } from './matches-words.server.ts'
import { conditionsOf, daysOf, historyOrder } from './history.server.ts'
import type { HistoryExportInput, HistoryFilter } from './history.schema.ts'

const COLUMNS = {
  at: ({ at }) => at,
  action: ({ action }) => action,
  actorId: ({ actorId }) => actorId,
  actorName: ({ actorName }) => actorName,
  subjectId: ({ subjectId }) => subjectId,
  subjectName: ({ subjectName }) => subjectName,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
  reason: ({ reason }) => reason,
  ipAddress: ({ ipAddress }) => ipAddress,
  browser: ({ device }) => device?.browser,
  system: ({ device }) => device?.system,
} satisfies Record<string, (entry: HistoryEntry) => string | null | undefined>

/**
 * Sends all entries that a filter lets through as a file, made while it is read; and writes down that somebody has it.
 * @throws {AppError} TOO_MANY_REQUESTS while this session reads others
 */
export function exportHistory(context: SessionContext, input: HistoryExportInput): Promise<Response> {
  const { format, byteOrderMark, ...filter } = input
  return exportRows(context, {
    name: 'history',
    permission: 'audit:read',
    action: 'history-exported',
    format,
    hasByteOrderMark: byteOrderMark !== undefined,
    filter,
    columns: Object.entries(COLUMNS),
    batches: entriesOf(context.db, filter),
  })
}

async function* entriesOf(db: SessionContext['db'], filter: HistoryFilter): AsyncGenerator<HistoryEntry[]> {
  const walk = walkIds(db, {
    table: historyEvent,
    id: historyEvent.id,
    order: historyOrder,
    within: and(conditionsOf({ ...filter, searchTerm: '' }), daysOf(filter)),
    fits: matchesWords(foldSearchTerm(filter.searchTerm), historyEvent.searchText),
  })
  for await (const ids of walk) {
    const rows = await db
      .select(historyColumns)
      .from(historyEvent)
      .where(isOneOf(historyEvent.id, ids))
      .orderBy(orderBy(historyOrder, historyEvent.id))
    yield rows.map(toEntry)
  }
}
