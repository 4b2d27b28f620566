import type { App } from '../support/app.ts'
import { addUser, addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const STOP = '/api/auth/admin/stop-impersonating'
const BANNER = 'aria-label="You&#x27;re acting as'
const SESSION = 'latchkey.session_token'
const OWN_SESSION = 'latchkey.admin_session'

test('an administrator impersonates a user and stops; both histories name the administrator', async ({ app }) => {
  const { chief, user } = await startImpersonation(app)
  expect(await viewerOf(chief.visitor)).toMatchObject({
    user: { id: user.id },
    session: { impersonatedBy: chief.id },
  })
  expect((await chief.visitor.get('/app')).body).toContain(BANNER)
  expect(await callFunction(chief.visitor, 'onboarding.setName', { name: 'Renamed' }, 'POST')).toMatchObject({
    status: 200,
  })

  expect(await chief.visitor.post(STOP)).toMatchObject({ status: 200, body: { status: true } })
  expect(await viewerOf(chief.visitor)).toMatchObject({ user: { id: chief.id }, session: { impersonatedBy: null } })
  expect((await chief.visitor.get('/manager/users')).body).not.toContain(BANNER)
  expect(chief.visitor.cookie(OWN_SESSION)).toBeUndefined()
  expect(await app.sql`select 1 from session where impersonated_by is not null and user_id = ${user.id}`).toEqual([])

  const recorded = [
    { action: 'impersonation-stopped', actorName: 'Chief' },
    { action: 'name-changed', actorName: 'Chief' },
    { action: 'impersonation-started', actorName: 'Chief', reason: 'to help' },
  ]
  for (const { id } of [user, chief]) {
    const { result } = await callFunction(chief.visitor, 'user-detail.listUserHistory', { id, before: null })
    expect((result as { rows: unknown[] }).rows.slice(0, 3)).toMatchObject(recorded)
  }
})

test('an impersonator cannot open the administration; no response or log has the session token', async ({ app }) => {
  const { chief, user } = await startImpersonation(app)
  const page = await chief.visitor.get(`/manager/users/${user.id}`)
  expect(page.status).toBe(403)
  expect(page.body).toContain(BANNER)
  expect(
    await callFunction(chief.visitor, 'user-detail.banUser', { id: user.id, reason: 'x', endsAt: null }, 'POST'),
  ).toMatchObject({ status: 403 })
  const token = decodeURIComponent(chief.visitor.cookie(SESSION) ?? '').split('.')[0] ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect(JSON.stringify(await viewerOf(chief.visitor))).not.toContain(token)
  expect(app.log()).not.toContain(token)
})

test('administrators, banned and unknown users, oneself and a second user cannot be impersonated', async ({ app }) => {
  const chief = await addVisitor(app, { role: 'admin' })
  const begins = async (id: string) => (await actAs(chief.visitor, id)).error?.code
  expect(await begins((await addUser(app, { role: 'admin' })).id)).toBe('YOU_CANNOT_IMPERSONATE_ADMINS')
  expect(await begins(chief.id)).toBe('NOT_ON_YOURSELF')
  expect(await begins('0193e5a0-0000-4000-8000-000000000000')).toBe('NOT_FOUND')
  expect(await begins('x')).toBe('NOT_FOUND')
  const banned = await addUser(app)
  await app.sql`update "user" set banned = true where id = ${banned.id}`
  expect(await begins(banned.id)).toBe('YOU_CANNOT_IMPERSONATE_BANNED_USERS')
  const user = await addUser(app)
  expect(await begins(user.id)).toBeUndefined()
  expect(await begins((await addUser(app)).id)).toBe('FORBIDDEN')
  expect(await viewerOf(chief.visitor)).toMatchObject({ user: { id: user.id } })
})

test('actions that could take the account from its owner are refused during an impersonation', async ({ app }) => {
  const { chief, user } = await startImpersonation(app)
  const refusal = { status: 403, error: { code: 'NOT_WHILE_IMPERSONATING' } }
  const names = 'requestCodeToOwnAddress reAuthenticate requestEmailChange changeEmail deleteAccount'
  for (const name of names.split(' '))
    expect(await callFunction(chief.visitor, `account.${name}`, undefined, 'POST'), name).toMatchObject(refusal)
  expect(await chief.visitor.post('/api/auth/delete-user', { code: '123456' })).toMatchObject({
    status: 403,
    body: { code: 'NOT_WHILE_IMPERSONATING' },
  })
  expect(await app.sql`select email from "user" where id = ${user.id}`).toEqual([{ email: user.email }])
})

test('an impersonation without a reason, or with a reason of over 500 characters, is refused', async ({ app }) => {
  const chief = await addVisitor(app, { role: 'admin' })
  const { id } = await addUser(app)
  for (const reason of ['', '  ', undefined, 'x'.repeat(501)])
    expect(await callFunction(chief.visitor, 'user-detail.impersonateUser', { id, reason }, 'POST')).toMatchObject({
      status: 400,
      error: { code: 'INVALID_INPUT' },
    })
  expect(await viewerOf(chief.visitor)).toMatchObject({ user: { id: chief.id } })
})

test('an impersonation ends after an hour, even without the cookie that prevents renewal', async ({ app }) => {
  const { chief, user } = await startImpersonation(app)
  const secondsLeft = async () => {
    const [row] = await app.sql<
      { left: number }[]
    >`select extract(epoch from expires_at - created_at)::int as left from session where user_id = ${user.id}`
    return row?.left
  }
  expect(await secondsLeft()).toBe(3_600)
  // better-auth renews sessions of browsers without this cookie.
  chief.visitor.forget('latchkey.dont_remember')
  await viewerOf(chief.visitor)
  await chief.visitor.get('/app')
  expect(await secondsLeft()).toBe(3_600)
})

test('after an impersonation has expired, the administrator’s own session is restored and no call runs as the user', async ({
  app,
}) => {
  const { chief, user } = await startImpersonation(app)
  await endTime(app, user.id)
  const page = await chief.visitor.get('/app')
  expect(page).toMatchObject({ status: 302 })
  expect(page.headers.get('location')).toBe(`/manager/users/${user.id}`)
  expect(await viewerOf(chief.visitor)).toMatchObject({ user: { id: chief.id } })
  expect(
    await app.sql`select actor_name from history_event where action = 'impersonation-stopped' and subject_id = ${user.id}`,
  ).toEqual([{ actor_name: 'Chief' }])

  await app.sql`delete from throttle`
  const other = await startImpersonation(app)
  await endTime(app, other.user.id)
  const call = await callFunction(other.chief.visitor, 'onboarding.setName', { name: 'Wrong Person' }, 'POST')
  expect(call).toMatchObject({ status: 401 })
  expect(await app.sql`select 1 from "user" where name = 'Wrong Person'`).toEqual([])
  expect(await viewerOf(other.chief.visitor)).toMatchObject({ user: { id: other.chief.id } })
  expect(other.chief.visitor.cookie(OWN_SESSION)).toBeUndefined()
  expect(
    await app.sql`select 1 from history_event where action = 'impersonation-stopped' and subject_id = ${other.user.id}`,
  ).toHaveLength(1)
})

test('if the session of an impersonation is deleted, the administrator’s session is restored', async ({ app }) => {
  const { chief, user } = await startImpersonation(app)
  await app.sql`delete from session where user_id = ${user.id}`
  const page = await chief.visitor.get('/app')
  expect([page.status, page.headers.get('location')]).toEqual([302, '/manager/users'])
  expect(await viewerOf(chief.visitor)).toMatchObject({ user: { id: chief.id } })

  await app.sql`delete from throttle`
  const other = await startImpersonation(app)
  await endTime(app, other.user.id)
  expect(await other.chief.visitor.post('/api/auth/sign-out')).toMatchObject({ status: 200 })
  expect(await viewerOf(other.chief.visitor)).toBeNull()
  expect((await other.chief.visitor.get('/manager/users')).status).toBe(302)
  expect(await app.sql`select 1 from session where user_id = ${other.chief.id}`).toEqual([])
})

test('an impersonated user gets an email, and does not see the administrator’s IP address', async ({ app }) => {
  const { chief, user } = await startImpersonation(app)
  const visitor = new Visitor(app)
  await visitor.signIn(user.email)
  const { result } = await callFunction(visitor, 'account.listMySessions')
  const acted = (result as { isImpersonation: boolean; ipAddress: string | null }[]).find((one) => one.isImpersonation)
  expect(acted).toMatchObject({ ipAddress: null })
  const file = await callFunction(visitor, 'account.downloadData', undefined, 'POST')
  expect(JSON.stringify(file)).not.toContain(chief.visitor.address)
  await expect
    .poll(() => app.mail.mailsTo(user.email).map(({ subject }) => subject))
    .toContain('An administrator is acting as you')
})

test('stopping an impersonation signs the administrator out if their own session has ended', async ({ app }) => {
  const { chief, user } = await startImpersonation(app)
  await app.sql`delete from session where user_id = ${chief.id}`
  expect(await chief.visitor.post(STOP)).toMatchObject({ status: 200 })
  expect(await viewerOf(chief.visitor)).toBeNull()
  expect(chief.visitor.cookie(OWN_SESSION)).toBeUndefined()
  expect((await chief.visitor.get('/manager/users')).status).toBe(302)
  expect(await app.sql`select 1 from session where user_id = ${user.id}`).toEqual([])
})

test('a cookie with another administrator’s session does not restore that session', async ({ app }) => {
  const mine = await startImpersonation(app)
  const theirs = await startImpersonation(app)
  mine.chief.visitor.keep(OWN_SESSION, theirs.chief.visitor.cookie(OWN_SESSION) ?? '')
  expect(await mine.chief.visitor.post(STOP)).toMatchObject({ status: 200 })
  expect(await viewerOf(mine.chief.visitor)).toBeNull()
})

test('a forged cookie with the administrator’s own session does not restore that session', async ({ app }) => {
  const { chief } = await startImpersonation(app)
  const [token] = await app.sql<{ token: string }[]>`select token from session where user_id = ${chief.id}`
  chief.visitor.keep(OWN_SESSION, encodeURIComponent(`${token?.token}:.${'A'.repeat(43)}=`))
  await chief.visitor.post(STOP)
  expect(await viewerOf(chief.visitor)).toBeNull()
})

test('an impersonation ends if the administrator is demoted, banned or deleted', async ({ app }) => {
  for (const loss of [
    (id: string) => app.sql`update "user" set role = 'user' where id = ${id}`,
    (id: string) => app.sql`update "user" set banned = true where id = ${id}`,
    (id: string) => app.sql`delete from "user" where id = ${id}`,
  ]) {
    const { chief } = await startImpersonation(app)
    await loss(chief.id)
    expect(await viewerOf(chief.visitor)).toBeNull()
    expect((await chief.visitor.get('/app')).status).toBe(302)
  }
})

test('an impersonation ends if the user is banned', async ({ app }) => {
  const { chief, user } = await startImpersonation(app)
  await app.sql`update "user" set banned = true where id = ${user.id}`
  expect(await viewerOf(chief.visitor)).toBeNull()
  expect((await chief.visitor.get('/manager/users')).status).not.toBe(200)
})

test('a promotion of the user ends the impersonation and restores the administrator’s session', async ({ app }) => {
  const { chief, user } = await startImpersonation(app)
  await app.sql`update "user" set role = 'admin' where id = ${user.id}`
  expect(await viewerOf(chief.visitor)).toEqual({ code: 'UNAUTHORIZED' })
  expect(await viewerOf(chief.visitor)).toMatchObject({ user: { id: chief.id }, session: { impersonatedBy: null } })
})

test('signing out during an impersonation signs the administrator out too', async ({ app }) => {
  const { chief } = await startImpersonation(app)
  const own = chief.visitor.cookie(OWN_SESSION)
  expect(await chief.visitor.post('/api/auth/sign-out')).toMatchObject({ status: 200 })
  expect(await viewerOf(chief.visitor)).toBeNull()
  expect([chief.visitor.cookie(SESSION), chief.visitor.cookie(OWN_SESSION)]).toEqual([undefined, undefined])
  expect(await app.sql`select 1 from session where user_id = ${chief.id}`).toEqual([])
  expect(own).toBeTruthy()
})

test('the endpoint to stop an impersonation refuses callers who do not impersonate a user', async ({
  app,
  visitor,
}) => {
  expect(await visitor.post(STOP)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  for (const role of ['user', 'admin'] as const) {
    const user = await addVisitor(app, { role })
    expect(await user.visitor.post(STOP)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(await viewerOf(user.visitor)).toMatchObject({ user: { id: user.id } })
  }
})

test('a forged IP address is not stored in the session of an impersonation', async ({ app }) => {
  const chief = await addVisitor(app, { role: 'admin' })
  const { id } = await addUser(app)
  const send = chief.visitor.send.bind(chief.visitor)
  chief.visitor.send = (method, path, body, headers) =>
    send(method, path, body, { ...headers, 'x-app-client-address': '203.0.113.99' })
  expect(await actAs(chief.visitor, id)).toMatchObject({ status: 200 })
  expect(await app.sql`select ip_address from session where user_id = ${id}`).toMatchObject([
    { ip_address: chief.visitor.address },
  ])
})

test('ending all sessions of the user ends the impersonation, and the history records it', async ({ app }) => {
  const { chief, user } = await startImpersonation(app)
  expect(await chief.visitor.post('/api/auth/revoke-other-sessions')).toMatchObject({ status: 200 })
  expect(await viewerOf(chief.visitor)).toMatchObject({ user: { id: user.id } })
  expect(await chief.visitor.post('/api/auth/revoke-sessions')).toMatchObject({ status: 200 })
  // The first call after the end is refused; the next one uses the administrator's own session.
  expect(await viewerOf(chief.visitor)).toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await viewerOf(chief.visitor)).toMatchObject({ user: { id: chief.id } })
  expect(chief.visitor.cookie(OWN_SESSION)).toBeUndefined()
  expect(
    await app.sql`select actor_name from history_event where action = 'sessions-ended' and subject_id = ${user.id}`,
  ).toEqual([{ actor_name: 'Chief' }])
})

test('a user ends their other sessions or all of them, and the history records both', async ({ app, visitor }) => {
  const user = await addVisitor(app, { name: 'Own Ender' })
  await app.sql`delete from throttle`
  await visitor.signIn(user.email)
  expect(await user.visitor.post('/api/auth/revoke-other-sessions')).toMatchObject({ body: { status: true } })
  expect([await viewerOf(visitor), await viewerOf(user.visitor)]).toMatchObject([null, { user: { id: user.id } }])
  expect(await user.visitor.post('/api/auth/revoke-sessions')).toMatchObject({ body: { status: true } })
  expect(await viewerOf(user.visitor)).toBeNull()
  const recorded =
    await app.sql`select actor_name from history_event where action = 'sessions-ended' and subject_id = ${user.id}`
  expect(recorded).toEqual([{ actor_name: 'Own Ender' }, { actor_name: 'Own Ender' }])
  for (const path of ['/api/auth/revoke-sessions', '/api/auth/revoke-other-sessions'])
    expect(await new Visitor(app).post(path)).toMatchObject({ status: 401 })
})

/** Creates an administrator who acts as a new user. */
async function startImpersonation(app: App) {
  const chief = await addVisitor(app, { role: 'admin', name: 'Chief' })
  const user = await addUser(app, { name: 'Person' })
  expect(await actAs(chief.visitor, user.id)).toMatchObject({ status: 200 })
  return { chief, user }
}

function actAs(visitor: Visitor, id: string) {
  return callFunction(visitor, 'user-detail.impersonateUser', { id, reason: 'to help' }, 'POST')
}

async function viewerOf(visitor: Visitor) {
  return (await visitor.get('/api/auth/get-session')).body
}

async function endTime(app: App, userId: string) {
  await app.sql`update session set expires_at = now() - interval '1 second' where user_id = ${userId}`
}
