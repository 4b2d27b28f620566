import { foldForSearch } from '#lib/fold-for-search.ts'
import { type App, someEmail } from '../support/app.ts'
import { addUser } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const LIST = { searchTerm: '', role: '', status: '', sort: 'newest', cursor: null }
const LIST_USERS = '/api/auth/admin/list-users'

/** Returns a new administrator who is signed in. */
async function signInNewAdministrator(app: App): Promise<Visitor> {
  const chief = new Visitor(app)
  await chief.signIn((await addUser(app, { role: 'admin', name: 'Some Chief' })).email)
  return chief
}

test('only administrators list, read, add and change users', async ({ app, visitor: nobody }) => {
  const user = new Visitor(app)
  await user.signIn((await addUser(app)).email)
  const chief = await signInNewAdministrator(app)
  const { id } = await addUser(app)
  const fields = { email: someEmail(), name: 'Some One', role: 'user' }
  const calls = [
    ['users.listUsers', LIST, 'GET'],
    ['users.getUserCount', { searchTerm: '', role: '', status: '' }, 'GET'],
    ['users.getUserFields', { id }, 'GET'],
    ['users.createUser', fields, 'POST'],
    ['users.updateUser', { ...fields, id }, 'POST'],
  ] as const
  for (const [name, input, method] of calls) {
    expect((await callFunction(nobody, name, input, method)).error, name).toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await callFunction(user, name, input, method)).error, name).toMatchObject({ code: 'FORBIDDEN' })
  }
  expect(await app.sql`select from "user" where email = ${fields.email}`).toHaveLength(0)
  for (const [name, input, method] of calls.filter(([name]) => name !== 'users.createUser'))
    expect(await callFunction(chief, name, input, method), name).toMatchObject({ status: 200, error: undefined })
})

test('createUser with an invalid email address adds no user', async ({ app }) => {
  const chief = await signInNewAdministrator(app)
  const [before] = await app.sql`select count(*) from "user"`
  const hostile = [
    '',
    'nobody',
    'a@b.c,d@e.fr',
    '"x"@y.example',
    'a@b.example\r\nBcc: victim@example.com',
    'a@b.example\0',
    '<a@b.example>',
    `${'a'.repeat(300)}@b.example`,
    ['a@b.example', 'c@d.example'],
    { toString: 'a@b.example' },
    null,
  ]
  for (const email of hostile) {
    const { status, error } = await callFunction(chief, 'users.createUser', { email, name: 'X', role: 'user' }, 'POST')
    expect([status, error?.code], JSON.stringify(email)).toEqual([400, 'INVALID_INPUT'])
    expect(Object.keys(error?.details?.fields ?? {})).toEqual(['email'])
  }
  expect((await app.sql`select count(*) from "user"`)[0]).toEqual(before)
})

test('createUser refuses a name with invisible or reordering characters, and an unknown role', async ({ app }) => {
  const chief = await signInNewAdministrator(app)
  for (const name of ['', ' ', 'a\nb', 'a\0b', '\u202Eevil', 'a\u2028b', '\u200B', '...', 'n'.repeat(101)]) {
    const answer = await callFunction(chief, 'users.createUser', { email: someEmail(), name, role: 'user' }, 'POST')
    expect(answer, JSON.stringify(name)).toMatchObject({
      status: 400,
      error: { details: { fields: { name: /^name/ } } },
    })
  }
  for (const role of ['owner', '', 'admin,user', ['admin'], null]) {
    const { status } = await callFunction(chief, 'users.createUser', { email: someEmail(), name: 'X', role }, 'POST')
    expect(status, JSON.stringify(role)).toBe(400)
  }
})

test('createUser and updateUser drop all fields except email, name and role', async ({ app }) => {
  const chief = await signInNewAdministrator(app)
  const more = { emailVerified: true, banned: true, image: 'https://e.com/x', createdAt: '1970-01-01T00:00:00Z' }
  const fields = { email: someEmail(), name: 'Some One', role: 'user' }
  const wishedId = '0193e5a0-0000-4000-8000-0000000000aa'
  const { result } = await callFunction(chief, 'users.createUser', { ...fields, ...more, id: wishedId }, 'POST')
  const { id } = result as { id: string }
  expect(id).not.toBe(wishedId)
  const changed = { ...fields, ...more, id, name: 'Renamed', userId: wishedId }
  expect((await callFunction(chief, 'users.updateUser', changed, 'POST')).status).toBe(200)
  const [kept] =
    await app.sql`select name, email_verified, banned, image, created_at > now() - interval '1 hour' as is_new from "user" where id = ${id}`
  expect(kept).toEqual({ name: 'Renamed', email_verified: false, banned: false, image: null, is_new: true })
})

test('the list of users returns 400 for invalid filters, orders and cursors', async ({ app }) => {
  const chief = await signInNewAdministrator(app)
  const odd = [
    { role: 'owner' },
    { role: ['admin'] },
    { status: 'deleted' },
    { sort: 'email; drop table "user"' },
    { sort: 'searchText' },
    { cursor: 'nonsense' },
    { cursor: Buffer.from('["Person 19","0193e5a0-0000-4000-8000-0000000000aa"]').toString('base64url') },
    { cursor: 7 },
    { searchTerm: null },
    { searchTerm: { like: '%' } },
  ]
  for (const parameter of odd) {
    const { status, error } = await callFunction(chief, 'users.listUsers', { ...LIST, ...parameter })
    expect([status, error?.code], JSON.stringify(parameter)).toEqual([400, 'INVALID_INPUT'])
  }
  for (const id of ['new', "'", '0193e5a0-0000-4000-8000-0000000000ff'])
    expect(await callFunction(chief, 'users.getUserFields', { id })).toMatchObject({ status: 404 })
})

