import { and } from 'drizzle-orm'
import { auditColumns } from '#audit/audit.server.ts'
import type { AuditEntry } from '#audit/audit-entry.ts'
import { historyEvent } from '#db/schema.ts'
import { normalizeSearchTerm } from '#db/search.ts'
import { iterateRows } from '#db/iterate-rows.ts'
import type { ListExport } from '#feature/list-export.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { historyFilter, type HistoryFilter } from './history.schema.ts'
import { conditionsOf, daysCondition, historyOrder } from './history.server.ts'
import { matchesWords } from './matches-words.server.ts'

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
} satisfies Record<string, (entry: AuditEntry) => string | null | undefined>

/** The export of all entries that match a filter. */
export const historyExport: ListExport<HistoryFilter, AuditEntry> = {
  name: 'history',
  permission: 'audit:read',
  action: 'history-exported',
  schema: historyFilter,
  columns: Object.keys(COLUMNS),
  cellsOf: (entry) => Object.values(COLUMNS).map((read) => read(entry)),
  rows({ db }, filter) {
    const where = and(conditionsOf({ ...filter, searchTerm: '' }), daysCondition(filter))
    const condition = matchesWords(normalizeSearchTerm(filter.searchTerm), historyEvent.searchText)
    const source = { table: historyEvent, id: historyEvent.id, order: historyOrder, where, condition }
    return iterateRows(db, source, async (batch) => {
      const rows = await db.select(auditColumns).from(historyEvent).where(batch.where).orderBy(batch.orderBy)
      return rows.map(withIsoTimes)
    })
  },
}
