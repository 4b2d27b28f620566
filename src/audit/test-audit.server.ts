import { sql } from 'drizzle-orm'
import type postgres from 'postgres'
import { databaseOn } from '#db/client.ts'

/** The id of an administrator who is the actor of a tenth of all entries. */
export const ADMIN_ID = '00000000-0000-4000-8000-000000000001'
/** The id of a user who signs in. */
export const SOMEBODY_ID = '00000000-0000-4000-8000-000000000777'
/** An id that no entry contains. */
export const NOBODY_ID = '00000000-0000-4000-8000-999999999999'
/** The id of a former administrator, whose actions all lie far in the past. */
export const FORMER_ADMIN_ID = '00000000-0000-4000-8000-000000000002'

/**
 * Fills the history like in a busy product: mostly sign-ins, a tenth of the entries by `ADMIN_ID`, one rare event long ago, and
 * before all others the actions of `FORMER_ADMIN_ID`.
 */
export async function fillAudit(client: postgres.Sql): Promise<void> {
  await databaseOn(client).execute(sql`
    insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name)
    select now() - make_interval(days => 200, mins => n), 'user-updated', ${FORMER_ADMIN_ID}, 'Former Admin', gen_random_uuid(), 'Person'
    from generate_series(1, 5000) as n`)
  await databaseOn(client).execute(sql`
    insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name, ip_address)
    select now() - make_interval(mins => 100000 - n),
           case when n % 10 > 0 then 'signed-in' when n = 20 then 'user-deleted' when n % 50 = 0 then 'user-banned' else 'user-updated' end,
           case when n % 10 > 0 then person else ${ADMIN_ID}::uuid end,
           case when n % 10 > 0 then 'Person ' || n % 5000 else 'Ada Admin' end,
           person, 'Person ' || n % 5000, '192.0.2.' || n % 250
    from generate_series(1, 100000) as n,
         lateral (select ('00000000-0000-4000-8000-' || lpad((n % 5000)::text, 12, '0'))::uuid as person) as people`)
  await client`vacuum analyze history_event`
}
