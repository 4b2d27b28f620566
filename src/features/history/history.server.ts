import { and, desc, eq, gte, inArray, lt, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { historyColumns, presenceColumns, toEntry } from '#audit/audit.server.ts'
import { afterCursor, orderBy, readCursor, type Order, type Position } from '#db/cursor.ts'
import { pageOf } from '#db/keyset-page.ts'
import { historyEvent, user } from '#db/schema.ts'
import { foldSearchTerm } from '#db/search.ts'
import { nameOf } from '#lib/names.ts'
import type { Page } from '#lib/page.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { HISTORY_ACTIONS } from './history-actions.ts'
import { matchesWords } from './matches-words.server.ts'
import { startOfDay } from './start-of-day.ts'
import type { HistoryFilter, HistoryListInput, HistoryRow } from './history.schema.ts'

const { pageSize } = appConfig.lists
const DAY_MS = 86_400_000
/** So many entries are looked through one after the other before the search index is asked; a few milliseconds. */
const NEAR = 2_000

/** The latest first. */
export const historyOrder: Order = { by: historyEvent.at, type: 'timestamptz', direction: 'desc', idType: 'bigint' }
const inOrder = orderBy(historyOrder, historyEvent.id)

/** Lists a page of the history of all people, as far as a filter lets through; `limit` entries at most. */
export async function listHistory(
  { db }: Pick<ServiceContext, 'db'>,
  { cursor, limit = pageSize, ...filter }: HistoryListInput & { limit?: number },
): Promise<Page<HistoryRow>> {
  const ids = idsOf(filter, cursor === null ? undefined : readCursor(cursor, 'bigint'), limit + 1)
  const found = await db
    .select({
      ...historyColumns,
      ...presenceColumns,
      position: sql<string>`${historyEvent.at}::text`,
    })
    .from(historyEvent)
    .where(sql`${historyEvent.id} = any(array(${ids}))`)
    .orderBy(inOrder)
  return pageOf(found, limit, toEntry)
}

/** The name that the filter by a person shows: of today, or the last that the history has; null for nobody it knows. */
export async function getHistoryPerson({ db }: ServiceContext, { id }: { id: string }): Promise<string | null> {
  const [person] = await db.select({ name: user.name, email: user.email }).from(user).where(eq(user.id, id))
  if (person) return nameOf(person)
  const { id: newest, actorId, actorName, subjectId, subjectName } = historyEvent
  for (const [who, name] of [
    [subjectId, subjectName],
    [actorId, actorName],
  ] as const) {
    const [last] = await db.select({ name }).from(historyEvent).where(eq(who, id)).orderBy(desc(newest)).limit(1)
    if (last?.name) return last.name
  }
  return null
}

/** The conditions of a filter, apart from its days. */
export function conditionsOf(filter: HistoryFilter): SQL | undefined {
  const { person } = filter
  const actions = actionsOf(filter)
  return and(
    actions && inArray(historyEvent.action, actions),
    person === '' ? undefined : or(...whoOf(filter).map((column) => eq(column, person))),
    matchesWords(foldSearchTerm(filter.searchTerm), historyEvent.searchText),
  )
}

/** The days of a filter, from midnight to midnight where the viewer is. */
export function daysOf({ from, to, timeZone }: HistoryFilter): SQL | undefined {
  const dayAfter = to && new Date(Date.parse(`${to}T00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return and(
    from === '' ? undefined : gte(historyEvent.at, startOfDay(from, timeZone)),
    dayAfter === '' ? undefined : lt(historyEvent.at, startOfDay(dayAfter, timeZone)),
  )
}

/** The columns in which the person of a filter may stand. */
function whoOf({ part }: HistoryFilter) {
  const { actorId, subjectId } = historyEvent
  return { '': [actorId, subjectId], actor: [actorId], subject: [subjectId] }[part]
}

/** The actions that are asked for; undefined for all. What no release knows lets nothing through. */
function actionsOf({ actions }: HistoryFilter) {
  if (actions === '') return undefined
  const asked = new Set(actions.split(','))
  return HISTORY_ACTIONS.filter((action) => asked.has(action))
}

/** The ids of the first entries behind a position that a filter lets through. */
function idsOf(filter: HistoryFilter, position: Position | undefined, limit: number): SQL {
  const fits = matchesWords(foldSearchTerm(filter.searchTerm), historyEvent.searchText)
  if (!fits) return sql`select id from (${inIndexOrder(filter, position, limit)}) as found`
  return sql`
    with near as materialized (
      ${inIndexOrder(filter, position, NEAR)}
    ), found as materialized (
      select id, at from near as ${historyEvent} where ${fits} order by at desc, id desc limit ${limit}
    ), far as materialized (
      select ${historyEvent.id}, ${historyEvent.at} from ${historyEvent}
      where ${and(conditionsOf(filter), behind(filter, position))}
        and (select count(*) from found) < ${limit} and (select count(*) from near) = ${NEAR}
    )
    select id from found where (select count(*) from far) = 0
    union all
    (select id from far order by at desc, id desc limit ${limit})`
}

/** The days of a filter, as far as they lie behind a position. */
function behind(filter: HistoryFilter, position: Position | undefined): SQL | undefined {
  return and(daysOf(filter), position && afterCursor(historyOrder, historyEvent.id, position))
}

/**
 * The first entries of a filter without its search, as id, moment and text to search. Each person and action has its part
 * of an index in this order: as many of each are read there as are wanted in all, so that it costs the same however long
 * the history is.
 */
function inIndexOrder(filter: HistoryFilter, position: Position | undefined, limit: number): SQL {
  const { person } = filter
  const actions = actionsOf(filter)
  const within = behind(filter, position)
  if (!actions && person === '')
    return sql`
      select id, at, search_text from ${historyEvent} where ${within ?? sql`true`} order by ${inOrder} limit ${limit}`
  const { at, id, action } = historyEvent
  const wanted = (actions ?? HISTORY_ACTIONS).map((name) => sql`${name}`)
  const newest = position
    ? sql`${position.value}::timestamptz, ${position.id}::bigint`
    : sql`'infinity'::timestamptz, 0`
  // As one range of that index, for by equality the planner takes it for all the same which index it walks.
  const ofEach = (who?: SQLWrapper) => {
    const [columns, values] = who
      ? [[who, action], sql`${person}::uuid, wanted.action`]
      : [[action], sql`wanted.action`]
    const key = sql.join([...columns, at, id], sql`, `)
    return sql`
      select part.* from unnest(array[${sql.join(wanted, sql`, `)}]::text[]) as wanted (action) cross join lateral (
        select ${id}, ${at}, ${historyEvent.searchText} from ${historyEvent}
        where (${key}) < (${values}, ${newest}) and (${key}) >= (${values}, '-infinity'::timestamptz, 0) and ${within ?? sql`true`}
        order by ${sql.join(
          [...columns, at, id].map((column) => sql`${column} desc`),
          sql`, `,
        )} limit ${limit}
      ) as part`
  }
  const parts = person === '' ? [ofEach()] : whoOf(filter).map(ofEach)
  return sql`select id, at, search_text from (${sql.join(parts, sql` union `)}) as merged order by at desc, id desc limit ${limit}`
}
