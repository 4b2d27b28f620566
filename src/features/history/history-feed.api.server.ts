import { and, asc, gt, lte, max, sql } from 'drizzle-orm'
import { waitForWriters } from '#db/settled-changes.ts'
import { historyColumns } from '#audit/audit.server.ts'
import type { Database } from '#db/client.ts'
import { historyEvent } from '#db/schema.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { WHOLE_HISTORY } from './history-search.ts'
import { conditionsOf } from './history.server.ts'
import type { HistoryFilter } from './history.schema.ts'

/** The number of entries that one call reads at most, so that a filter with few matches costs a few milliseconds. */
const MAX_READ = 5_000

interface FeedInput extends Pick<HistoryFilter, 'actions' | 'person' | 'part'> {
  /** The position of an earlier call; '0' for the oldest entry. */
  after: string
  limit: number
}

/**
 * Lists the entries after a position in the order of their ids. Entries get their ids before their transactions are committed,
 * so an entry can appear behind one with a higher id. This list ends before any such place, and so never skips an entry
 * (docs/decisions/0083-catching-up.md). @returns the position up to which all entries were read, and whether there are more
 */
export async function listEventsAfter({ db }: Pick<ServiceContext, 'db'>, { after, limit, ...filter }: FeedInput) {
  const settled = (await settledId(db)) ?? after
  const { id } = historyEvent
  const [read] = await db.execute<{ end: string | null; count: number }>(sql`
    select max(id)::text as "end", count(*)::int as count from (
      select ${id} from ${historyEvent} where ${id} > ${after}::bigint and ${id} <= ${settled}::bigint order by ${id} limit ${MAX_READ}
    ) as next`)
  const end = read?.end ?? after
  const found = await db
    .select(historyColumns)
    .from(historyEvent)
    .where(
      and(
        gt(historyEvent.id, sql`${after}::bigint`),
        lte(historyEvent.id, sql`${end}::bigint`),
        conditionsOf({ ...WHOLE_HISTORY, timeZone: 'UTC', ...filter }),
      ),
    )
    .orderBy(asc(historyEvent.id))
    .limit(limit + 1)
  const rows = found.slice(0, limit).map(withIsoTimes)
  const isFull = found.length > limit
  return { rows, position: isFull ? String(rows.at(-1)?.id) : end, hasMore: isFull || read?.count === MAX_READ }
}

/**
 * Returns an id up to which no entry can appear anymore: the highest one, once all transactions have ended that were adding entries
 * when it was read. A transaction locks the table before its entry gets an id. Returns undefined if one of them takes too long.
 */
async function settledId(db: Database): Promise<number | null | undefined> {
  const [highest] = await db.select({ id: max(historyEvent.id) }).from(historyEvent)
  // Read the locks in a later statement than the id, so that every transaction with a lower id has its lock or has ended.
  return (await waitForWriters(db, historyEvent)) ? highest?.id : undefined
}
