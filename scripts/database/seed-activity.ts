import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'

/** The maximum numbers of users with sessions, of history entries of each kind, and of repositories with a time of change. */
const MAX_ADDED = { users: 10_000, actions: 100, changes: 1_000 }

/** Adds activity of the last month: sign-ins, sessions that are still open, administrator actions. */
export async function seedActivity(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    const [happened] = await transaction.execute(
      sql`select 1 from history_event union all select 1 from session limit 1`,
    )
    if (happened) return
    await insertSignIns(transaction)
    await insertHistory(transaction)
    await endOlderSessions(transaction)
    await spreadChanges(transaction)
  })
}

/** Inserts a session for each user's last sign-in and for up to six earlier sign-ins. */
function insertSignIns(db: Pick<Database, 'execute'>) {
  return db.execute(sql`
    insert into session (user_id, token, expires_at, ip_address, user_agent, created_at, updated_at, last_seen_at)
    select added.id, gen_random_uuid()::text, at + interval '30 days', '192.0.2.' || (1 + nr * 37 % 254),
           agents[1 + nr % 3], at, at, at
    from (select id, last_sign_in_at, created_at, row_number() over (order by created_at, id) as nr from "user"
          where last_sign_in_at is not null and not banned order by created_at, id limit ${MAX_ADDED.users}) as added,
         (select array[
            'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
            'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
            'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'] as agents) as browsers,
         generate_series(0, 6) as earlier,
         lateral (select last_sign_in_at - make_interval(hours => (earlier * (50 + nr * 13 % 90))::int) as at) as moments
    where at > added.created_at and at > now() - interval '30 days'
      and (earlier = 0 or extract(isodow from at) < 6 or (nr + earlier) % 4 = 0)`)
}

/** Inserts entries in the order of time, because the history is sorted by id. */
function insertHistory(db: Pick<Database, 'execute'>) {
  return db.execute(sql`
    insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name, after, reason, ip_address)
    select at, action, coalesce(actor.id, happened.subject_id), coalesce(actor.name, happened.subject_name),
           subject_id, subject_name, after, reason, ip_address
    from (
      (select created_at as at, 'repository-created' as action, true as is_by_admin, id as subject_id, name as subject_name,
              jsonb_build_object('name', name, 'link', link, 'description', description) as after,
              null as reason, '192.0.2.1' as ip_address
       from repository order by created_at desc limit ${MAX_ADDED.actions})
      union all
      (select created_at + (now() - created_at) / 2, 'user-banned', true, id, name, null, ban_reason, '192.0.2.1'
       from "user" where banned order by created_at desc limit ${MAX_ADDED.actions})
      union all
      (select created_at, 'user-created', true, id, name, jsonb_build_object('name', name, 'email', email, 'role', role), null, '192.0.2.1'
       from "user" where last_sign_in_at is null and name <> '' and email like 'person%' order by created_at desc limit ${MAX_ADDED.actions})
      union all
      select session.created_at, 'signed-in', false, user_id, coalesce(nullif(name, ''), email), null, null, ip_address
      from session join "user" on "user".id = user_id
    ) as happened
    left join "user" as actor on is_by_admin and actor.email = 'admin@example.com'
    order by at`)
}

/** Deletes sessions, so that some users have two open sessions, some have one, and the others have no session. */
function endOlderSessions(db: Pick<Database, 'execute'>) {
  return db.execute(sql`
    delete from session using (
      select id, row_number() over (partition by user_id order by created_at desc) as place from session
    ) as placed
    where placed.id = session.id and placed.place > 1 + hashtext(user_id::text) % 2`)
}

/**
 * Spreads the times of the last change of repositories over the time since they were added; every third was never changed. The
 * trigger that sets the time is off only for this update: other transactions cannot write to the table until this one ends.
 */
async function spreadChanges(db: Pick<Database, 'execute'>) {
  await db.execute(sql`alter table repository disable trigger repository_updated_at`)
  await db.execute(sql`
    update repository set updated_at = created_at + (now() - created_at) * (nr % 3 * (nr * 389 % 997) / 2000.0)
    from (select id as added_id, row_number() over (order by created_at desc) as nr from repository
          order by created_at desc limit ${MAX_ADDED.changes}) as added
    where id = added_id`)
  await db.execute(sql`alter table repository enable trigger repository_updated_at`)
}
