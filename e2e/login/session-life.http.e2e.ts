import { appConfig } from '#app.config'
import { someEmail, type App } from '../support/app.ts'
import { confirmIdentity } from '../support/requested-code.ts'
import { addUser, addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const SESSION = 'latchkey.session_token'

test('a session ends a fixed number of days after the sign-in, even if it is in use', async ({ app, visitor }) => {
  await visitor.signIn(someEmail('life'))
  const token = tokenOf(visitor)
  const { absoluteDays } = appConfig.session
  await app.sql`update session set created_at = now() - make_interval(days => ${absoluteDays}) + interval '1 hour',
    expires_at = now() + interval '1 minute' where token = ${token}`
  expect(await viewerOf(visitor)).not.toBeNull()
  const [kept] = await app.sql<{ left: number }[]>`
    select extract(epoch from expires_at - now())::int as left from session where token = ${token}`
  expect(kept?.left).toBeLessThanOrEqual(3_600)

  await app.sql`update session set created_at = now() - make_interval(days => ${absoluteDays}) - interval '1 second',
    expires_at = now() + interval '1 day' where token = ${token}`
  expect(await viewerOf(visitor)).toBeNull()
  expect(await app.sql`select 1 from session where token = ${token}`).toEqual([])
  expect(visitor.cookie(SESSION)).toBeUndefined()
})

test('a new sign-in in the same browser ends the previous session', async ({ app, visitor }) => {
  await visitor.signIn(someEmail('before'))
  const before = visitor.at(app)
  await visitor.signIn(someEmail('after'))
  expect(await viewerOf(before)).toBeNull()
  expect(await viewerOf(visitor)).not.toBeNull()
})

test('a user who exceeds the maximum number of sessions loses the session that was unused for longest', async ({
  app,
}) => {
  const { maxPerUser } = appConfig.session
  const { id, email, visitor: first } = await addVisitor(app)
  const { id: otherId, visitor: other } = await addVisitor(app)
  for (const userId of [id, otherId])
    await app.sql`insert into session (user_id, token, expires_at, last_seen_at)
      select ${userId}, gen_random_uuid(), now() + interval '1 day', now() + interval '1 minute'
      from generate_series(1, ${maxPerUser - 1})`
  expect(await viewerOf(first)).not.toBeNull()
  await app.sql`update session set last_seen_at = now() - interval '1 hour' where token = ${tokenOf(first)}`
  const second = new Visitor(app)
  await second.signIn(email)
  expect(await viewerOf(first)).toBeNull()
  for (const one of [second, other]) expect(await viewerOf(one)).not.toBeNull()
  const [kept] = await app.sql`select count(*)::int as count from session where user_id = ${id}`
  expect(kept).toEqual({ count: maxPerUser })
})

test('confirming the identity replaces the session token, and every node refuses the old one', async ({ app }) => {
  const there = await app.startNode()
  const user = await addVisitor(app)
  const old = user.visitor.at(there)
  const { session } = (await viewerOf(user.visitor)) as { session: { id: string } }
  await confirmIdentity(app, user)
  const late = await callFunction(old, 'account.listMySessions')
  expect(late).toMatchObject({ status: 401 })
  // The response must not delete the cookie, because the browser already has the cookie with the new token.
  expect(late.headers.getSetCookie()).toEqual([])
  expect(await viewerOf(old)).toBeNull()
  expect(await viewerOf(user.visitor.at(there))).toMatchObject({ session: { id: session.id } })
  await app.sql`update session set expires_at = expires_at - interval '25 hours' where id = ${session.id}`
  expect(await viewerOf(user.visitor)).toMatchObject({ session: { id: session.id } })
  await there.stop()
})

test('some minutes after the sign-in, dangerous actions on other users require a new code', async ({ app }) => {
  const chief = await addVisitor(app, { role: 'admin' })
  const { id, email } = await addUser(app)
  const calls: [string, object][] = [
    ['users.createUser', { email: someEmail('new'), name: 'New', role: 'admin' }],
    ['users.updateUser', { id, email, name: 'Some One', role: 'admin' }],
    ['users.updateUser', { id, email: someEmail('moved'), name: 'Some One', role: 'user' }],
    ['user-detail.banUser', { id, reason: 'x', endsAt: null }],
    ['user-detail.endUserSessions', { id }],
    ['user-detail.endUserSession', { id, sessionId: crypto.randomUUID() }],
    ['user-detail.impersonateUser', { id, reason: 'x' }],
    ['user-detail.deleteUser', { id }],
  ]
  await app.sql`update session set created_at = now() - make_interval(mins => ${appConfig.session.recentAuthenticationMinutes})
    where user_id = ${chief.id}`
  for (const [name, input] of calls)
    expect((await callFunction(chief.visitor, name, input, 'POST')).error?.code, name).toBe('SESSION_EXPIRED')
  expect(await app.sql`select email, role, banned from "user" where id = ${id}`).toEqual([
    { email, role: 'user', banned: false },
  ])
  expect(
    await callFunction(chief.visitor, 'users.updateUser', { id, email, name: 'Renamed', role: 'user' }, 'POST'),
  ).toMatchObject({ status: 200 })

  await confirmIdentity(app, chief)
  for (const [name, input] of calls.slice(3, 5))
    expect(await callFunction(chief.visitor, name, input, 'POST'), name).toMatchObject({ status: 200 })
})

test('signing out deletes the data that the site stored in the browser', async ({ app, visitor }) => {
  await visitor.signIn(someEmail('out'))
  expect((await visitor.post('/api/auth/sign-out')).headers.get('clear-site-data')).toBe('"storage"')
  await app.sql`delete from throttle`
  await visitor.signIn(someEmail('out'))
  const form = await visitor.send('POST', '/app', 'intent=sign-out', {
    'content-type': 'application/x-www-form-urlencoded',
    origin: app.url,
  })
  expect([form.status, form.headers.get('clear-site-data')]).toEqual([303, '"storage"'])
})

test('a sign-in from a new browser sends one email, whose link secures the account; the first sign-in sends none', async ({
  app,
  visitor,
}) => {
  const { email, visitor: first } = await addVisitor(app)
  await app.sql`update "user" set language = 'fr' where email = ${email}`
  await app.sql`delete from throttle`
  await visitor.signIn(email)
  const notices = () => app.mail.mailsTo(email).filter(({ subject }) => subject === 'Nouvelle connexion à votre compte')
  await expect.poll(() => notices().length).toBe(1)
  for (const known of [first, visitor]) {
    await app.sql`delete from throttle`
    await known.signIn(email)
  }
  await expect.poll(() => jobCount(app)).toBe(0)
  expect(notices()).toHaveLength(1)

  const link = /http\S+/.exec(notices()[0]?.text ?? '')?.[0] ?? ''
  const { pathname, search } = new URL(link)
  const stranger = new Visitor(app)
  const page = await stranger.get(pathname + search)
  expect(page.status).toBe(200)
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  // A link in a mail opens in the language of the reader's browser, not of the account.
  expect(page.body).toContain('<html lang="en"')
  expect(await viewerOf(visitor)).not.toBeNull()
  const token = new URLSearchParams(search).get('token') ?? ''
  const pressed = await stranger.send(
    'POST',
    pathname + search,
    new URLSearchParams({ intent: 'report-activity', token }).toString(),
    {
      'content-type': 'application/x-www-form-urlencoded',
      origin: app.url,
    },
  )
  expect(pressed.status).toBe(303)
  expect((await stranger.get(pressed.headers.get('location') ?? '')).body).toContain('Your account has been secured')
  expect([await viewerOf(visitor), await viewerOf(first)]).toEqual([null, null])
  expect(app.log()).not.toContain(token)
})

async function viewerOf(visitor: Visitor): Promise<unknown> {
  return (await visitor.get('/api/auth/get-session')).body
}

async function jobCount(app: App): Promise<number> {
  const [counted] = await app.sql<{ count: number }[]>`
    select count(*)::int as count from graphile_worker._private_jobs where attempts = 0`
  return counted?.count ?? 0
}

function tokenOf(visitor: Visitor): string {
  return decodeURIComponent(visitor.cookie(SESSION) ?? '').split('.')[0] ?? ''
}
