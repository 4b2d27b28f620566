import { and, desc, eq, gte, inArray, lt, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { auditColumns, presenceColumns } from '#audit/audit.server.ts'
import { afterCursor, orderBy, decodeCursor, type Order, type Position } from '#db/cursor.ts'
import { keysetPage, pageOf } from '#db/keyset-page.ts'
import { historyEvent, user } from '#db/schema.ts'
import { normalizeSearchTerm, SEARCHABLE_USERS } from '#db/search.ts'
import type { AuditAction } from '#features.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { displayNameOf } from '#lib/names.ts'
import type { Page } from '#lib/page.ts'
import { minutesAheadOfUtc } from '#lib/time-zone.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { historyParts } from '#slots/history.server.ts'
import { HISTORY_ACTIONS } from './history-actions.ts'
import { matchesWords } from './matches-words.server.ts'
import type { HistoryFilter, HistoryListInput, HistoryRow } from './history.schema.ts'

const { pageSize } = appConfig.lists
const DAY_MS = 86_400_000
/** The number of newest entries that a search scans first, in a few milliseconds. With too few matches, it uses the index. */
const MAX_SCAN = 2_000

/** The maximum number of users that the search of the filter finds. */
const MAX_USERS = 10

/** The order of the history: newest first. */
export const historyOrder: Order = { by: historyEvent.at, type: 'timestamptz', direction: 'desc', idType: 'bigint' }
const inOrder = orderBy(historyOrder, historyEvent.id)

const rowColumns = { ...auditColumns, ...presenceColumns, jobId: historyEvent.jobId, ...historyParts }

interface ListOptions {
  limit?: number
  /** Whether an unfiltered list omits the entries of bulk jobs, because the entry that starts a job stands for them. */
  isCollapsed?: boolean
}

/** Lists a page of the history of all users that matches a filter, with at most `limit` entries. */
export async function listHistory(
  { db }: Pick<ServiceContext, 'db'>,
  { cursor, limit = pageSize, isCollapsed = false, ...filter }: HistoryListInput & ListOptions,
): Promise<Page<HistoryRow>> {
  const ids = matchingIds(filter, cursor === null ? undefined : decodeCursor(cursor, 'bigint'), limit + 1, isCollapsed)
  const found = await db
    .select({ ...rowColumns, position: sql<string>`${historyEvent.at}::text` })
    .from(historyEvent)
    .where(sql`${historyEvent.id} = any(array(${ids}))`)
    .orderBy(inOrder)
  return pageOf(found, limit, withIsoTimes)
}

/** Finds the name of the user in a filter: the current name, or that in the user's last entry; null for an unknown user. */
export async function getHistoryPerson({ db }: ServiceContext, { id }: { id: string }): Promise<string | null> {
  const [record] = await db.select({ name: user.name, email: user.email }).from(user).where(eq(user.id, id))
  if (record) return displayNameOf(record)
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

/** Finds the newest users whose name or email matches a search term. */
export async function findHistoryPeople({ db }: ServiceContext, { searchTerm }: { searchTerm: string }) {
  const order = { by: user.createdAt, type: 'timestamptz', direction: 'desc' } as const
  const page = keysetPage({ of: SEARCHABLE_USERS, order, searchTerm, cursor: null, limit: MAX_USERS })
  const { id, name, email } = user
  const found = await db.select({ id, name, email }).from(user).where(page.where).orderBy(page.orderBy).limit(MAX_USERS)
  return found.map((row) => ({ id: row.id, name: displayNameOf(row) }))
}

/** Returns the conditions of a filter except for its days. */
export function conditionsOf(filter: HistoryFilter): SQL | undefined {
  const { person, job, actions } = filter
  return and(
    actions === '' ? undefined : inArray(historyEvent.action, actionCondition(filter)),
    hidesSignIns(filter) ? IS_NO_SIGN_IN : undefined,
    job === '' ? undefined : eq(historyEvent.jobId, job),
    person === '' ? undefined : or(...userCondition(filter).map((column) => eq(column, person))),
    matchesWords(normalizeSearchTerm(filter.searchTerm), historyEvent.searchText),
  )
}

/** Returns the condition for the days of a filter, from midnight to midnight in the filter's time zone. */
export function daysCondition({ from, to, timeZone }: HistoryFilter): SQL | undefined {
  const dayAfter = to && new Date(Date.parse(`${to}T00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return and(
    from === '' ? undefined : gte(historyEvent.at, startOfDay(from, timeZone)),
    dayAfter === '' ? undefined : lt(historyEvent.at, startOfDay(dayAfter, timeZone)),
  )
}

/** Returns the time at which a day begins in a time zone. @param day YYYY-MM-DD */
function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00Z`)
  const at = (moment: number) => midnight - minutesAheadOfUtc(timeZone, new Date(moment)) * 60_000
  // Clocks might change between midnight in UTC and in the zone, so use the offset at the zone's midnight.
  return new Date(at(at(midnight)))
}

/** Returns the columns in which a filter looks for the user: actor, subject, or both. */
function userCondition({ part }: HistoryFilter) {
  const { actorId, subjectId } = historyEvent
  return { '': [actorId, subjectId], actor: [actorId], subject: [subjectId] }[part]
}

const SIGN_IN = 'signed-in'
// Put the action into the text of the SQL, because the planner uses a partial index only if its condition is not a parameter.
const IS_NO_SIGN_IN = sql.raw(`history_event.action <> '${SIGN_IN}'`)
/** The condition for entries that are neither sign-ins nor part of a bulk job. */
const IS_ACT = sql`${historyEvent.jobId} is null and ${IS_NO_SIGN_IN}`

/** Whether a filter hides sign-ins. A filter by kind or job shows all entries that match. */
function hidesSignIns({ actions, job, signIns }: HistoryFilter): boolean {
  return signIns === '' && actions === '' && job === ''
}

/** Returns the actions of a filter. Unknown actions match no entry. */
function actionCondition(filter: HistoryFilter) {
  if (hidesSignIns(filter)) return HISTORY_ACTIONS.filter((action) => action !== SIGN_IN)
  const asked = new Set(filter.actions.split(','))
  return filter.actions === '' ? HISTORY_ACTIONS : HISTORY_ACTIONS.filter((action) => asked.has(action))
}

/** Returns a query for the ids of the first entries after a position that match a filter. */
function matchingIds(filter: HistoryFilter, position: Position | undefined, limit: number, isCollapsed: boolean): SQL {
  const fits = matchesWords(normalizeSearchTerm(filter.searchTerm), historyEvent.searchText)
  if (!fits) return sql`select id from (${idsInIndexOrder(filter, position, limit, isCollapsed)}) as found`
  return sql`
    with near as materialized (
      ${idsInIndexOrder(filter, position, MAX_SCAN)}
    ), found as materialized (
      select id, at from near as ${historyEvent} where ${fits} order by at desc, id desc limit ${limit}
    ), far as materialized (
      select ${historyEvent.id}, ${historyEvent.at} from ${historyEvent}
      where ${and(conditionsOf(filter), positionCondition(filter, position))}
        and (select count(*) from found) < ${limit} and (select count(*) from near) = ${MAX_SCAN}
    )
    select id from found where (select count(*) from far) = 0
    union all
    (select id from far order by at desc, id desc limit ${limit})`
}

/** Returns the condition for entries after a position in the list, and on the days that a filter selects. */
function positionCondition(filter: HistoryFilter, position: Position | undefined): SQL | undefined {
  return and(daysCondition(filter), position && afterCursor(historyOrder, historyEvent.id, position))
}

/**
 * Returns a query for the first entries that match a filter, ignoring the search term: id, time and search text.
 * @param isCollapsed whether the list omits the entries of bulk jobs if nothing else filters it
 */
function idsInIndexOrder(
  filter: HistoryFilter,
  position: Position | undefined,
  limit: number,
  isCollapsed = false,
): SQL {
  const within = positionCondition(filter, position)
  const inTimeOrder = (condition?: SQL) => sql`
    select id, at, search_text from ${historyEvent} where ${and(condition, within) ?? sql`true`} order by ${inOrder} limit ${limit}`
  if (filter.job !== '') return inTimeOrder(conditionsOf({ ...filter, searchTerm: '' }))
  if (filter.person !== '' || filter.actions !== '')
    return union(queriesByKind({ filter, kinds: actionCondition(filter), position, limit }), limit)
  if (hidesSignIns(filter)) return inTimeOrder(isCollapsed ? IS_ACT : IS_NO_SIGN_IN)
  if (!isCollapsed) return inTimeOrder()
  return union([sql`(${inTimeOrder(IS_ACT)})`, ...queriesByKind({ filter, kinds: [SIGN_IN], position, limit })], limit)
}

function union(parts: SQL[], limit: number): SQL {
  return sql`select id, at, search_text from (${sql.join(parts, sql` union `)}) as merged order by at desc, id desc limit ${limit}`
}

interface KindsInOrder {
  filter: HistoryFilter
  kinds: AuditAction[]
  position: Position | undefined
  limit: number
}

/**
 * Returns the queries for the first entries of some kinds, one query for each role of the user. An index has the entries of each
 * user and action in order. A query reads up to `limit` of each, so that its cost does not grow with the history.
 */
function queriesByKind({ filter, kinds, position, limit }: KindsInOrder): SQL[] {
  const { person } = filter
  const { at, id, action } = historyEvent
  const within = positionCondition(filter, position) ?? sql`true`
  const wanted = sql.join(
    kinds.map((name) => sql`${name}`),
    sql`, `,
  )
  const newest = position
    ? sql`${position.value}::timestamptz, ${position.id}::bigint`
    : sql`'infinity'::timestamptz, 0`
  // Compares rows instead of using `=`, because the planner might choose another index for `=`.
  const ofEach = (who?: SQLWrapper) => {
    const [columns, values] = who
      ? [[who, action], sql`${person}::uuid, wanted.action`]
      : [[action], sql`wanted.action`]
    const key = sql.join([...columns, at, id], sql`, `)
    return sql`
      select part.* from unnest(array[${wanted}]::text[]) as wanted (action) cross join lateral (
        select ${id}, ${at}, ${historyEvent.searchText} from ${historyEvent}
        where (${key}) < (${values}, ${newest}) and (${key}) >= (${values}, '-infinity'::timestamptz, 0) and ${within}
        order by ${sql.join(
          [...columns, at, id].map((column) => sql`${column} desc`),
          sql`, `,
        )} limit ${limit}
      ) as part`
  }
  return person === '' ? [ofEach()] : userCondition(filter).map(ofEach)
}
