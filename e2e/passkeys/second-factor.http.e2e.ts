import { type App, someEmail, startApp } from '../support/app.ts'
import { ENDPOINTS } from '../support/endpoints.ts'
import { addPasskey, confirmByPasskey, signInByPasskey } from '../support/passkeys.ts'
import { addUser, addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const REQUIRED = { status: 403, code: 'SECOND_FACTOR_REQUIRED' }
const GATE = '/login/second-factor?redirect=%2Fmanager%2Fusers'

let app: App
test.beforeAll(async () => {
  app = await startApp({ ADMIN_SECOND_FACTOR: 'passkey' })
})
test.afterAll(() => app.stop())

const post = (visitor: Visitor, name: string, data?: object) => callFunction(visitor, name, data, 'POST')

test('without a second factor, administrators can use no function, endpoint or page of the administration', async () => {
  const { visitor } = await addVisitor(app, { role: 'admin' })
  const { visitor: user } = await addVisitor(app)
  for (const [id, { method, allowed }] of Object.entries(ENDPOINTS)) {
    if (!allowed.includes('admin') || allowed.includes('user')) continue
    const { status, error } = await callFunction(visitor, id, undefined, method)
    expect({ status, code: error?.code }, id).toEqual(REQUIRED)
    expect((await callFunction(user, id, undefined, method)).error?.code, id).toBe('FORBIDDEN')
  }
  expect(await visitor.get('/api/auth/admin/list-users')).toMatchObject({ status: 403, body: { code: REQUIRED.code } })
  for (const id of Object.keys(ENDPOINTS).filter((one) => one.endsWith('.findEverywhere'))) {
    const { result } = await callFunction(visitor, id, { searchTerm: 'example.com' })
    expect(result).toMatchObject({ people: [] })
  }
  const page = await visitor.get('/manager/users')
  expect({ status: page.status, location: page.headers.get('location') }).toEqual({ status: 302, location: GATE })
  expect((await visitor.get('/app')).status).toBe(200)
  expect((await user.get('/manager/users')).status).toBe(403)
})

test('the first passkey is added after signing in by code; a code cannot change passkeys later', async () => {
  const { id, email, visitor } = await addVisitor(app, { role: 'admin' })
  expect((await visitor.get(GATE)).body).toContain('Create a passkey')
  expect(await post(visitor, 'passkeys.makeRecoveryCodes')).toMatchObject({ error: { code: REQUIRED.code } })
  const authenticator = await addPasskey(app, visitor)
  const unsafe = await visitor.get('/manager/users')
  expect(unsafe.headers.get('location'), 'recovery codes must be created first').toBe(GATE)
  expect((await visitor.get(GATE)).body).toContain('Recovery codes')
  expect(await post(visitor, 'passkeys.makeRecoveryCodes')).toMatchObject({ status: 200 })
  expect((await visitor.get('/manager/users')).status).toBe(200)
  const [key] = await app.sql<{ id: string }[]>`select id from passkey where user_id = ${id}`
  expect(await post(visitor, 'passkeys.removePasskey', { id: key?.id })).toMatchObject({
    error: { code: 'LAST_PASSKEY' },
  })

  const withCode = new Visitor(app)
  await app.sql`delete from throttle`
  await withCode.signIn(email)
  expect((await withCode.get(GATE)).body).toContain('Use a passkey')
  for (const [name, data] of [
    ['requestPasskeyCreationOptions'],
    ['renamePasskey', { id: key?.id, name: 'Mine' }],
    ['removePasskey', { id: key?.id }],
    ['makeRecoveryCodes'],
  ] as const)
    expect(await post(withCode, `passkeys.${name}`, data), name).toMatchObject({ error: { code: REQUIRED.code } })
  expect(await confirmByPasskey(withCode, authenticator)).toMatchObject({ status: 200 })
  expect((await withCode.get('/manager/users')).status).toBe(200)
})

test('only one of two simultaneous requests adds the first passkey', async () => {
  const { visitor, email } = await addVisitor(app, { role: 'admin' })
  const other = new Visitor(app)
  await app.sql`delete from throttle`
  await other.signIn(email)
  const answers = await Promise.allSettled([enrol(visitor), enrol(other)])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a sign-in by passkey includes the second factor for the whole session', async () => {
  const { id, visitor } = await addVisitor(app, { role: 'admin' })
  const authenticator = await enrol(visitor)
  const next = new Visitor(app)
  expect(await signInByPasskey(next, authenticator)).toMatchObject({ status: 200 })
  expect((await next.get('/manager/users')).status).toBe(200)
  // Near the end of a session, better-auth extends the session and reads it in a different way.
  await app.sql`update session set expires_at = now() + interval '2 days' where user_id = ${id}`
  for (let asked = 0; asked < 2; asked += 1) expect((await next.get('/manager/users')).status).toBe(200)
})

test('a recovery code is valid once, in any spelling, and creating ten new codes invalidates the old ones', async () => {
  const { id, email, visitor } = await addVisitor(app, { role: 'admin' })
  await addPasskey(app, visitor)
  const codes = (await post(visitor, 'passkeys.makeRecoveryCodes')).result as string[]
  expect(new Set(codes).size).toBe(10)
  const kept = await app.sql<{ code_hash: string }[]>`select code_hash from recovery_code where user_id = ${id}`
  for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code)

  await app.sql`delete from throttle`
  const other = new Visitor(app)
  await other.signIn(email)
  const redeem = (who: Visitor, code = '') => post(who, 'passkeys.redeemRecoveryCode', { code })
  const wrong = { status: 400, error: { code: 'WRONG_RECOVERY_CODE' } }
  expect(await redeem(other, 'AAAA-BBBB-CCCC')).toMatchObject(wrong)
  const { visitor: stranger } = await addVisitor(app, { role: 'admin' })
  expect(await redeem(stranger, codes[0])).toMatchObject(wrong)
  expect((await other.get('/manager/users')).status).toBe(302)
  const spelled = codes[0]?.toLowerCase().replace(/(.{4})/g, ' $1-')
  const tries = await Promise.all([redeem(other, spelled), redeem(other, codes[0]), redeem(other, codes[0])])
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await other.get('/manager/users')).status).toBe(200)
  expect((await callFunction(other, 'passkeys.findSecondFactor')).result).toMatchObject({ recoveryCodesLeft: 9 })
  await expect.poll(() => subjectsTo(email)).toContain('A recovery code was used')

  expect(await post(visitor, 'passkeys.makeRecoveryCodes')).toMatchObject({ status: 200 })
  expect(await redeem(other, codes[1])).toMatchObject(wrong)
  const told = await app.sql<{ action: string }[]>`
    select action from history_event where subject_id = ${id} and action like 'recovery-%' order by id`
  expect(told.map(({ action }) => action)).toEqual(['recovery-codes-made', 'recovery-code-used', 'recovery-codes-made'])
  await app.sql`update session set created_at = now() - interval '2 days' where user_id = ${id}`
  expect(await post(visitor, 'passkeys.makeRecoveryCodes')).toMatchObject({ error: { code: 'SESSION_EXPIRED' } })
})

