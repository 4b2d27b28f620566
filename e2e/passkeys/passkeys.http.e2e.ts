import type { App } from '../support/app.ts'
import { Authenticator } from '../support/authenticator.ts'
import { addPasskey, requestChallenge, confirmByPasskey, signInByPasskey } from '../support/passkeys.ts'
import { addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { tenAtATime } from '../support/ten-at-a-time.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const SIGN_IN = '/api/auth/sign-in/passkey'
const REFUSED = { status: 403, body: { code: 'PASSKEY_REFUSED' } }
const EXPIRED = { status: 403, body: { code: 'PASSKEY_EXPIRED' } }
const call = (who: Visitor, name: string, data?: object) => callFunction(who, `passkeys.${name}`, data, 'POST')

test('a sign-in by passkey opens a session and is recorded in the history, and the response has no token', async ({
  app,
}) => {
  const { id, email, authenticator } = await withPasskey(app)
  const visitor = new Visitor(app)
  const { status, body } = await signInByPasskey(visitor, authenticator)
  expect({ status, body }).toMatchObject({ status: 200, body: { user: { id, email } } })
  expect(JSON.stringify(body)).not.toContain('token')
  expect(await viewerOf(visitor)).toMatchObject({ id })
  const history = await app.sql<{ action: string; after: unknown }[]>`
    select action, after from history_event where subject_id = ${id} order by id`
  expect(history.map(({ action }) => action)).toEqual(['passkey-added', 'signed-in'])
  const { result } = await callFunction(visitor, 'passkeys.listMyPasskeys')
  expect((result as { lastUsedAt: string }[])[0]?.lastUsedAt).toMatch(/^\d{4}-/)
})

test('a passkey response is valid once, only in its browser and only for its challenge', async ({ app }) => {
  const { authenticator } = await withPasskey(app)
  const visitor = new Visitor(app)
  const answer = authenticator.answer(await requestChallenge(visitor))
  expect(await new Visitor(app).post(SIGN_IN, answer)).toMatchObject(EXPIRED)
  expect(await visitor.post(SIGN_IN, answer)).toMatchObject({ status: 200 })
  expect(await visitor.post(SIGN_IN, answer)).toMatchObject(EXPIRED)

  const [first, second] = [await requestChallenge(visitor), await requestChallenge(visitor)]
  const swapped = authenticator.answer(first)
  swapped.response.clientDataJSON = authenticator.answer(second).response.clientDataJSON
  expect(await visitor.post(SIGN_IN, swapped)).toMatchObject(REFUSED)

  const old = authenticator.answer(first)
  await app.sql`update passkey_challenge set created_at = now() - interval '6 minutes'`
  expect(await visitor.post(SIGN_IN, old)).toMatchObject(EXPIRED)
  const made = authenticator.answer({ rpId: 'localhost', challenge: 'bWFkZSB1cA' })
  expect(await visitor.post(SIGN_IN, made)).toMatchObject(EXPIRED)
})

test('a challenge for confirming the identity cannot be used to sign in, and vice versa', async ({ app }) => {
  const { visitor, authenticator } = await withPasskey(app)
  const { result } = await callFunction(visitor, 'passkey-confirmation.requestPasskeyConfirmation', undefined, 'POST')
  const answer = authenticator.answer(result as Parameters<Authenticator['answer']>[0])
  expect(await visitor.post(SIGN_IN, answer)).toMatchObject(EXPIRED)
  const other = authenticator.answer(await requestChallenge(visitor))
  expect(await callFunction(visitor, 'passkey-confirmation.verifyPasskeyConfirmation', other, 'POST')).toMatchObject({
    error: { code: 'PASSKEY_EXPIRED' },
  })
})

test('the same passkey response sent twenty times at once opens one session', async ({ app }) => {
  const { id, authenticator } = await withPasskey(app)
  const node = await app.startNode()
  const visitor = new Visitor(app)
  const answer = authenticator.answer(await requestChallenge(visitor))
  const twins = Array.from({ length: 20 }, (_, index) => visitor.at(index % 2 ? node : app))
  const answers = await Promise.all(twins.map((twin) => twin.post(SIGN_IN, answer)))
  const isRefused = ({ status }: { status: number }) => status === 403
  expect(answers.filter((one) => !isRefused(one))).toMatchObject([{ status: 200 }])
  // One of the two sessions is from the sign-in by code, in which the passkey was added.
  expect(await app.sql`select 1 from session where user_id = ${id}`).toHaveLength(2)
  await node.stop()
})

test('a wrong origin, missing user verification, another key and another user get the same error', async ({ app }) => {
  const { authenticator } = await withPasskey(app)
  const someone = await withPasskey(app)
  const visitor = new Visitor(app)
  for (const behaviour of [
    { origin: 'https://latchkey.example.net' },
    { origin: `${app.url}.example.net` },
    { isVerified: false },
    { userHandle: Buffer.from(someone.id.replaceAll('-', ''), 'hex').toString('base64url') },
  ])
    expect(await signInByPasskey(visitor, authenticator, behaviour)).toMatchObject(REFUSED)
  expect(await signInByPasskey(visitor, new Authenticator(app.url))).toMatchObject(REFUSED)
  const options = await requestChallenge(visitor)
  expect(await visitor.post(SIGN_IN, authenticator.answer({ ...options, rpId: 'example.net' }))).toMatchObject(REFUSED)
  const mine = authenticator.answer(await requestChallenge(visitor))
  mine.response.signature = someone.authenticator.answer(options).response.signature
  expect(await visitor.post(SIGN_IN, mine)).toMatchObject(REFUSED)
  expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
  expect(await signInByPasskey(visitor, authenticator)).toMatchObject({ status: 200 })
})

test('a copied passkey is refused by its counter and recorded in the history; the original still works', async ({
  app,
}) => {
  const { id, authenticator } = await withPasskey(app)
  const visitor = new Visitor(app)
  expect(await signInByPasskey(visitor, authenticator)).toMatchObject({ status: 200 })
  const copied = authenticator.counter
  expect(await signInByPasskey(new Visitor(app), authenticator, { counter: copied })).toMatchObject(REFUSED)
  expect(await signInByPasskey(new Visitor(app), authenticator, { counter: 0 })).toMatchObject(REFUSED)
  const told = await app.sql`select actor_id from history_event where subject_id = ${id} and action = 'passkey-refused'`
  expect(told).toHaveLength(2)
  expect(await signInByPasskey(new Visitor(app), authenticator)).toMatchObject({ status: 200 })
})

test('malformed passkey responses are refused with an error code', async ({ app, visitor }) => {
  const good = new Authenticator(app.url).answer(await requestChallenge(visitor))
  for (const odd of [
    null,
    [],
    { ...good, id: '' },
    { ...good, id: 'ä' },
    { ...good, type: 'password' },
    { ...good, response: {} },
    { ...good, response: { ...good.response, clientDataJSON: 7 } },
    { ...good, response: { ...good.response, signature: 'x'.repeat(10_001) } },
  ])
    expect(await visitor.post(SIGN_IN, odd)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  for (const clientDataJSON of ['eA', Buffer.from('{"challenge":"a\\u0000"}').toString('base64url'), 'e30', 'bnVsbA'])
    expect(await visitor.post(SIGN_IN, { ...good, response: { ...good.response, clientDataJSON } })).toMatchObject(
      REFUSED,
    )
  const garbled = new Authenticator(app.url).answer(await requestChallenge(visitor))
  garbled.response.authenticatorData = 'AAAA'
  expect(await visitor.post(SIGN_IN, garbled)).toMatchObject(REFUSED)
})

test('a banned user sees the ban only after a valid passkey', async ({ app }) => {
  const { id, authenticator } = await withPasskey(app)
  await app.sql`update "user" set banned = true, ban_reason = 'Spam' where id = ${id}`
  expect(await signInByPasskey(new Visitor(app), authenticator, { isVerified: false })).toMatchObject(REFUSED)
  expect(await signInByPasskey(new Visitor(app), authenticator)).toMatchObject({
    status: 403,
    body: { code: 'BANNED_USER', banReason: 'Spam' },
  })
  expect(await app.sql`select 1 from session where user_id = ${id}`).toHaveLength(1)
})

test('a sign-in by passkey works while the limits for codes are used up', async ({ app }) => {
  const { email, authenticator } = await withPasskey(app)
  const visitor = new Visitor(app)
  for (let asked = 0; asked < 2; asked += 1) await visitor.askForCode(email)
  expect(await visitor.askForCode(email)).toMatchObject({ status: 429 })
  expect(await signInByPasskey(visitor, authenticator)).toMatchObject({ status: 200 })
})

test('passkey attempts and challenges are limited per network', async ({ app }) => {
  const visitor = new Visitor(app)
  const answer = new Authenticator(app.url).answer(await requestChallenge(visitor))
  const answers = await tenAtATime(65, () => visitor.post(SIGN_IN, answer))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await app.sql`select key from throttle where position(${visitor.address} in key) > 0`).toEqual([])
  await app.sql`update throttle set count = 300 where key like 'passkey:challenge:%'`
  expect(await visitor.post(`${SIGN_IN}/options`)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
})

test('only the user can add, rename and remove their passkeys, and only soon after signing in', async ({ app }) => {
  const { id, email, visitor, authenticator } = await withPasskey(app)
  const [key] = await app.sql<{ id: string }[]>`select id from passkey where user_id = ${id}`
  const { visitor: other } = await addVisitor(app)
  expect(await call(other, 'renamePasskey', { id: key?.id, name: 'Mine' })).toMatchObject({ status: 404 })
  expect(await call(other, 'removePasskey', { id: key?.id })).toMatchObject({ status: 404 })
  expect(await call(visitor, 'renamePasskey', { id: key?.id, name: ' ' })).toMatchObject({ status: 400 })
  expect(await call(visitor, 'renamePasskey', { id: key?.id, name: ' Phone ' })).toMatchObject({ status: 200 })
  expect((await callFunction(visitor, 'passkeys.listMyPasskeys')).result).toMatchObject([{ name: 'Phone' }])

  await app.sql`update session set created_at = now() - interval '2 days' where user_id = ${id}`
  for (const [name, data] of [['requestPasskeyCreationOptions'], ['removePasskey', { id: key?.id }]] as const)
    expect(await call(visitor, name, data)).toMatchObject({ error: { code: 'SESSION_EXPIRED' } })
  expect(await confirmByPasskey(other, authenticator)).toMatchObject({ error: { code: 'PASSKEY_REFUSED' } })
  expect(await confirmByPasskey(visitor, authenticator)).toMatchObject({ status: 200 })
  expect(await call(visitor, 'removePasskey', { id: key?.id })).toMatchObject({ status: 200 })
  expect(await signInByPasskey(new Visitor(app), authenticator)).toMatchObject(REFUSED)
  const told = await app.sql<{ action: string; before: object }[]>`
    select action, before from history_event where subject_id = ${id} and action like 'passkey-%' order by id`
  expect(told.map(({ action }) => action)).toEqual(['passkey-added', 'passkey-renamed', 'passkey-removed'])
  expect(told.at(-1)?.before).toEqual({ passkey: 'Phone' })
  const subjects = () => app.mail.mailsTo(email).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('A passkey was removed from your account')
})

test('a user can have at most twenty passkeys, even with simultaneous requests', async ({ app }) => {
  const { id, visitor } = await withPasskey(app)
  await app.sql`
    insert into passkey (user_id, credential_id, public_key, counter, transports, name)
    select ${id}, gen_random_uuid()::text, '', 0, '{}', '' from generate_series(1, 18)`
  const made = []
  for (let index = 0; index < 3; index += 1) {
    const { result } = await call(visitor, 'requestPasskeyCreationOptions')
    made.push(new Authenticator(app.url).create(result as Parameters<Authenticator['create']>[0]))
  }
  const added = await Promise.all(made.map((data) => callFunction(visitor, 'passkeys.addPasskey', data, 'POST')))
  expect(added.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(added.filter(({ error }) => error?.code === 'TOO_MANY_PASSKEYS')).toHaveLength(2)
  expect(await call(visitor, 'requestPasskeyCreationOptions')).toMatchObject({ status: 409 })
})

test('a new passkey with a wrong origin, without user verification or already in use is refused', async ({ app }) => {
  const { visitor, authenticator } = await withPasskey(app)
  const { visitor: other } = await addVisitor(app)
  const ask = async (who: Visitor) =>
    (await call(who, 'requestPasskeyCreationOptions')).result as Parameters<Authenticator['create']>[0]
  for (const behaviour of [{ origin: 'https://example.net' }, { isVerified: false }]) {
    const data = new Authenticator(app.url).create(await ask(visitor), behaviour)
    expect(await callFunction(visitor, 'passkeys.addPasskey', data, 'POST')).toMatchObject({
      error: { code: 'PASSKEY_REFUSED' },
    })
  }
  const foreign = new Authenticator(app.url).create(await ask(visitor))
  expect(await callFunction(other, 'passkeys.addPasskey', foreign, 'POST')).toMatchObject({
    error: { code: 'PASSKEY_EXPIRED' },
  })
  const known = authenticator.create(await ask(other))
  expect(await callFunction(other, 'passkeys.addPasskey', known, 'POST')).toMatchObject({
    error: { code: 'PASSKEY_REFUSED' },
  })
})

test('reporting a sign-in removes a thief’s passkey and keeps the user’s; each new passkey sends an email', async ({
  app,
}) => {
  const { id, email, authenticator } = await withPasskey(app)
  const noticesOf = (subject: string) => app.mail.mailsTo(email).filter((mail) => mail.subject === subject)
  await expect.poll(() => noticesOf('A passkey was added to your account').length).toBe(1)
  await app.sql`update passkey set created_at = now() - interval '8 days' where user_id = ${id}`
  await app.sql`delete from throttle`
  const thief = new Visitor(app)
  await thief.signIn(email)
  const stolen = await addPasskey(app, thief)
  expect(await signInByPasskey(new Visitor(app), stolen)).toMatchObject({ status: 200 })
  await expect.poll(() => noticesOf('A passkey was added to your account').length).toBe(2)
  const waiting = await call(thief, 'requestPasskeyCreationOptions')

  const link = /http\S+/.exec(noticesOf('New sign-in to your account')[0]?.text ?? '')?.[0] ?? ''
  const token = new URL(link).searchParams.get('token')
  expect((await callFunction(new Visitor(app), 'activity-report.reportActivity', { token }, 'POST')).status).toBe(200)
  expect(await signInByPasskey(new Visitor(app), stolen)).toMatchObject(REFUSED)
  const another = new Authenticator(app.url).create(waiting.result as Parameters<Authenticator['answer']>[0])
  expect((await callFunction(thief, 'passkeys.addPasskey', another, 'POST')).status).toBe(401)
  expect(await signInByPasskey(new Visitor(app), authenticator)).toMatchObject({ status: 200 })
})

test('confirming the identity with a passkey keeps the user signed in, with a new token', async ({ app }) => {
  const { id, visitor, authenticator } = await withPasskey(app)
  const before = visitor.at(app)
  await app.sql`update session set created_at = now() - interval '2 days' where user_id = ${id}`
  const refused = await call(visitor, 'requestPasskeyCreationOptions')
  expect(refused).toMatchObject({ error: { code: 'SESSION_EXPIRED' } })
  expect(await confirmByPasskey(visitor, authenticator)).toMatchObject({ status: 200 })
  expect(await viewerOf(visitor)).toMatchObject({ id })
  expect(await viewerOf(before)).toBeUndefined()
  expect(await call(visitor, 'requestPasskeyCreationOptions')).toMatchObject({ status: 200 })
})

test('an administrator removes the passkeys of a user, and the history names the administrator', async ({ app }) => {
  const { id, email, visitor, authenticator } = await withPasskey(app)
  const chief = await addVisitor(app, { role: 'admin', name: 'Chief' })
  const { result } = await callFunction(chief.visitor, 'passkeys.findSecondFactorsOf', { id })
  expect(result).toMatchObject({ passkeys: [{}], hasRecoveryCodes: false, isLost: false })
  expect(JSON.stringify(result)).not.toContain('ublicKey')
  const remove = (data: object, who = chief.visitor) => callFunction(who, 'passkeys.removePasskeysOf', data, 'POST')
  expect(await remove({ id: chief.id })).toMatchObject({ error: { code: 'NOT_ON_YOURSELF' } })
  expect(await remove({ id }, visitor)).toMatchObject({ status: 403 })
  expect(await remove({ id })).toMatchObject({ status: 200 })
  expect(await signInByPasskey(new Visitor(app), authenticator)).toMatchObject(REFUSED)
  const told = await app.sql`select actor_name from history_event where subject_id = ${id} and action ~ 'removed'`
  expect(told).toEqual([{ actor_name: 'Chief' }])
  await app.mail.mailWithSubject(email, 'Your passkeys and recovery codes were reset')
})

test('a change of email keeps the passkeys and is recorded; deleting the account deletes them', async ({ app }) => {
  const { id, visitor, authenticator } = await withPasskey(app)
  const chief = await addVisitor(app, { role: 'admin' })
  const fields = { id, email: `moved-${id}@example.com`, name: 'Some One', role: 'user' }
  expect(await callFunction(chief.visitor, 'users.updateUser', fields, 'POST')).toMatchObject({ status: 200 })
  const [told] = await app.sql<{ after: object }[]>`
    select after from history_event where subject_id = ${id} and action = 'user-updated'`
  expect(told?.after).toHaveProperty('keptPasskeys')
  expect(await signInByPasskey(visitor, authenticator)).toMatchObject({ status: 200 })
  await callFunction(chief.visitor, 'user-detail.deleteUser', { id }, 'POST')
  expect(await app.sql`select 1 from passkey where user_id = ${id}`).toEqual([])
  expect(await signInByPasskey(new Visitor(app), authenticator)).toMatchObject(REFUSED)
})

async function withPasskey(app: App) {
  const user = await addVisitor(app)
  return { ...user, authenticator: await addPasskey(app, user.visitor) }
}

async function viewerOf(visitor: Visitor) {
  return ((await visitor.get('/api/auth/get-session')).body as { user: unknown } | null)?.user
}
