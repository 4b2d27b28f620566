import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { chance, idOf, numbers, type LargeWorld } from './seed-large-values.ts'

/** The share of the history before the entries of the job, and the share of sign-ins among the other entries. */
const BEFORE_JOB = 0.9
const SIGN_INS = 0.7

/**
 * Adds the history entries numbered `first` to `last`, in the order of time, more in recent months: mostly sign-ins, changes by
 * users, actions of administrators, and one import of users. A fifth comes from the ten addresses of an office.
 */
export async function insertLargeHistory(
  db: Pick<Database, 'execute'>,
  { users, repositories, history, rowsOfJob }: LargeWorld,
  { first, last }: { first: number; last: number },
): Promise<void> {
  const beforeJob = Math.floor(history * BEFORE_JOB)
  const job = sql`${idOf('job', sql`1`)}`
  if (first === 1) await insertJob(db, rowsOfJob)
  await db.execute(sql`
    insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name, before, after, reason, ip_address, job_id, owner_id)
    select at, action, actor.id, coalesce(nullif(actor.name, ''), actor.email),
           case when action = 'bulk-job-started' then ${job} else coalesce(repository.id, person.id) end,
           case when action = 'bulk-job-started' then 'import-users' else coalesce(repository.name, nullif(person.name, ''), person.email) end,
           case when action in ('user-updated', 'name-changed', 'repository-updated') then jsonb_build_object('name', 'Former ' || n) end,
           case when action in ('user-updated', 'name-changed', 'user-created') then jsonb_build_object('name', person.name)
             when repository.id is not null then jsonb_build_object('name', repository.name) end,
           case when action = 'user-banned' then 'Spam' end, address, case when is_of_job then ${job} end, repository.organization_id
    from ${numbers(first, last)},
         lateral (select n > ${beforeJob} and n <= ${beforeJob + rowsOfJob} as is_of_job, n = ${beforeJob} as is_start,
                         now() - interval '730 days' * ((1 - n / ${history}::float8) ^ 2) as at, ${chance(1)} as kind) as made,
         lateral (select case when is_start then 'bulk-job-started' when is_of_job then 'user-created'
           when kind < ${SIGN_INS} then 'signed-in' when kind < 0.75 then 'name-changed' when kind < 0.82 then 'user-updated'
           when kind < 0.84 then 'user-banned' when kind < 0.92 then 'repository-created' else 'repository-updated' end as action) as happened,
         lateral (select
           case when ${chance(2)} < 0.2 then '192.0.2.' || (1 + n % 10)
             when ${chance(2)} < 0.4 then '2001:db8::' || to_hex(hashint8extended(n, 3) & 65535)
             else format('198.%s.%s.%s', 18 + n % 2, hashint8extended(n, 4) & 255, hashint8extended(n, 5) & 255) end as address,
           ${idOf('user', sql`case when is_of_job then 1 + (n - ${beforeJob}) % ${users} else 1 + floor(${users} * ${chance(6)} ^ 2)::bigint end`)} as person_id,
           case when action like 'repository-%' then ${idOf('repository', sql`1 + floor(${repositories} * ${chance(7)})::bigint`)} end as repository_id,
           case when action in ('user-updated', 'user-banned', 'user-created', 'bulk-job-started') then ${idOf('user', sql`1`)} end as administrator_id
         ) as who
         join "user" as person on person.id = person_id
         join "user" as actor on actor.id = coalesce(administrator_id, person_id)
         left join repository on repository.id = repository_id
    order by n`)
}

/** Adds the job that imported users, with its rows. */
async function insertJob(db: Pick<Database, 'execute'>, rows: number) {
  await db.execute(sql`
    insert into bulk_job (id, kind, status, actor_id, actor_name, input, total, done, started_at, finished_at)
    select ${idOf('job', sql`1`)}, 'import-users', 'done', id, name, '{"fileName": "users.csv"}', ${rows}, ${rows}, now(), now()
    from "user" where email = 'admin@example.com'`)
  await db.execute(sql`
    insert into bulk_job_row (job_id, position, subject_id, subject_name, outcome)
    select ${idOf('job', sql`1`)}, n, person.id, coalesce(nullif(name, ''), email), 'done'
    from ${numbers(1, rows)} join "user" as person on person.id = ${idOf('user')}`)
}
