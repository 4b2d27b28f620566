import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withOwnDatabase } from '#db/test-database.ts'
import { purgeExpired } from '#queue/purge.server.ts'
import { serverFeatures } from '../../features.server.ts'

test('an organization without members is purged when no member can be restored; expired invitations are purged later', () =>
  withOwnDatabase(async (db) => {
    const names = sql`select name from organization where name like 'Purged %' order by name`
    await db.execute(sql`
      with made as (
        insert into organization (name) values ('Purged empty'), ('Purged to be had back'), ('Purged kept') returning id, name
      ), person as (insert into "user" (email) values ('member-of-purged@example.com') returning id), joined as (
        insert into member (organization_id, user_id, role) select made.id, person.id, 'owner' from made, person where name = 'Purged kept'
      ), invited as (
        insert into organization_invitation (organization_id, email, role, expires_at)
        select id, days || '@example.com', 'member', now() - make_interval(days => days) from made, (values (29), (31)) as ended(days)
        where name = 'Purged kept'
      ), job as (
        insert into bulk_job (kind, status, actor_id, actor_name, undo_until)
        values ('user-delete', 'done', gen_random_uuid(), 'Chief', now() + interval '1 day') returning id
      )
      insert into bulk_job_row (job_id, position, outcome, before)
      select job.id, 1, 'done', jsonb_build_object('rows', jsonb_build_object('member', jsonb_build_array(jsonb_build_object('organization_id', made.id))))
      from job, made where made.name = 'Purged to be had back'`)
    await purgeExpired(db, serverFeatures)
    expect([...(await db.execute(names))]).toEqual([{ name: 'Purged kept' }, { name: 'Purged to be had back' }])
    expect([
      ...(await db.execute(sql`select email from organization_invitation where email like '%@example.com'`)),
    ]).toEqual([{ email: '29@example.com' }])
    await db.execute(sql`update bulk_job set undo_until = now() - interval '1 second' where kind = 'user-delete'`)
    await purgeExpired(db, serverFeatures)
    await purgeExpired(db, serverFeatures)
    expect([...(await db.execute(names))]).toEqual([{ name: 'Purged kept' }])
  }))