test('a change of email ends the user’s sessions and notifies the old address; the new one can sign in', async ({
  app,
  visitor: user,
}) => {
  const chief = await signInNewAdministrator(app)
  const { id, email: oldEmail, name } = await addUser(app, { name: 'Moving Person' })
  await user.send('GET', '/login?lng=fr', undefined, {})
  await user.signIn(oldEmail)
  expect((await user.get('/api/auth/get-session')).body).toMatchObject({ user: { id } })

  const email = someEmail('moved')
  const changed = await callFunction(chief, 'users.updateUser', { id, email, name, role: 'user' }, 'POST')
  expect(changed).toMatchObject({ status: 200, error: undefined })
  expect((await user.get('/api/auth/get-session')).body).toBeNull()
  const notice = await app.mail.mailWithSubject(oldEmail, 'Votre adresse e-mail a été modifiée')
  expect(notice.envelopeTo).toEqual([oldEmail])
  expect(`${notice.html}${notice.text}`).not.toContain(email)
  expect(app.mail.mailsTo(email)).toHaveLength(0)

  await user.signIn(email)
  expect((await user.get('/api/auth/get-session')).body).toMatchObject({ user: { id, email } })
  const [kept] = await app.sql`select email_verified from "user" where id = ${id}`
  expect(kept).toEqual({ email_verified: true })
})

test('a demoted administrator loses their rights at the next request', async ({ app, visitor: user }) => {
  const chief = await signInNewAdministrator(app)
  const demoted = await addUser(app, { role: 'admin' })
  await user.signIn(demoted.email)
  expect((await user.get('/manager/users')).status).toBe(200)
  await callFunction(chief, 'users.updateUser', { ...demoted, role: 'user' }, 'POST')
  expect((await user.get('/manager/users')).status).toBe(403)
  expect((await callFunction(user, 'users.listUsers', LIST)).error).toMatchObject({ code: 'FORBIDDEN' })
})

test.describe("better-auth's list of users", () => {
  test('better-auth’s list of users is open only to administrators, by GET', async ({ app, visitor: nobody }) => {
    const user = new Visitor(app)
    await user.signIn((await addUser(app)).email)
    const chief = await signInNewAdministrator(app)
    expect(await nobody.get(LIST_USERS)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
    expect(await user.get(LIST_USERS)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await chief.post(LIST_USERS)).status).toBe(405)
    const { status, body } = await chief.get(LIST_USERS)
    expect(status).toBe(200)
    const { users, total, limit } = body as { users: object[]; total: number; limit: number }
    expect(users).toHaveLength(limit)
    expect(total).toBeGreaterThan(limit)
    expect(Object.keys(users[0] ?? {}).toSorted()).toEqual(
      ['banned', 'createdAt', 'email', 'id', 'lastSignInAt', 'name', 'role'].toSorted(),
    )
  })

  test('better-auth’s list of users accepts only the listed parameters', async ({ app }) => {
    const chief = await signInNewAdministrator(app)
    const list = async (query: string) =>
      (await chief.get(`${LIST_USERS}?${query}`)).body as {
        users: { name: string; email: string }[]
        limit: number
        nextCursor: string | null
      }
    expect(await list('searchValue=ADA%20ADM')).toMatchObject({ users: [{ email: 'admin@example.com' }], total: 1 })
    expect((await list('limit=2')).users).toHaveLength(2)
    expect((await list('limit=100000')).limit).toBe(100)
    const first = await list('sortBy=name&limit=6&searchValue=person4')
    const second = await list(`sortBy=name&limit=6&searchValue=person4&cursor=${first.nextCursor}`)
    const names = [...first.users, ...second.users].map(({ name, email }) => foldForSearch(name || email))
    expect(names).toHaveLength(10)
    const [leading, others] = [true, false].map((leads) => names.filter((name) => name.startsWith('person4') === leads))
    expect(names).toEqual([...(leading ?? []).toSorted(), ...(others ?? []).toSorted()])
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=x',
      'limit=1.5',
      'sortBy=token',
      'offset=500000',
      'searchField=email',
      'cursor=x',
      '__proto__=1',
      'filterField=banned',
    ])
      expect(await chief.get(`${LIST_USERS}?${query}`), query).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      })
  })

  test("better-auth's list of users returns 503 while the database doesn't respond, never an empty list", async ({
    app,
  }) => {
    const chief = await signInNewAdministrator(app)
    await app.sql.begin(async (transaction) => {
      await transaction`lock table "user" in access exclusive mode`
      const answer = await chief.get(LIST_USERS)
      expect(answer).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
      expect(answer.headers.get('retry-after')).toBeTruthy()
    })
    expect((await chief.get(LIST_USERS)).status).toBe(200)
  })
})
