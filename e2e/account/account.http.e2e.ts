import { someEmail, type App } from '../support/app.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const READS: [string, unknown][] = [
  ['listMySessions', undefined],
  ['listMyEvents', { before: null }],
  ['findRequestedCode', { purpose: 'delete-account' }],
]
const CHANGES: [string, unknown][] = [
  ['changeName', { name: 'Eve' }],
  ['endMySession', { id: crypto.randomUUID() }],
  ['endMyOtherSessions', undefined],
  ['requestCodeToOwnAddress', { purpose: 'delete-account' }],
  ['reAuthenticate', { code: '123456' }],
  ['requestEmailChange', { newEmail: 'eve@example.com' }],
  ['changeEmail', { newEmail: 'eve@example.com', code: '123456' }],
  ['deleteAccount', { code: '123456' }],
  ['downloadData', undefined],
]

test('requests without a session can neither read nor change an account', async ({ visitor }) => {
  for (const [name, input] of READS)
    expect(await callFunction(visitor, `account.${name}`, input), name).toMatchObject({ status: 401 })
  for (const [name, input] of CHANGES)
    expect(await callFunction(visitor, `account.${name}`, input, 'POST'), name).toMatchObject({ status: 401 })
  for (const path of ['/api/auth/update-user', '/api/auth/delete-user'])
    expect(await visitor.post(path, { name: 'Eve' }), path).toMatchObject({ status: 401 })
})

test('a session of another user cannot be ended, and malformed session ids return 404', async ({ visitor, app }) => {
  await visitor.signIn(await addUserEmail(app))
  const victim = new Visitor(app)
  await victim.signIn(await addUserEmail(app))
  const { body } = await victim.get('/api/auth/get-session')
  const { id } = (body as { session: { id: string } }).session
  for (const sessionId of [id, 'nonsense', "' or 1=1 --"])
    expect(await callFunction(visitor, 'account.endMySession', { id: sessionId }, 'POST')).toMatchObject({
      status: 404,
    })
  expect((await victim.get('/api/auth/get-session')).body).not.toBeNull()
})

test('the list of sessions contains no session tokens', async ({ visitor, app }) => {
  await visitor.signIn(await addUserEmail(app))
  const { result } = await callFunction(visitor, 'account.listMySessions')
  expect(result).toMatchObject([{ isCurrent: true }])
  const text = JSON.stringify(result)
  for (const { token } of await app.sql<{ token: string }[]>`select token from session`)
    expect(text).not.toContain(token)
})

test('the download of the user’s data is an attachment that is not cached, and other sites cannot request it', async ({
  visitor,
  app,
}) => {
  await visitor.signIn(await addUserEmail(app))
  const { status, headers } = await callFunction(visitor, 'account.downloadData', undefined, 'POST')
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toContain('attachment')
  expect(headers.get('cache-control')).toBe('no-store')
  const foreign = await visitor.send('POST', '/api/account.downloadData?createServerFn=', '{}', {
    'content-type': 'application/json',
    'x-tsr-serverfn': 'true',
    origin: 'https://elsewhere.example',
    'sec-fetch-site': 'cross-site',
  })
  expect(foreign.status).toBe(403)
})

test.describe('POST /api/auth/update-user', () => {
  test('update-user changes the name and records the change in the history', async ({ visitor, app }) => {
    const email = await addUserEmail(app)
    await visitor.signIn(email)
    expect(await visitor.post('/api/auth/update-user', { name: ' Ada ' })).toMatchObject({ status: 200 })
    expect(await findUserRow(app, email)).toMatchObject({ name: 'Ada', role: 'user' })
    expect(
      await app.sql`select before, after from history_event where action = 'name-changed' and subject_name = 'Ada'`,
    ).toMatchObject([{ before: { name: 'Some Body' }, after: { name: 'Ada' } }])
  })

  for (const more of [
    { role: 'admin' },
    { banned: false },
    { emailVerified: true },
    { id: crypto.randomUUID() },
    { image: 'x' },
  ])
    test(`update-user refuses ${Object.keys(more)[0]} in addition to the name, and changes nothing`, async ({
      visitor,
      app,
    }) => {
      const email = await addUserEmail(app)
      await visitor.signIn(email)
      const before = await findUserRow(app, email)
      expect(await visitor.post('/api/auth/update-user', { name: 'Eve', ...more })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      })
      expect(await findUserRow(app, email)).toEqual(before)
    })

  for (const body of [{}, { name: '' }, { name: 5 }, { name: 'a'.repeat(101) }, { name: 'Eve\u202E' }, [], null, 'x'])
    test(`update-user refuses the body ${JSON.stringify(body).slice(0, 30)}`, async ({ visitor, app }) => {
      await visitor.signIn(await addUserEmail(app))
      expect(await visitor.post('/api/auth/update-user', body)).toMatchObject({ status: 400 })
    })
})

