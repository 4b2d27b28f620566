import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ownDatabase, withOwnDatabase } from '#db/test-database.ts'
import { purgeExpired } from './purge.server.ts'
import { serverFeatures } from '../features.server.ts'

const own = ownDatabase()

test('a failing purge step does not prevent the other steps, and the job fails, so that it is retried', () =>
  withOwnDatabase(async (db, owner) => {
    await owner.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'held'; end $$`)
    await owner.execute(
      sql`create trigger refused before delete on verification for each statement execute function refuse()`,
    )
    await db.execute(
      sql`insert into verification (id, identifier, value, expires_at) values ('1', 'x', 'x', now() - interval '1 day')`,
    )
    await db.execute(sql`insert into throttle (key, count, ends_at) values ('over', 1, now() - interval '1 day')`)
    await db.execute(sql`
      with job as (
        insert into bulk_job (kind, status, actor_id, actor_name, undo_until)
        values ('user-delete', 'done', gen_random_uuid(), 'Ada', now() - interval '1 day') returning id
      )
      insert into bulk_job_row (job_id, position, outcome, before) select id, 1, 'done', '{}' from job`)

    await expect(purgeExpired(db, serverFeatures)).rejects.toThrow('1 of the steps')

    expect([...(await db.execute(sql`select id from verification`))]).toHaveLength(1)
    expect([...(await db.execute(sql`select key from throttle`))]).toEqual([])
    expect([...(await db.execute(sql`select before from bulk_job_row`))]).toEqual([{ before: null }])
  }))

test(
  'the check for members who can still be restored uses an index',
  own.rolledBack(async (db) => {
    await db.execute(sql`set local enable_seqscan = off`)
    const plan = await db.execute<{ 'QUERY PLAN': string }>(sql`
      explain select from organization where not exists (
        select from bulk_job_row where before -> 'rows' -> 'member' @> jsonb_build_array(jsonb_build_object('organization_id', organization.id)))`)
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('bulk_job_row_members')
  }),
)
