import { sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { isBanOver } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { log } from '#lib/log.server.ts'
import type { Environment } from '#env/environment.server.ts'
import { isMissed } from './dead-jobs.server.ts'

/** So many rows are removed at once: well within the time a statement may take. */
const BATCH = 5_000
/** Fewer of the history, whose rows stand in many indexes. */
const HISTORY_BATCH = 2_000

const BULK_JOB_RAN_OUT = sql`created_at < now() - make_interval(days => ${appConfig.bulk.keptDays})`

const isOldDraft = sql`(status = 'draft' and created_at < now() - make_interval(hours => ${appConfig.csv.draftHours}))`

/** What has run out, by the database's clock: table, and when a row of it may go. */
const RUN_OUT: [table: SQL, may: SQL][] = [
  [sql`session`, sql`expires_at < now()`],
  [sql`notice_link`, sql`created_at < now() - make_interval(days => ${appConfig.notices.linkDays})`],
  [
    sql`invitation`,
    sql`ends_at < now() - make_interval(days => ${appConfig.invitation.keptDays}) and not exists (select from "user" where "user".id = invitation.user_id and "user".invited_at is not null and "user".last_sign_in_at is null)`,
  ],
  [
    sql`organization_invitation`,
    sql`expires_at < now() - make_interval(days => ${appConfig.organization.invitation.keptDays})`,
  ],
  // Nobody's any more, once whom it was of cannot be had back.
  [
    sql`organization`,
    sql`not exists (select from member where member.organization_id = organization.id) and not exists (
      select from bulk_job_row where before -> 'rows' -> 'member' @> jsonb_build_array(jsonb_build_object('organization_id', organization.id)))`,
  ],
  [sql`api_key`, sql`expires_at < now() - make_interval(days => ${appConfig.apiKey.keptDaysAfterEnd})`],
  [sql`idempotency_key`, sql`created_at < now() - make_interval(hours => ${appConfig.api.answersKeptHours})`],
  [sql`verification`, sql`expires_at < now()`],
  [
    sql`code_request`,
    sql`created_at < now() - make_interval(mins => ${appConfig.loginCode.lifetimeMinutes}) - interval '1 day'`,
  ],
  [sql`passkey_challenge`, sql`created_at < now() - make_interval(mins => ${appConfig.passkey.challengeMinutes})`],
  [sql`server_process`, sql`seen_at < now() - interval '1 hour'`],
  [sql`throttle`, sql`ends_at < now()`],
  [sql`known_browser`, sql`last_sign_in_at < now() - make_interval(days => ${appConfig.knownBrowserDays})`],
  [sql`webhook_delivery`, sql`created_at < now() - make_interval(days => ${appConfig.webhooks.keptDays})`],
  // Rows before jobs: of a large one they are too many to go along at once.
  [sql`bulk_job_row`, sql`job_id in (select id from bulk_job where ${BULK_JOB_RAN_OUT})`],
  [sql`bulk_job`, BULK_JOB_RAN_OUT],
  // The rows before their draft, so that no statement takes along a hundred thousand of them.
  [sql`bulk_job_row`, sql`job_id in (select id from bulk_job where ${isOldDraft})`],
  [sql`bulk_job`, isOldDraft],
  [sql`repository`, sql`deleted_at < now() - make_interval(days => ${appConfig.repository.undoDays})`],
]

/**
 * Takes out of the history what is past its time, and names of people who are long gone, in batches. The database lets the
 * application do so through two functions alone, and one of them writes down that something was removed.
 */
export async function purgeHistory(
  db: Database,
  { retentionDays, eraseAfterDays }: Environment['history'],
): Promise<void> {
  const removed =
    retentionDays === undefined
      ? 0
      : await untilNoneIsLeft(db, sql`purge_history(${retentionDays}::int, ${HISTORY_BATCH}::int)`)
  const erased = await untilNoneIsLeft(db, sql`erase_deleted_people(${eraseAfterDays}::int, ${HISTORY_BATCH}::int)`)
  if (removed + erased > 0) log.info({ event: 'history.purged', removed, erased })
}

async function untilNoneIsLeft(db: Database, call: SQL): Promise<number> {
  let total = 0
  for (;;) {
    const [row] = await db.execute<{ count: number }>(sql`select ${call} as count`)
    if (!row?.count) return total
    total += row.count
  }
}

/**
 * Removes what has run out, and lifts bans that have, in batches, so that nobody waits long for a row that is being removed.
 * @throws {AggregateError} what failed, once everything else is done
 */
export async function purgeExpired(db: Database): Promise<void> {
  const steps = [
    // First, for what it clears is what others look through.
    () => forgetWhatWasUndoable(db),
    ...RUN_OUT.map(
      ([table, may]) =>
        () =>
          remove(db, table, may),
    ),
    () => liftBansThatAreOver(db),
    () => forgetDeadJobs(db),
  ]
  const failures: unknown[] = []
  // What one of them cannot do now, because it takes too long or a row is held, shall not keep the others from their part.
  for (const step of steps)
    await step().catch((failure: unknown) => {
      log.warn({ event: 'purge.step_failed', name: failure instanceof Error ? failure.name : 'unknown' })
      failures.push(failure)
    })
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of the steps of the purge failed`)
}

async function remove(db: Database, table: SQL, may: SQL): Promise<void> {
  let removed: number
  do {
    // Asked again at the end: one may have been had back at this moment.
    const result = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${may} limit ${BATCH})) and ${may}`,
    )
    removed = result.count
  } while (removed > 0)
}

async function forgetDeadJobs(db: Database): Promise<void> {
  await db.execute(sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
        and (not ${isMissed(sql`task_identifier`)} or updated_at < now() - interval '30 days') limit ${BATCH}))`)
}

/**
 * Clears bans that are over, as signing in does, so that lists and figures need not look past all there ever were. Not as long
 * as an undo may compare them.
 */
async function liftBansThatAreOver(db: Database): Promise<void> {
  const isLongOver = sql`${isBanOver} and ban_expires < now() - make_interval(days => ${appConfig.bulk.undoDays + 1})`
  let lifted: number
  do {
    const result = await db.execute(sql`
      update ${user} set banned = false, ban_reason = null, ban_expires = null
      where id = any(array(select id from ${user} where ${isLongOver} limit ${BATCH})) and ${isLongOver}`)
    lifted = result.count
  } while (lifted > 0)
}

/** Clears what undoing bulk jobs would need, deleted people among it, once nobody can undo them any more. */
async function forgetWhatWasUndoable(db: Database): Promise<void> {
  const isOver = sql`undo_until < now() and status <> 'undoing'`
  const jobs = await db.execute<{ id: string }>(sql`select id from bulk_job where ${isOver}`)
  for (const { id } of jobs) {
    let cleared: number
    do {
      const result = await db.execute(sql`
        update bulk_job_row set before = null, input = null where job_id = ${id} and position = any(array(
          select position from bulk_job_row where job_id = ${id} and (before is not null or input is not null) limit ${BATCH}))`)
      cleared = result.count
    } while (cleared > 0)
    await db.execute(sql`update bulk_job set undo_until = null where id = ${id} and ${isOver}`)
  }
}
