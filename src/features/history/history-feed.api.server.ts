import { and, asc, gt, lte, sql } from 'drizzle-orm'
import { historyColumns, toEntry } from '#audit/audit.server.ts'
import { historyEvent } from '#db/schema.ts'
import type { HistoryEntry } from '#audit/audit-actions.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { UNFILTERED_HISTORY } from './history-search.ts'
import { conditionsOf } from './history.server.ts'
import type { HistoryFilter } from './history.schema.ts'

/** The number of entries that one call reads at most, so that a filter with few matches costs a few milliseconds. */
const MAX_READ = 5_000

interface FeedInput extends Pick<HistoryFilter, 'actions' | 'person' | 'part'> {
  /** The position of an earlier call; '0' for the oldest entry. */
  after: string
  limit: number
}

interface FeedPage {
  rows: HistoryEntry[]
  /** The position up to which all entries have been read. */
  position: string
  /** Whether there were more entries when the page was read. */
  hasMore: boolean
}

/**
 * Lists the entries after a position in the order of their ids. Entries get their ids before their transactions are committed,
 * so an entry can appear behind one with a higher id. This list ends before any such place, and so never skips an entry
 * (docs/decisions/0083-catching-up.md).
 */
export async function listEventsAfter(
  { db }: Pick<ServiceContext, 'db'>,
  { after, limit, ...filter }: FeedInput,
): Promise<FeedPage> {
  const [read] = await db.execute<{ end: string | null; count: number }>(lastReadable(after))
  const end = read?.end ?? after
  // A later statement than the one above, because it has to see what the writers of that moment have committed since.
  const found = await db
    .select(historyColumns)
    .from(historyEvent)
    .where(
      and(
        gt(historyEvent.id, sql`${after}::bigint`),
        lte(historyEvent.id, sql`${end}::bigint`),
        conditionsOf({ ...UNFILTERED_HISTORY, timeZone: 'UTC', ...filter }),
      ),
    )
    .orderBy(asc(historyEvent.id))
    .limit(limit + 1)
  const rows = found.slice(0, limit).map(toEntry)
  const isFull = found.length > limit
  return {
    rows,
    position: isFull ? String(rows.at(-1)?.id) : end,
    hasMore: isFull || read?.count === MAX_READ,
  }
}

/**
 * Returns a query for the last of the next `MAX_READ` entries before which no entry can appear anymore, and the number of these
 * entries. A transaction that adds an entry locks the table before the entry gets its id, and until the commit is visible.
 * Without such writers, all ids up to the highest are settled; else those up to the last entry from before the writers'
 * transactions began. The query reads the locks after its snapshot of the entries was taken.
 */
function lastReadable(after: string) {
  const { id, at } = historyEvent
  return sql`
    with writers as materialized (
      select coalesce(min(coalesce(xact_start, '-infinity')), 'infinity') as since
      from pg_locks left join pg_stat_activity using (pid)
      where relation = 'history_event'::regclass and mode = 'RowExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())
    ), settled as materialized (
      select case
        when writers.since = 'infinity' then (select max(${id}) from ${historyEvent})
        else (select ${id} from ${historyEvent} where ${at} < writers.since order by ${at} desc, ${id} desc limit 1)
      end as id
      from writers
    )
    select max(id)::text as "end", count(*)::int as count from (
      select ${id} from ${historyEvent}
      where ${id} > ${after}::bigint and ${id} <= (select id from settled)
      order by ${id} limit ${MAX_READ}
    ) as next`
}
