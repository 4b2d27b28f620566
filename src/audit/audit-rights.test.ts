import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { UnrestrictedRoleError, grantRights, roleOf } from '../../scripts/database/rights.ts'
import { ownDatabase, ownerUrl, rolledBack } from '#db/test-database.ts'

const INSUFFICIENT_PRIVILEGE = '42501'
const own = ownDatabase()

test.each([
  `update history_event set action = 'signed-in'`,
  `update history_event set subject_name = null`,
  `delete from history_event`,
  `truncate history_event`,
  `truncate history_event, repository cascade`,
  `insert into history_event (id, action) overriding system value values (1, 'x') on conflict (id) do update set action = 'x'`,
  `merge into history_event as h using (values (1)) as v (id) on h.id = v.id when matched then delete`,
  `select * from history_event for update`,
  `lock table history_event in access exclusive mode`,
  `alter table history_event disable trigger history_is_for_good`,
  `alter table history_event disable trigger all`,
  `alter table history_event disable row level security`,
  `alter table history_event drop column reason`,
  `alter table history_event owner to current_user`,
  `alter table history_event inherit repository`,
  `drop trigger history_is_for_good on history_event`,
  `drop trigger history_stays on history_event`,
  `drop table history_event`,
  `create trigger mine before insert on history_event for each row execute function refuse_change_of_history()`,
  `create rule mine as on insert to history_event do instead nothing`,
  `create or replace function refuse_change_of_history() returns trigger language plpgsql as 'begin return new; end'`,
  `alter function refuse_change_of_history() rename to gone`,
  `drop function refuse_change_of_history() cascade`,
  `create or replace function purge_history(int, int) returns int language sql as 'select 1'`,
  `create function public.mine() returns int language sql as 'select 1'`,
  `create table public.mine (id int)`,
  `update admin_address set hash = ''`,
  `delete from admin_address`,
  `truncate admin_address`,
  `set session_replication_role = replica`,
  `set role postgres`,
  `alter role current_user superuser`,
  `drop schema public cascade`,
])('the database role of the app has no permission for: %s', (statement) =>
  rolledBack(async (db) => {
    await expect(db.transaction((inner) => inner.execute(sql.raw(statement)))).rejects.toMatchObject({
      cause: { code: INSUFFICIENT_PRIVILEGE },
    })
  })(),
)

test(
  'setting latchkey.history to purge or erase gives the app no right to delete or update history entries',
  rolledBack(async (db) => {
    for (const purpose of ['purge', 'erase']) {
      await db.execute(sql`select set_config('latchkey.history', ${purpose}, true)`)
      for (const statement of [`delete from history_event`, `update history_event set subject_name = null`])
        await expect(db.transaction((inner) => inner.execute(sql.raw(statement)))).rejects.toMatchObject({
          cause: { code: INSUFFICIENT_PRIVILEGE },
        })
    }
  }),
)

test.each([
  [`purge_history(29, 10)`],
  [`purge_history(0, 10)`],
  [`purge_history(null, 10)`],
  [`erase_deleted_people(0, 10)`],
  [`erase_deleted_people(-1, 10)`],
  [`erase_deleted_people(null, 10)`],
])('the app cannot call %s', (call) =>
  rolledBack(async (db) => {
    await expect(db.transaction((inner) => inner.execute(sql.raw(`select ${call}`)))).rejects.toMatchObject({
      cause: { code: 'LK003' },
    })
  })(),
)

test('grantRights rejects a role that rights cannot restrict, and a role that does not exist', async () => {
  const client = postgres(own.url(), { max: 1, onnotice: () => undefined })
  await expect(grantRights(client, roleOf(ownerUrl()))).rejects.toThrow(UnrestrictedRoleError)
  await expect(grantRights(client, 'nobody at all')).rejects.toThrow("doesn't exist")
  await client.end()
})

test('with a single database role, which owns the tables, the trigger prevents changes of the history', async () => {
  const client = postgres(own.url(), { max: 1, onnotice: () => undefined })
  await client`insert into history_event (action) values ('signed-in')`
  for (const purpose of ['', 'purge'])
    for (const statement of [
      `update history_event set action = 'x'`,
      `delete from history_event`,
      `truncate history_event`,
    ])
      await expect(client.unsafe(`set latchkey.history = '${purpose}'; ${statement}`)).rejects.toMatchObject({
        code: 'LK001',
      })
  await client.end()
})
