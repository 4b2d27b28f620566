import { confirmIdentity } from '../support/requested-code.ts'
import { type App, someEmail, startApp } from '../support/app.ts'
import { addVisitor } from '../support/users.ts'
import { type Identity, identityOf, Provider, type ProviderName } from './provider.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const provider = new Provider()
let app: App

test.beforeAll(async () => {
  await provider.start()
  app = await startApp({ ...provider.env, LOG_LEVEL: 'trace' })
})

test.afterAll(async () => {
  await app.stop()
  await provider.stop()
})

for (const service of ['github', 'google'] as const) {
  test(`a linked account at ${service} signs in to the same user again`, async () => {
    const { id, identity } = await addLinkedUser(service)
    expect(await userSignedInWith(service, identity)).toMatchObject({ id })
    expect(await userSignedInWith(service, { ...identity, email: someEmail() })).toMatchObject({ id })
  })

  test(`after the user has changed the email, the account at ${service} is no longer linked`, async () => {
    const { id, identity, visitor } = await addLinkedUser(service)
    const newEmail = someEmail('new')
    await confirmIdentity(app, { visitor, email: identity.email ?? '' })
    await callFunction(visitor, 'account.requestEmailChange', { newEmail }, 'POST')
    const code = await app.mail.codeFor(newEmail)
    expect(await callFunction(visitor, 'account.changeEmail', { newEmail, code }, 'POST')).toMatchObject({
      status: 200,
    })
    await expectUnlinked(service, identity, { id, newEmail })
    expect((await visitor.get('/api/auth/get-session')).body).not.toBeNull()
    const recorded = await callFunction(visitor, 'account.listMyEvents', { before: null })
    const changed = { before: { email: identity.email, providers: nameOf(service) }, after: { email: newEmail } }
    const { rows } = recorded.result as { rows: { action: string }[] }
    expect(rows.find(({ action }) => action === 'email-changed')).toMatchObject(changed)
  })

  test(`after an administrator has changed the email, the account at ${service} is no longer linked`, async () => {
    const { id, identity, visitor } = await addLinkedUser(service)
    const chief = await addVisitor(app, { role: 'admin' })
    const fields = { id, name: 'Some One', role: 'user' }
    const rename = { ...fields, email: identity.email }
    expect(await callFunction(chief.visitor, 'users.updateUser', rename, 'POST')).toMatchObject({ status: 200 })
    expect(await userSignedInWith(service, identity)).toMatchObject({ id })
    const newEmail = someEmail('new')
    const move = { ...fields, email: newEmail }
    expect(await callFunction(chief.visitor, 'users.updateUser', move, 'POST')).toMatchObject({ status: 200 })
    await expectUnlinked(service, identity, { id, newEmail })
    expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
    const recorded = await callFunction(chief.visitor, 'user-detail.listUserHistory', { id, before: null })
    expect(JSON.stringify(recorded.result)).toContain(`"providers":"${nameOf(service)}"`)
  })

  test(`no token of ${service} is stored, neither at the first sign-in nor later`, async () => {
    const { identity } = await addLinkedUser(service)
    await userSignedInWith(service, identity)
    expect(provider.tokens.length).toBeGreaterThan(5)
    const kept = await app.sql<{ row: string }[]>`
      select account::text as row from account union all select verification::text from verification
      union all select session::text from session`
    for (const token of provider.tokens)
      for (const text of [...kept.map(({ row }) => row), app.log()]) expect(text.includes(token)).toBe(false)
    expect(
      await app.sql`select from account where coalesce(access_token, refresh_token, id_token) is not null`,
    ).toHaveLength(0)
  })
}

test('tokens stored by older releases are deleted at the next sign-in', async () => {
  const { id, identity } = await addLinkedUser('github')
  await app.sql`update account set access_token = 'a', refresh_token = 'b', id_token = 'c' where user_id = ${id}`
  await userSignedInWith('github', identity)
  expect(await app.sql`select access_token, refresh_token, id_token from account where user_id = ${id}`).toEqual([
    { access_token: null, refresh_token: null, id_token: null },
  ])
})

/** Creates a user by signing in through a provider. The returned visitor is still signed in. */
async function addLinkedUser(service: ProviderName) {
  const identity = identityOf(someEmail('linked'))
  const visitor = new Visitor(app)
  await provider.signIn(visitor, service, identity)
  const { body } = await visitor.get('/api/auth/get-session')
  return { identity, visitor, id: (body as { user: { id: string } }).user.id }
}

/** Signs in with a provider in a new browser. @returns the user */
async function userSignedInWith(
  service: ProviderName,
  identity: Identity,
): Promise<{ id: string; email: string } | undefined> {
  const visitor = new Visitor(app)
  await provider.signIn(visitor, service, identity)
  const { body } = await visitor.get('/api/auth/get-session')
  return (body as { user: { id: string; email: string } } | null)?.user
}

async function expectUnlinked(service: ProviderName, identity: Identity, now: { id: string; newEmail: string }) {
  const found = await userSignedInWith(service, identity)
  expect(found?.id).not.toBe(now.id)
  expect(found?.email).toBe(identity.email)
  expect(await app.sql`select from account where user_id = ${now.id}`).toHaveLength(0)
  // A provider account with the new address can be linked.
  expect(await userSignedInWith(service, identityOf(now.newEmail))).toMatchObject({ id: now.id })
}

function nameOf(service: ProviderName): string {
  return { github: 'GitHub', google: 'Google' }[service]
}
