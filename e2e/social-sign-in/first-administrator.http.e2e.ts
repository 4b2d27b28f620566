import { type App, startApp } from '../support/app.ts'
import { addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'
import { identityOf, Provider } from './provider.ts'

const provider = new Provider()
let app: App

/** Returns an address that is in ADMIN_EMAILS. Each test uses a different one. */
const chiefs = (name: string) => `${name}@chiefs.example`
const NAMES = ['unverified', 'verified', 'text', 'deleted']

test.beforeAll(async () => {
  await provider.start()
  app = await startApp({ ...provider.env, ADMIN_EMAILS: NAMES.map(chiefs).join() })
})

test.afterAll(async () => {
  await app.stop()
  await provider.stop()
})

for (const [name, service, verified] of [
  ['unverified', 'github', false],
  ['text', 'google', 'false'],
] as const)
  test(`an address that ${service} marks as unverified (${JSON.stringify(verified)}) creates no account and no administrator`, async () => {
    const visitor = new Visitor(app)
    const answer = await provider.signIn(visitor, service, identityOf(chiefs(name), verified))
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/login/error?error=email_not_verified')
    expect(await roleOf(chiefs(name))).toBeUndefined()
    expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
    await signIn(chiefs(name))
    expect(await roleOf(chiefs(name))).toBe('admin')
  })

test('the first sign-in with a verified address in ADMIN_EMAILS creates an administrator', async () => {
  const visitor = new Visitor(app)
  const answer = await provider.signIn(visitor, 'github', identityOf(chiefs('verified')))
  expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({ status: 302, location: '/app' })
  expect(await roleOf(chiefs('verified'))).toBe('admin')
  expect((await visitor.get('/manager/dashboard')).status).toBe(200)
})

test('an administrator who was deleted and signs up again is not an administrator', async () => {
  const email = chiefs('deleted')
  await signIn(email)
  await deleteByAdministrator(email)
  await provider.signIn(new Visitor(app), 'google', identityOf(email))
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

async function deleteByAdministrator(email: string) {
  expect(await asAdministrator('user-detail.deleteUser', { id: await idOf(email) })).toMatchObject({ status: 200 })
}

async function asAdministrator(name: string, input: object) {
  const { visitor } = await addVisitor(app, { role: 'admin' })
  return callFunction(visitor, name, input, 'POST')
}

async function idOf(email: string): Promise<string> {
  const [found] = await app.sql<{ id: string }[]>`select id from "user" where email = ${email}`
  return found?.id ?? ''
}
