import { and, desc, eq, getTableColumns, lt, sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { afterCommit } from '#db/after-commit.ts'
import { historyEvent, isOfAdministrator, repository, user } from '#db/schema.ts'
import type { AuditAction } from '#features.ts'
import { deviceOf } from '#lib/device-name.server.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { log } from '#lib/log.server.ts'
import { cutPage, type Page } from '#lib/page.ts'
import { apiClientNameKey, findCurrentRequest, type RequestContext } from '#request/request-context.server.ts'
import type { AuditEntry, AuditField, LinkedAuditEntry } from './audit-entry.ts'
import type { ActorRef, GuestContext, ServiceContext } from '#service/service-context.server.ts'

const { searchText: _searchText, jobId: _jobId, ownerId: _ownerId, ...columns } = getTableColumns(historyEvent)

/** The columns of an entry as pages show it. */
export const auditColumns = columns

/**
 * The columns that show whether the actor and the subject of an entry still exist, used in queries of `history_event`. The
 * table names are written out because drizzle omits them in a select of one table.
 */
export const presenceColumns = {
  isActorHere: sql<boolean>`exists (select from ${user} where "user".id = history_event.actor_id)`,
  isSubjectHere: sql<boolean>`(
    exists (select from ${user} where "user".id = history_event.subject_id)
    or exists (
      select from ${repository} where repository.id = history_event.subject_id and repository.deleted_at is null)
  )`,
}

/** The compiler's error message for a field that the history would store but could not show. */
type MissingLabelError = 'give this field a label under "fields" of locales/<language>/history.json'

/** The type `Fields` if the history has a label for each field; otherwise an error message of the compiler. */
type FieldsWithLabels<Fields> = Record<string, string | null | undefined> & {
  [Name in keyof Fields]: Name extends AuditField ? string | null | undefined : MissingLabelError
}

interface NewAuditEntry<Before, After> {
  action: AuditAction
  /** The user or row that the action changed; the actor if left out. */
  subject?: ActorRef
  before?: Before
  after?: After
  reason?: string | undefined
  /** The organization that owns the changed data, and whose history contains the entry. */
  ownerId?: string | null | undefined
}

/**
 * Records an action of the context's actor, permanently. Call it with the context of the change's transaction, so that the
 * change and its entry are committed together. The action is logged after the commit.
 */
export async function recordAudit<Before extends FieldsWithLabels<Before>, After extends FieldsWithLabels<After>>(
  { db, actor, ipAddress, jobId }: Pick<ServiceContext, 'db' | 'actor' | 'ipAddress' | 'jobId'>,
  { action, subject = actor, before, after, reason, ownerId }: NewAuditEntry<Before, After>,
): Promise<void> {
  const request = findCurrentRequest()
  const [made] = await db
    .insert(historyEvent)
    .values({
      action,
      actorId: actor.id,
      actorName: actor.name,
      subjectId: subject.id,
      subjectName: subject.name,
      before,
      after,
      reason,
      ipAddress,
      jobId,
      ownerId,
      device: request && deviceForAudit(request),
    })
    .returning({ id: historyEvent.id })
  const line = { id: made?.id, actorId: actor.id, subjectId: subject.id, requestId: request?.id }
  afterCommit(db, () => log.info({ event: `audit.${action}`, ...line }, 'audit entry written'))
}

function deviceForAudit({ store, headers }: RequestContext) {
  const program = store.get(apiClientNameKey)
  if (program !== undefined) return { browser: program, system: '' }
  const { browser, system } = deviceOf(headers.get('user-agent'))
  return browser || system ? { browser, system } : null
}

interface AuditPageInput {
  /** The id of the user. */
  id: string
  /** The id of the entry before which the page begins; null for the latest entries. */
  before: number | null
}

/** Lists the events in which a user is the actor or the subject, latest first. */
export function listEventsOf(
  context: GuestContext,
  { id, before }: AuditPageInput,
): Promise<Page<LinkedAuditEntry, number>> {
  // Each part of the union uses its own index. A single condition would sort all entries of the user, or scan all entries.
  const newestWhere = (column: typeof historyEvent.subjectId | typeof historyEvent.actorId) =>
    context.db
      .select({ id: historyEvent.id })
      .from(historyEvent)
      .where(and(eq(column, id), olderThan(before)))
      .orderBy(desc(historyEvent.id))
      .limit(appConfig.lists.pageSize + 1)
  const { subjectId, actorId } = historyEvent
  return listEvents(
    context,
    sql`${historyEvent.id} in (${newestWhere(subjectId)} union ${newestWhere(actorId)})`,
    before,
  )
}

function olderThan(before: number | null): SQL | undefined {
  return before === null ? undefined : lt(historyEvent.id, before)
}

/**
 * Returns the SQL for the last actions of administrators, latest first: a JSON array, as part of a larger statement.
 * @param job the SQL for the job that an event of `history_event` starts
 */
export function latestAdministratorActions<Job>(
  count: number,
  job: SQL<Job>,
): SQL<(LinkedAuditEntry & { job: Job })[]> {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'id', id, 'at', at, 'action', action, 'actorId', actor_id, 'actorName', actor_name, 'subjectId', subject_id,
      'subjectName', subject_name, 'before', before, 'after', after, 'reason', reason, 'ipAddress', ip_address, 'device', device,
      'isActorHere', is_actor_here, 'isSubjectHere', is_subject_here, 'job', job
    ) order by at desc, id desc), '[]')
    from (
      select *, ${presenceColumns.isActorHere} as is_actor_here, ${presenceColumns.isSubjectHere} as is_subject_here, ${job} as job
      from ${historyEvent}
      where ${isOfAdministrator(historyEvent)}
      order by at desc, id desc limit ${count}
    ) as latest)`
}

/** Lists the events of which a user is the subject, as that user is allowed to see them, latest first. */
export function listOwnEvents(
  context: GuestContext,
  { id, before }: AuditPageInput,
): Promise<Page<AuditEntry, number>> {
  return listRedactedEvents(context, eq(historyEvent.subjectId, id), before, redactForSubject)
}

/** Lists the changes of an owner's data, without IP addresses, devices and reasons, latest first. */
export function listEventsOfOwner(
  context: GuestContext,
  { id, before }: AuditPageInput,
): Promise<Page<AuditEntry, number>> {
  // Compares rows instead of using `=`, because for `=` the planner might walk through the entries of all owners.
  const newest = sql`
    select history_event.id from ${historyEvent}
    where history_event.owner_id is not null
      and (history_event.owner_id, history_event.id) >= (${id}::uuid, 0)
      and (history_event.owner_id, history_event.id) < (${id}::uuid, ${before ?? Number.MAX_SAFE_INTEGER}::bigint)
    order by history_event.owner_id desc, history_event.id desc limit ${appConfig.lists.pageSize + 1}`
  return listRedactedEvents(context, sql`${historyEvent.id} = any(array(${newest}))`, before, (entry) => ({
    ...entry,
    ipAddress: null,
    device: null,
    reason: null,
  }))
}

async function listRedactedEvents(
  context: GuestContext,
  about: SQL,
  before: number | null,
  redact: (entry: AuditEntry) => AuditEntry,
): Promise<Page<AuditEntry, number>> {
  const { rows, nextCursor } = await listEvents(context, about, before)
  const seen = rows.map(({ isActorHere: _isActorHere, isSubjectHere: _isSubjectHere, ...entry }) => redact(entry))
  return { rows: seen, nextCursor }
}

/** Lists all events of which a user is the subject, as that user is allowed to see them, oldest first. */
export async function listAllOwnEvents({ db }: GuestContext, { id }: { id: string }): Promise<AuditEntry[]> {
  const rows = await db
    .select(auditColumns)
    .from(historyEvent)
    .where(eq(historyEvent.subjectId, id))
    .orderBy(historyEvent.id)
  return rows.map(withIsoTimes).map(redactForSubject)
}

/** Hides from the subject the id, IP address and device of another actor, and the reason unless it is an impersonation's. */
function redactForSubject(entry: AuditEntry): AuditEntry {
  if (entry.actorId === entry.subjectId) return entry
  const reason = entry.action === 'impersonation-started' ? entry.reason : null
  return { ...entry, actorId: null, ipAddress: null, device: null, reason }
}

async function listEvents(
  { db }: GuestContext,
  about: SQL | undefined,
  before: number | null,
): Promise<Page<LinkedAuditEntry, number>> {
  const { pageSize } = appConfig.lists
  const rows = await db
    .select({ ...auditColumns, ...presenceColumns })
    .from(historyEvent)
    .where(and(about, olderThan(before)))
    .orderBy(desc(historyEvent.id))
    .limit(pageSize + 1)
  return cutPage(rows.map(withIsoTimes), pageSize, ({ id }) => id)
}
