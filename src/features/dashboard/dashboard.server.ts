import { sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { historyEvent, repository, session, tally, user } from '#db/schema.ts'
import { latestAdministratorActions } from '#audit/audit.server.ts'
import { repositoriesFor } from '#db/scope.ts'
import { AppError } from '#lib/app-error.ts'
import { type Dashboard } from './dashboard.schema.ts'
import { isBannedNow, isBanOver } from '#db/bans.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

const { plottedDays, latestActions } = appConfig.dashboard

/** What is counted of a moment: that it lies in the last seven days, and that it lies in the seven before. */
const inThisWeek = (at: SQL) => sql`count(*) filter (where ${at} > now() - interval '7 days')`
const inWeekBefore = (at: SQL) => sql`count(*) filter (where ${at} <= now() - interval '7 days')`
const inBothWeeks = (at: SQL) => sql`${at} > now() - interval '14 days'`

/** A JSON object of a figure from its total and its weeks. */
const figureOf = (total: SQL, weeks: SQL) => sql`(
  select json_build_object('total', ${total}, 'thisWeek', this_week, 'weekBefore', week_before) from (${weeks}) as weeks)`

const weeksOf = (at: SQL, from: SQL) =>
  sql`select ${inThisWeek(at)} as this_week, ${inWeekBefore(at)} as week_before from ${from} and ${inBothWeeks(at)}`

/** Sign-ins, by their days in UTC, of which today is the last. */
const weeksOfSignIns = sql`
  select coalesce(sum(count) filter (where day > today - 7), 0) as this_week,
         coalesce(sum(count) filter (where day <= today - 7), 0) as week_before
  from ${tally}, (select (now() at time zone 'UTC')::date as today) as clock
  where name = 'sign_ins' and day > today - 14`

const createdAt = sql`created_at`

/**
 * Reads the whole dashboard in one statement. What grows with the years comes from the tallies that triggers keep.
 * What is counted here is few by nature and read from an index: who and what came in two weeks, and what has run out and
 * was not cleared away yet. A banned person counts as that alone, as in the list of users.
 */
export async function readDashboard(
  { db }: ServiceContext,
  { days = plottedDays }: { days?: number } = {},
): Promise<Dashboard> {
  const [row] = await db.execute<Dashboard & Record<string, unknown>>(sql`
    with kept as (
      select name, sum(count) as count from ${tally} where day = '1970-01-01' group by name
    ), no_longer_banned as (
      select count(*) as count, count(*) filter (where name = '') as not_onboarded
      from ${user} where ${isBanOver}
    ), totals as (
      select coalesce((select count from kept where name = 'people'), 0) as people,
             coalesce((select count from kept where name = 'not_onboarded'), 0)
               + (select not_onboarded from no_longer_banned) as not_onboarded,
             coalesce((select count from kept where name = 'banned'), 0)
               - (select count from no_longer_banned) as banned,
             coalesce((select count from kept where name = 'sessions'), 0)
               - (select count(*) from ${session} where expires_at <= now()) as active_sessions,
             coalesce((select count from kept where name = 'repositories'), 0) as repositories
    )
    select json_build_object(
             'people', ${figureOf(sql`people`, weeksOf(createdAt, sql`${user} where true`))},
             'notOnboarded', ${figureOf(sql`not_onboarded`, weeksOf(createdAt, sql`${user} where name = '' and not ${isBannedNow}`))},
             'banned', ${figureOf(sql`banned`, weeksOf(sql`at`, sql`${historyEvent} where action = 'user-banned'`))},
             'activeSessions', ${figureOf(sql`active_sessions`, weeksOfSignIns)},
             'repositories', ${figureOf(sql`repositories`, weeksOf(createdAt, sql`${repository} where ${repositoriesFor({})} and deleted_at is null`))}
           ) as "figures",
           ${signInsByDay(days)} as "signIns",
           ${latestAdministratorActions(latestActions)} as "latestActions"
    from totals`)
  if (!row) throw new AppError('UNKNOWN_ERROR')
  return row
}

const signInsByDay = (days: number) => sql`(
  select json_agg(json_build_object('day', day, 'count', coalesce(
    (select sum(count) from ${tally} where name = 'sign_ins' and ${tally}.day = plotted.day), 0
  )) order by day)
  from (
    select (now() at time zone 'UTC')::date - back as day from generate_series(0, ${days - 1}::int) as back
  ) as plotted)`