test.describe('POST /api/auth/delete-user', () => {
  test('delete-user deletes the account with a new code', async ({ visitor, app }) => {
    const email = await addUserEmail(app)
    await visitor.signIn(email)
    await callFunction(visitor, 'account.requestCodeToOwnAddress', { purpose: 'delete-account' }, 'POST')
    const code = await app.mail.codeFor(email, 2)
    expect(await visitor.post('/api/auth/delete-user', { code })).toMatchObject({ status: 200 })
    expect(await findUserRow(app, email)).toBeUndefined()
    expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
  })

  test('delete-user requires a code and a recent sign-in', async ({ visitor, app }) => {
    const email = await addUserEmail(app)
    await visitor.signIn(email)
    expect(await visitor.post('/api/auth/delete-user', {})).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { code: 'codeRequired' } },
    })
    await app.sql`update session set created_at = created_at - interval '25 hours'`
    expect(await visitor.post('/api/auth/delete-user', {})).toMatchObject({
      status: 403,
      body: { code: 'SESSION_EXPIRED' },
    })
    expect(await findUserRow(app, email)).toBeDefined()
  })

  test('three wrong codes in requests to delete-user invalidate the code', async ({ visitor, app }) => {
    const email = await addUserEmail(app)
    await visitor.signIn(email)
    await callFunction(visitor, 'account.requestCodeToOwnAddress', { purpose: 'delete-account' }, 'POST')
    const right = await app.mail.codeFor(email, 2)
    const codes = []
    for (const code of ['000001', '000002', '000003', right].map((text, index) =>
      index < 3 && text === right ? '999999' : text,
    ))
      codes.push(((await visitor.post('/api/auth/delete-user', { code })).body as { code: string }).code)
    expect(codes).toEqual(['INVALID_OTP', 'INVALID_OTP', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS'])
    expect(await findUserRow(app, email)).toBeDefined()
  })

  test('delete-user refuses to delete the last administrator, and the only owner of an organization with other members', async ({
    visitor,
    app,
  }) => {
    await app.sql`update "user" set role = 'user' where role = 'admin' and email <> 'admin@example.com'`
    await visitor.signIn('admin@example.com')
    const mails = app.mail.codeMailsTo('admin@example.com').length
    const asked = () => callFunction(visitor, 'account.requestCodeToOwnAddress', { purpose: 'delete-account' }, 'POST')
    expect(await asked(), 'before a code is sent').toMatchObject({ status: 409, error: { code: 'LAST_ADMINISTRATOR' } })
    await app.sql`update "user" set role = 'admin' where email = 'user@example.com'`
    // The administrator is the only owner of a sample organization.
    expect(await asked()).toMatchObject({ status: 409, error: { code: 'ONLY_OWNER' } })
    await app.sql`delete from organization`
    expect(await asked()).toMatchObject({ status: 200 })
    const code = await app.mail.codeFor('admin@example.com', mails + 1)
    await app.sql`update "user" set role = 'user' where email = 'user@example.com'`
    expect(await visitor.post('/api/auth/delete-user', { code })).toMatchObject({
      status: 409,
      body: { code: 'LAST_ADMINISTRATOR' },
    })
    expect(await findUserRow(app, 'admin@example.com')).toBeDefined()
  })
})

test('an impersonator can neither change the email, delete the account, nor download its data', async ({
  visitor,
  app,
}) => {
  const email = await addUserEmail(app)
  await visitor.signIn(email)
  await app.sql`update session set impersonated_by = (select id from "user" where email = 'admin@example.com')
    where user_id = (select id from "user" where email = ${email})`
  const refused = { status: 403, error: { code: 'NOT_WHILE_IMPERSONATING' } }
  for (const [name, input] of CHANGES.filter(([name]) => !/^(changeName|endMy)/.test(name)))
    expect(await callFunction(visitor, `account.${name}`, input, 'POST'), name).toMatchObject(refused)
  expect(await visitor.post('/api/auth/delete-user', { code: '123456' })).toMatchObject({
    status: 403,
    body: { code: 'NOT_WHILE_IMPERSONATING' },
  })
  await callFunction(visitor, 'account.changeName', { name: 'Given' }, 'POST')
  const [event] = await app.sql`select actor_name from history_event where subject_name = 'Given'`
  expect(event).toMatchObject({ actor_name: 'Ada Admin' })
})

async function addUserEmail(app: App): Promise<string> {
  const email = someEmail('person')
  await app.sql`insert into "user" (email, name, email_verified) values (${email}, 'Some Body', true)`
  return email
}

async function findUserRow(app: App, email: string) {
  const [found] = await app.sql`select name, role, banned, email_verified from "user" where email = ${email}`
  return found
}
