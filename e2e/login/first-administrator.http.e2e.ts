import { type App, startApp } from '../support/app.ts'
import { addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

let app: App

/** Returns an address that is in ADMIN_EMAILS. Each test uses a different one. */
const chiefs = (name: string) => `${name}@chiefs.example`
const NAMES = ['by-code', 'demoted', 'deleted', 'moved', 'at-once', 'before']

test.beforeAll(async () => {
  app = await startApp({ ADMIN_EMAILS: NAMES.map(chiefs).join() })
})

test.afterAll(async () => {
  await app.stop()
})

test('the first sign-in with an address in ADMIN_EMAILS creates an administrator', async () => {
  const visitor = await signIn(chiefs('by-code'))
  expect(await roleOf(chiefs('by-code'))).toBe('admin')
  expect((await visitor.get('/manager/dashboard')).status).toBe(200)
})

test('a demoted user who deletes the account and signs up again is not an administrator', async () => {
  const email = chiefs('demoted')
  const visitor = await signIn(email)
  await update(email, { role: 'user' })
  await deleteOwnAccount(visitor, email)
  await signIn(email)
  expect(await roleOf(email)).toBe('user')
  await signIn(email)
  expect(await roleOf(email)).toBe('user')
})

test('an administrator who was deleted and signs up again is not an administrator', async () => {
  const email = chiefs('deleted')
  await signIn(email)
  await deleteByAdministrator(email)
  await signIn(email)
  expect(await roleOf(email)).toBe('user')
})

test('a user who signs up with the former address of an administrator is not an administrator', async () => {
  const email = chiefs('moved')
  await signIn(email)
  await app.sql`update "user" set email = 'moved@elsewhere.example' where email = ${email}`
  await signIn(email)
  expect(await roleOf('moved@elsewhere.example')).toBe('admin')
  expect(await roleOf(email)).toBe('user')
})

test('two simultaneous first sign-ins on two nodes create one account with the role administrator', async () => {
  const email = chiefs('at-once')
  const node = await app.startNode()
  const visitors = [new Visitor(app), new Visitor(node)]
  const codes: string[] = []
  for (const visitor of visitors) {
    await app.sql`delete from throttle`
    await visitor.askForCode(email)
    codes.push(await app.mail.codeFor(email, codes.length + 1))
  }
  const answers = await Promise.all(visitors.map((visitor, index) => visitor.enterCode(email, codes[index] ?? '')))
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(await app.sql`select role from "user" where email = ${email}`).toEqual([{ role: 'admin' }])
  await node.stop()
})

test('a change of ADMIN_EMAILS does not affect existing users, even if they delete the account and sign up again', async () => {
  const before = await app.startNode({ ADMIN_EMAILS: '' })
  const email = chiefs('before')
  const visitor = new Visitor(before)
  await visitor.signIn(email)
  await before.stop()
  await signIn(email)
  expect(await roleOf(email)).toBe('user')
  await deleteOwnAccount(visitor.at(app), email)
  await signIn(email)
  expect(await roleOf(email)).toBe('user')
})

async function signIn(email: string): Promise<Visitor> {
  await app.sql`delete from throttle`
  const visitor = new Visitor(app)
  expect((await visitor.signIn(email)).status).toBe(200)
  return visitor
}

async function roleOf(email: string): Promise<string | undefined> {
  const [found] = await app.sql<{ role: string }[]>`select role from "user" where email = ${email}`
  return found?.role
}

async function update(email: string, changes: { role?: string; email?: string }) {
  const fields = { email, name: 'Some Chief', role: 'admin', ...changes, id: await idOf(email) }
  expect(await asAdministrator('users.updateUser', fields)).toMatchObject({ status: 200 })
}

async function deleteByAdministrator(email: string) {
  expect(await asAdministrator('user-detail.deleteUser', { id: await idOf(email) })).toMatchObject({ status: 200 })
}

async function asAdministrator(name: string, input: object) {
  const { visitor } = await addVisitor(app, { role: 'admin' })
  return callFunction(visitor, name, input, 'POST')
}

async function deleteOwnAccount(visitor: Visitor, email: string) {
  await app.sql`delete from throttle`
  const mails = app.mail.codeMailsTo(email).length
  await callFunction(visitor, 'account.requestCodeToOwnAddress', { purpose: 'delete-account' }, 'POST')
  const code = await app.mail.codeFor(email, mails + 1)
  expect(await callFunction(visitor, 'account.deleteAccount', { code }, 'POST')).toMatchObject({ status: 200 })
}

async function idOf(email: string): Promise<string> {
  const [found] = await app.sql<{ id: string }[]>`select id from "user" where email = ${email}`
  return found?.id ?? ''
}
