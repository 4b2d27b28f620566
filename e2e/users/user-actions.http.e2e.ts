import { addUser, addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const OUT = { status: 401, error: { code: 'UNAUTHORIZED' } }
const BAN = { reason: 'spam', endsAt: null }

test('a banned user is signed out on every node at the next request, and sees the reason only after a valid code', async ({
  app,
}) => {
  const node = await app.startNode()
  const chief = await addVisitor(app, { role: 'admin' })
  const user = await addVisitor(app)
  const elsewhere = user.visitor.at(node)
  expect(await callFunction(elsewhere, 'repositories.getRepositoryCount', { searchTerm: '' })).toMatchObject({
    status: 200,
  })
  const ban = { id: user.id, reason: 'spam', endsAt: '2999-12-31T23:59:59.999Z' }
  expect(await callFunction(chief.visitor, 'user-detail.banUser', ban, 'POST')).toMatchObject({ status: 200 })
  for (const visitor of [user.visitor, elsewhere]) {
    expect(await callFunction(visitor, 'repositories.getRepositoryCount', { searchTerm: '' })).toMatchObject(OUT)
    expect((await visitor.get('/app')).status).toBe(302)
    expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
  }
  const again = new Visitor(app)
  await app.sql`delete from throttle`
  expect(await again.signIn(user.email)).toMatchObject({
    status: 403,
    body: { code: 'BANNED_USER', banReason: 'spam', banExpires: '2999-12-31T23:59:59.999Z' },
  })
  await callFunction(chief.visitor, 'user-detail.unbanUser', { id: user.id }, 'POST')
  await app.sql`delete from throttle`
  expect(await again.signIn(user.email)).toMatchObject({ status: 200 })
  await node.stop()
})

test('a session that is created at the moment of a ban is invalid', async ({ app }) => {
  const user = await addVisitor(app)
  const kept = await app.sql`select * from session where user_id = ${user.id}`
  const chief = await addVisitor(app, { role: 'admin' })
  await callFunction(chief.visitor, 'user-detail.banUser', { id: user.id, ...BAN }, 'POST')
  await app.sql`insert into session ${app.sql(kept)}`
  expect((await user.visitor.get('/app')).status).toBe(302)
})

test('a deleted user is signed out at the next request, and their page is not found', async ({ app }) => {
  const chief = await addVisitor(app, { role: 'admin' })
  const user = await addVisitor(app)
  expect(await callFunction(chief.visitor, 'user-detail.deleteUser', { id: user.id }, 'POST')).toMatchObject({
    status: 200,
  })
  expect((await user.visitor.get('/app')).status).toBe(302)
  expect((await chief.visitor.get(`/manager/users/${user.id}`)).status).toBe(404)
})

test('an ended session is refused at the next request, and the history names the administrator who ended it', async ({
  app,
}) => {
  const chief = await addVisitor(app, { role: 'admin', name: 'Chief Ender' })
  const user = await addVisitor(app)
  const input = { id: user.id }
  const { result } = await callFunction(chief.visitor, 'user-detail.listUserSessions', input)
  const [session] = result as { id: string }[]
  expect(JSON.stringify(result)).not.toContain('token')
  const ended = { ...input, sessionId: session?.id }
  expect(await callFunction(chief.visitor, 'user-detail.endUserSession', ended, 'POST')).toMatchObject({ status: 200 })
  expect(await callFunction(chief.visitor, 'user-detail.endUserSession', ended, 'POST')).toMatchObject({ status: 404 })
  expect((await user.visitor.get('/app')).status).toBe(302)
  const userHistory = await callFunction(chief.visitor, 'user-detail.listUserHistory', { ...input, before: null })
  expect(userHistory.result).toMatchObject({ rows: [{ action: 'session-ended', actorName: 'Chief Ender' }] })
})

test('the page of one user cannot end a session of another user', async ({ app }) => {
  const chief = await addVisitor(app, { role: 'admin' })
  const [own] = await app.sql<{ id: string }[]>`select id from session where user_id = ${chief.id}`
  const user = await addUser(app)
  const input = { id: user.id, sessionId: own?.id }
  expect(await callFunction(chief.visitor, 'user-detail.endUserSession', input, 'POST')).toMatchObject({ status: 404 })
})

test('an administrator who ends all of their own sessions keeps the current one', async ({ app }) => {
  const chief = await addVisitor(app, { role: 'admin' })
  await app.sql`delete from throttle`
  const elsewhere = new Visitor(app)
  await elsewhere.signIn(chief.email)
  await callFunction(chief.visitor, 'user-detail.endUserSessions', { id: chief.id }, 'POST')
  expect((await elsewhere.get('/manager/users')).status).toBe(302)
  expect((await chief.visitor.get('/manager/users')).status).toBe(200)
})

test('if two administrators ban or delete each other simultaneously on two nodes, one administrator remains', async ({
  app,
}) => {
  const node = await app.startNode()
  for (const action of ['banUser', 'deleteUser']) {
    const one = await addVisitor(app, { role: 'admin' })
    const two = await addVisitor(app, { role: 'admin' })
    const others = await app.sql<
      { id: string }[]
    >`update "user" set role = 'user' where role = 'admin' and id not in (${one.id}, ${two.id}) returning id`
    const answers = await Promise.all([
      callFunction(one.visitor, `user-detail.${action}`, { id: two.id, ...BAN }, 'POST'),
      callFunction(two.visitor.at(node), `user-detail.${action}`, { id: one.id, ...BAN }, 'POST'),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // The refused administrator might have lost access before the request, or just before the change was made.
    const refused = answers.find(({ status }) => status !== 200)?.error?.code
    expect(refused).toMatch(/^(LAST_ADMINISTRATOR|UNAUTHORIZED|SESSION_EXPIRED|FORBIDDEN)$/)
    const left = await app.sql`select 1 from "user" where role = 'admin' and not banned`
    expect(left).toHaveLength(1)
    if (others.length > 0)
      await app.sql`update "user" set role = 'admin' where id in ${app.sql(others.map(({ id }) => id))}`
  }
  await node.stop()
})

test('the page of an unknown user id returns 404', async ({ app }) => {
  const chief = await addVisitor(app, { role: 'admin' })
  const ids = [
    '0193e5a0-0000-4000-8000-000000000000',
    'x',
    '1',
    "'%20or%201=1",
    '%00',
    '..%2f..',
    'a'.repeat(900),
    'null',
  ]
  for (const id of ids) {
    const { status, body } = await chief.visitor.get(`/manager/users/${id}`)
    expect({ id, status }).toEqual({ id, status: 404 })
    expect(body).toMatch(/<h1[^>]*>This page could not be found/)
  }
  expect((await chief.visitor.get(`/manager/users/${'a'.repeat(4_000)}`)).status).toBe(414)
})

test('an invalid reason or last day of a ban is refused at its field', async ({ app }) => {
  const chief = await addVisitor(app, { role: 'admin' })
  const { id } = await addUser(app)
  const refused = (fields: object) => ({ status: 400, error: { code: 'INVALID_INPUT', details: { fields } } })
  const ban = (input: object) => callFunction(chief.visitor, 'user-detail.banUser', { id, ...input }, 'POST')
  expect(await ban({ reason: ' ', endsAt: null })).toMatchObject(refused({ reason: 'reasonRequired' }))
  expect(await ban({ reason: 'x'.repeat(501), endsAt: null })).toMatchObject(refused({ reason: 'reasonTooLong' }))
  expect(await ban({ reason: 'x', endsAt: '2001-01-01T00:00:00.000Z' })).toMatchObject(refused({ lastDay: 'dayPast' }))
  expect(await ban({ reason: 'x' })).toMatchObject({ status: 400 })
})
