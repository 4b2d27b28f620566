import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { repository, session, tally, user } from '#db/schema.ts'
import { latestAdministratorActions } from '#audit/audit.server.ts'
import { AppError } from '#lib/app-error.ts'
import { type Dashboard } from './dashboard.schema.ts'
import { isBanOver } from '#db/bans.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

const { plottedDays, newDays, latestActions } = appConfig.dashboard

/**
 * Reads the whole dashboard in one statement. What grows with the years comes from the tallies that triggers keep.
 * What is counted here is few by nature and read from an index: who and what is new, and what has run out and was not
 * cleared away yet. A banned person counts as that alone, as in the list of users.
 */
export async function readDashboard({ db }: ServiceContext): Promise<Dashboard> {
  const [row] = await db.execute<Dashboard & Record<string, unknown>>(sql`
    with kept as (
      select name, sum(count) as count from ${tally} where day = '1970-01-01' group by name
    ), no_longer_banned as (
      select count(*) as count, count(*) filter (where name = '') as not_onboarded
      from ${user} where ${isBanOver}
    ), figures as (
      select (select count from kept where name = 'people') as people,
             (select count(*) from ${user} where created_at > now() - make_interval(days => ${newDays}::int)) as people_new_this_week,
             coalesce((select count from kept where name = 'not_onboarded'), 0)
               + (select not_onboarded from no_longer_banned) as not_onboarded,
             coalesce((select count from kept where name = 'banned'), 0)
               - (select count from no_longer_banned) as banned,
             coalesce((select count from kept where name = 'sessions'), 0)
               - (select count(*) from ${session} where expires_at <= now()) as active_sessions,
             (select count from kept where name = 'repositories') as repositories,
             (select count(*) from ${repository} where deleted_at is null and created_at > now() - make_interval(days => ${newDays}::int))
               as repositories_new_this_week
    )
    select json_build_object(
             'people', coalesce(people, 0),
             'peopleNewThisWeek', people_new_this_week,
             'notOnboarded', not_onboarded,
             'banned', banned,
             'activeSessions', active_sessions,
             'repositories', coalesce(repositories, 0),
             'repositoriesNewThisWeek', repositories_new_this_week
           ) as "figures",
           ${signInsByDay} as "signIns",
           ${latestAdministratorActions(latestActions)} as "latestActions"
    from figures`)
  if (!row) throw new AppError('UNKNOWN_ERROR')
  return row
}

const signInsByDay = sql`(
  select json_agg(json_build_object('day', day, 'count', coalesce(
    (select sum(count) from ${tally} where name = 'sign_ins' and ${tally}.day = plotted.day), 0
  )) order by day)
  from (
    select (now() at time zone 'UTC')::date - back as day from generate_series(0, ${plottedDays - 1}::int) as back
  ) as plotted)`
