import { and, desc, eq, lt, or, sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { historyEvent } from '#db/schema.ts'
import { findCurrentRequest } from '#request/request-context.server.ts'
import type { HistoryAction, HistoryEntry } from './audit-actions.ts'

/** A person or a thing, with what it was called when it happened. */
export interface ActorRef {
  id: string
  name: string
}

interface AuditEntry {
  action: HistoryAction
  actor: ActorRef
  /** Whom or what it was done to; the actor where it is left out. */
  subject?: ActorRef
  before?: Record<string, string | null>
  after?: Record<string, string | null>
  reason?: string | undefined
}

/** Writes down what happened, for good. Call it in the transaction of the change, so that both are there or neither. */
export async function recordAudit(db: Pick<Database, 'insert'>, happening: AuditEntry): Promise<void> {
  const { action, actor, subject = actor, before, after, reason } = happening
  await db.insert(historyEvent).values({
    action,
    actorId: actor.id,
    actorName: actor.name,
    subjectId: subject.id,
    subjectName: subject.name,
    before,
    after,
    reason,
    ipAddress: findCurrentRequest()?.address,
  })
}

interface HistoryPage {
  entries: HistoryEntry[]
  /** Where the next page begins; null at the end. */
  nextBefore: number | null
}

/**
 * What a person did and what was done to them, the latest first.
 * @param before entries older than this id
 */
export function listEventsOf(db: Database, personId: string, before?: number): Promise<HistoryPage> {
  return listEvents(db, or(eq(historyEvent.subjectId, personId), eq(historyEvent.actorId, personId)), before)
}

/**
 * What administrators did last, the latest first: a JSON array of entries, for a statement that reads other things too.
 * Whatever was done to somebody or something else, an administrator did.
 */
export function latestAdministratorActions(count: number): SQL<HistoryEntry[]> {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'id', id, 'at', at, 'action', action, 'actorId', actor_id, 'actorName', actor_name, 'subjectId', subject_id,
      'subjectName', subject_name, 'before', before, 'after', after, 'reason', reason, 'ipAddress', ip_address
    ) order by id desc), '[]')
    from (
      select * from ${historyEvent} where actor_id is distinct from subject_id order by id desc limit ${count}
    ) as latest)`
}

/**
 * What was done to a person, by themselves or others, as they may see it.
 * @param before entries older than this id
 */
export async function listOwnEvents(db: Database, personId: string, before?: number): Promise<HistoryPage> {
  const { entries, nextBefore } = await listEvents(db, eq(historyEvent.subjectId, personId), before)
  return { entries: entries.map(asSeenBySubject), nextBefore }
}

/** The same, from the first to the last. */
export async function listAllOwnEvents(db: Database, personId: string): Promise<HistoryEntry[]> {
  const rows = await db.select().from(historyEvent).where(eq(historyEvent.subjectId, personId)).orderBy(historyEvent.id)
  return rows.map(toEntry).map(asSeenBySubject)
}

/** Where an administrator was is not for others, nor why they did it; but for acting as the person, who has to know. */
function asSeenBySubject(entry: HistoryEntry): HistoryEntry {
  if (entry.actorId === entry.subjectId) return entry
  const reason = entry.action === 'impersonation-started' ? entry.reason : null
  return { ...entry, actorId: null, ipAddress: null, reason }
}

async function listEvents(db: Database, about: SQL | undefined, before: number | undefined): Promise<HistoryPage> {
  const { pageSize } = appConfig.lists
  const rows = await db
    .select()
    .from(historyEvent)
    .where(and(about, before === undefined ? undefined : lt(historyEvent.id, before)))
    .orderBy(desc(historyEvent.id))
    .limit(pageSize + 1)
  const shown = rows.slice(0, pageSize)
  return { entries: shown.map(toEntry), nextBefore: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null }
}

function toEntry(row: typeof historyEvent.$inferSelect): HistoryEntry {
  const { at, action, before, after, ...rest } = row
  return {
    ...rest,
    at: at.toISOString(),
    action: action as HistoryAction,
    before: before as HistoryEntry['before'],
    after: after as HistoryEntry['after'],
  }
}
