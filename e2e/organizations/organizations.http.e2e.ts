import { appConfig } from '#app.config'
import { addVisitor } from '../support/users.ts'
import { expect, test } from '../support/test.ts'

const CALLS = ['create', 'update', 'delete', 'invite-member', 'remove-member', 'set-active', 'leave', 'add-member']

test('better-auth’s endpoints for organizations return 404', async ({ app }) => {
  const { visitor } = await addVisitor(app)
  for (const call of CALLS) {
    const answer = await visitor.post(`/api/auth/organization/${call}`)
    expect(answer.status, call).toBe(404)
  }
})

test('the session keeps the active organization until the user is no longer a member', async ({ app }) => {
  const { id: userId, visitor } = await addVisitor(app)
  const [made] = await app.sql<{ id: string }[]>`insert into organization (name) values ('Harbour') returning id`
  const organizationId = made?.id ?? ''
  const change = () =>
    visitor.send('POST', '/app', new URLSearchParams({ intent: 'switch-organization', organizationId }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      origin: app.url,
    })
  const active = async () => {
    const [row] = await app.sql`select active_organization_id as id from session where user_id = ${userId}`
    return row?.id as unknown
  }
  expect((await change()).status).toBe(404)
  expect(await active()).toBeNull()
  await app.sql`insert into member (organization_id, user_id, role) values (${organizationId}, ${userId}, 'member')`
  expect((await change()).status).toBe(303)
  expect(await active()).toBe(organizationId)
  expect((await visitor.get('/app')).body).toContain('Harbour')
  await app.sql`delete from member where user_id = ${userId}`
  expect((await visitor.get('/app')).body).not.toContain('Harbour')
})

test('the pages of a user in hundreds of organizations are about as large as those of others', async ({ app }) => {
  const { id: userId, visitor } = await addVisitor(app)
  const join = (count: number) => app.sql`
    with made as (insert into organization (name) select 'Harbour ' || n from generate_series(1, ${count}::int) as n returning id)
    insert into member (organization_id, user_id, role, created_at)
    select id, ${userId}, 'member', now() - random() * interval '1 year' from made`
  await join(appConfig.organization.maxInSwitcher)
  const few = await visitor.get('/app')
  await join(480)
  await app.sql`
    update session set active_organization_id = (
      select organization_id from member where user_id = ${userId} order by created_at limit 1
    ) where user_id = ${userId}`
  const many = await visitor.get('/app')
  expect(String(many.body).length).toBeLessThan(String(few.body).length * 1.1)
  const { body } = await visitor.get('/api/auth/get-session')
  const { session } = body as { session: { organization: { id: string }; organizations: { id: string }[] } }
  expect(session.organizations).toHaveLength(appConfig.organization.maxInSwitcher)
  expect(session.organizations.map(({ id }) => id)).toContain(session.organization.id)
})