test('a user can try at most ten recovery codes in ten minutes', async () => {
  const { visitor } = await addVisitor(app, { role: 'admin' })
  const codes = Array.from({ length: 12 }, () => post(visitor, 'passkeys.redeemRecoveryCode', { code: 'AAAABBBBCCCC' }))
  expect((await Promise.all(codes)).filter(({ status }) => status === 429)).toHaveLength(2)
})

test('an administrator who lost their passkeys can add one after another administrator has reset them', async () => {
  const lost = await addVisitor(app, { role: 'admin' })
  await enrol(lost.visitor)
  const chief = await addVisitor(app, { role: 'admin' })
  await enrol(chief.visitor)
  expect(await post(chief.visitor, 'passkeys.removePasskeysOf', { id: lost.id })).toMatchObject({ status: 200 })
  expect((await lost.visitor.get('/manager/users')).status).toBe(302)
  await enrol(lost.visitor)
  expect((await lost.visitor.get('/manager/users')).status).toBe(200)
})

test('access to an administrator’s mailbox allows neither adding a second factor nor changing or deleting the account', async () => {
  const { id, email, visitor } = await addVisitor(app, { role: 'admin' })
  await enrol(visitor)
  await app.sql`delete from throttle`
  const thief = new Visitor(app)
  await thief.signIn(email)
  const code = async (name: string, data: object) => {
    const before = app.mail.codeMailsTo(email).length
    await app.sql`delete from throttle`
    expect((await post(thief, 'account.requestCodeToOwnAddress', data)).status).toBe(200)
    return post(thief, name, { code: await app.mail.codeFor(email, before + 1) })
  }
  expect(await code('account.deleteAccount', { purpose: 'delete-account' })).toMatchObject(refusedFor(REQUIRED))
  expect(await code('account.reAuthenticate', { purpose: 're-authenticate' })).toMatchObject({ status: 200 })
  expect(await post(thief, 'account.requestEmailChange', { newEmail: someEmail() })).toMatchObject(refusedFor(REQUIRED))

  const notice = () => app.mail.mailsTo(email).find(({ text }) => text?.includes('/not-me?'))
  await expect.poll(notice).toBeDefined()
  const token = new URL(/http\S+/.exec(notice()?.text ?? '')?.[0] ?? '').searchParams.get('token')
  expect(await post(new Visitor(app), 'activity-report.reportActivity', { token })).toMatchObject({ status: 200 })
  await app.sql`delete from throttle`
  await thief.signIn(email)
  expect(await post(thief, 'passkeys.requestPasskeyCreationOptions')).toMatchObject(refusedFor(REQUIRED))
  expect((await thief.get(GATE)).body).toContain('Ask another administrator')

  const chief = await addVisitor(app, { role: 'admin' })
  await enrol(chief.visitor)
  expect((await callFunction(chief.visitor, 'passkeys.findSecondFactorsOf', { id })).result).toMatchObject({
    passkeys: [],
    isLost: true,
  })
  expect((await chief.visitor.get(`/manager/users/${id}`)).body).toContain('Allow a new passkey')
  expect(await post(chief.visitor, 'passkeys.removePasskeysOf', { id })).toMatchObject({ status: 200 })
  await enrol(thief)
})

