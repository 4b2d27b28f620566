import { sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { session, tally, user } from '#db/schema.ts'
import { latestAdministratorActions } from '#audit/audit.server.ts'
import { historyParts } from '#slots/history.server.ts'
import { AppError } from '#lib/app-error.ts'
import { type Dashboard } from './dashboard.schema.ts'
import { isBanOver } from '#db/bans.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

const { plottedDays, latestActions } = appConfig.dashboard

/** The current day in UTC, which is the last day of this week. */
const today = sql`(now() at time zone 'UTC')::date`

/** Builds the JSON object of a figure from its total and its weeks. */
const figureJson = (total: SQL, weeks: SQL) => sql`(
  select json_build_object('total', ${total}, 'thisWeek', this_week, 'weekBefore', week_before) from (${weeks}) as weeks)`

/** Counts the new rows of this week and of the week before, from daily tallies. */
const countNewByWeek = (name: 'new_people' | 'new_not_onboarded' | 'bans' | 'sign_ins' | 'new_repositories') => sql`
  select coalesce(sum(count) filter (where day > ${today} - 7), 0) as this_week,
         coalesce(sum(count) filter (where day <= ${today} - 7), 0) as week_before
  from ${tally} where name = ${name} and day > ${today} - 14`

/** Counts users without a name. Used in the query of users whose ban is over. @param isAdded the days on which they were added */
const countNameless = (isAdded: SQL) => sql`count(*) filter (where name = '' and ${isAdded})`
const createdOn = sql`(created_at at time zone 'UTC')::date`

/** Counts new users without a name, by week. Adds those whose ban is over, because the tally still counts them as banned. */
const countNewNotOnboardedByWeek = sql`
  select kept.this_week + no_longer_banned.this_week as this_week, kept.week_before + no_longer_banned.week_before as week_before
  from (${countNewByWeek('new_not_onboarded')}) as kept, no_longer_banned`

/**
 * Reads the whole dashboard in one statement. Totals and the new rows of two weeks come from tallies that triggers maintain, so
 * the cost does not grow with the rows. The tallies still include expired bans and sessions, which are few until the purge;
 * these are counted with an index, to correct the totals. A banned user counts only as banned, like in the list of users.
 */
export async function readDashboard(
  { db }: ServiceContext,
  { days = plottedDays }: { days?: number } = {},
): Promise<Dashboard> {
  const [row] = await db.execute<Dashboard & Record<string, unknown>>(sql`
    with kept as (
      select name, sum(count) as count from ${tally}
      where name in ('people', 'not_onboarded', 'banned', 'sessions', 'repositories') and day = '1970-01-01' group by name
    ), no_longer_banned as (
      select count(*) as count, ${countNameless(sql`true`)} as not_onboarded,
             ${countNameless(sql`${createdOn} > ${today} - 7`)} as this_week,
             ${countNameless(sql`${createdOn} between ${today} - 13 and ${today} - 7`)} as week_before
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
             'people', ${figureJson(sql`people`, countNewByWeek('new_people'))},
             'notOnboarded', ${figureJson(sql`not_onboarded`, countNewNotOnboardedByWeek)},
             'banned', ${figureJson(sql`banned`, countNewByWeek('bans'))},
             'activeSessions', ${figureJson(sql`active_sessions`, countNewByWeek('sign_ins'))},
             'repositories', ${figureJson(sql`repositories`, countNewByWeek('new_repositories'))}
           ) as "figures",
           ${signInsByDay(days)} as "signIns",
           ${latestAdministratorActions(latestActions, historyParts.job)} as "latestActions"
    from totals`)
  if (!row) throw new AppError('UNKNOWN_ERROR')
  return row
}

const signInsByDay = (days: number) => sql`(
  select json_agg(json_build_object('day', day, 'count', coalesce(
    (select sum(count) from ${tally} where name = 'sign_ins' and ${tally}.day = plotted.day), 0
  )) order by day)
  from (
    select ${today} - back as day from generate_series(0, ${days - 1}::int) as back
  ) as plotted)`
