import { expect, test } from 'vitest'
import { ambiguousColumnsIn, knownTables } from './ambiguous-columns.ts'

const SESSIONS = 'select id from session where'

test.each([
  ['select (select count(*) from member as m where m.user_id = "user_id") from session', ['user_id']],
  [`${SESSIONS} exists (select from member where user_id = session.user_id)`, ['user_id']],
  ['select exists (select from "user" where "id" = "actor_id") from history_event', ['id', 'actor_id']],
  ['select exists (select from favourite where favourite.repository_id = "id") from repository', ['id']],
  [`${SESSIONS} exists (select from member where member.created_at < coalesce("expires_at", now()))`, ['expires_at']],
  [`${SESSIONS} exists (select from member where active_organization_id is null)`, ['active_organization_id']],
  ['update session set token = $1 where exists (select from member as m where m.user_id = user_id)', ['user_id']],
  ['delete from session where exists (select from member as m where m.user_id = user_id)', ['user_id']],
  ['select * from session as s, lateral (select 1 from member as m where m.user_id = user_id) as x', ['user_id']],
  [
    `${SESSIONS} id in (select m.id from member as m union select o.id from organization as o where expires_at)`,
    ['expires_at'],
  ],
  ['insert into member (id) select id from session where exists (select from member as m where m.id = id)', ['id']],
])('ambiguousColumnsIn reports columns without a table name: %s', async (statement, bare) => {
  expect(await ambiguousColumnsIn(statement, knownTables())).toEqual(bare)
})

test.each([
  'select id, name from organization where id = $1',
  'select s.id from session as s where exists (select from member as m where m.user_id = s.user_id)',
  'delete from session where ctid = any(array(select ctid from session where expires_at < now() limit $1))',
  `${SESSIONS} user_id in (select "user_id" from "member" where "member"."organization_id" = $1)`,
  'with gone as (select id from member where user_id = organization_id) select id from gone',
  'select * from (select id from member where user_id = organization_id) as one join session on true',
  'select (select jsonb_agg(one) from member as one where one.user_id = session.user_id) from session',
  'select m.id from member as m join session as s on s.user_id = m.user_id where active_organization_id = m.organization_id',
])('ambiguousColumnsIn accepts the statement: %s', async (statement) => {
  expect(await ambiguousColumnsIn(statement, knownTables())).toEqual([])
})