test('a required second factor applies immediately to open sessions and impersonations', async () => {
  const open = await app.startNode({ ADMIN_SECOND_FACTOR: 'off' })
  const { id } = await addUser(app)
  const before = await addVisitor(app, { role: 'admin' })
  const acting = before.visitor.at(open)
  expect((await acting.get('/manager/users')).status).toBe(200)
  expect(await post(acting, 'user-detail.impersonateUser', { id, reason: 'to help' })).toMatchObject({ status: 200 })
  expect((await acting.get('/app')).status).toBe(200)
  expect((await acting.at(app).get('/api/auth/get-session')).body).toBeNull()
  expect((await before.visitor.get('/manager/users')).status).toBe(302)

  await enrol(before.visitor)
  expect(await post(before.visitor, 'user-detail.impersonateUser', { id, reason: 'to help' })).toMatchObject({
    status: 200,
  })
  expect((await before.visitor.get('/app')).body).toContain('You&#x27;re acting as')
  expect(await before.visitor.post('/api/auth/admin/stop-impersonating')).toMatchObject({ status: 200 })
  expect((await before.visitor.get('/manager/users')).status).toBe(200)
  await open.stop()
})

const subjectsTo = (email: string) => app.mail.mailsTo(email).map(({ subject }) => subject)

/** Returns a failure in the form of a server function's response. */
const refusedFor = ({ status, code }: { status: number; code: string }) => ({ status, error: { code } })

/** Adds the first passkey, and creates recovery codes. */
async function enrol(visitor: Visitor) {
  const authenticator = await addPasskey(app, visitor)
  expect(await post(visitor, 'passkeys.makeRecoveryCodes')).toMatchObject({ status: 200 })
  return authenticator
}
