import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { operationCaller } from '#api/test-operations.server.ts'
import { closeDatabase, database } from '#db/client.ts'
import { session, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { sessionOperations } from './user-sessions.api.server.ts'

ownDatabase().isOfProcess()
afterAll(closeDatabase)

const callApi = operationCaller(sessionOperations, (actor) => contextOn(database(), actor))
const own = { id: crypto.randomUUID(), name: 'Chief' }
const call = (method: string, path: string, lacking: string[] = []) => callApi(own, method, path, { lacking })
const countOf = (userId: string) => database().$count(session, eq(session.userId, userId))

async function addUser(values: Partial<typeof user.$inferInsert> = {}): Promise<string> {
  const id = crypto.randomUUID()
  await database()
    .insert(user)
    .values({ id, email: `${id}@example.com`, name: 'Ada', ...values })
  return id
}

async function addSession(userId: string, values: Partial<typeof session.$inferInsert> = {}): Promise<string> {
  const id = crypto.randomUUID()
  const expiresAt = new Date(Date.now() + 86_400_000)
  await database()
    .insert(session)
    .values({ id, userId, token: id, expiresAt, ipAddress: '192.0.2.7', ...values })
  return id
}

test('a key lists the sessions of a user without their tokens, and ends one or all', async () => {
  const userId = await addUser()
  const ids = [await addSession(userId), await addSession(userId), await addSession(userId)]
  await addSession(userId, { expiresAt: new Date(0) })
  const stranger = await addSession(await addUser())
  const listed = await call('GET', `/users/${userId}/sessions`)
  expect(listed.body.data.map(({ id }: { id: string }) => id).sort()).toEqual(ids.toSorted())
  expect(listed.body.data[0]).toEqual({
    id: expect.any(String),
    device: { browser: expect.any(String), system: expect.any(String) },
    ipAddress: '192.0.2.7',
    lastSeenAt: expect.any(String),
    createdAt: expect.any(String),
    isImpersonation: false,
  })
  expect(await call('DELETE', `/users/${userId}/sessions/${stranger}`)).toMatchObject({ status: 404 })
  expect(await call('DELETE', `/users/${userId}/sessions/${ids[0]}`)).toMatchObject({ status: 204 })
  expect((await call('GET', `/users/${userId}/sessions`)).body.data).toHaveLength(2)
  expect(await call('DELETE', `/users/${userId}/sessions`)).toMatchObject({ status: 204 })
  expect(await countOf(userId)).toBe(0)
  expect(await database().$count(session, eq(session.id, stranger))).toBe(1)
})

test.each([
  ['an administrator', { role: 'admin' } as const],
  ['an administrator until recently', { lostAdminAt: new Date() }],
])('a key without the permission for administrators cannot end the sessions of %s', async (_who, values) => {
  const userId = await addUser(values)
  const id = await addSession(userId)
  for (const path of [`/users/${userId}/sessions`, `/users/${userId}/sessions/${id}`])
    expect(await call('DELETE', path, ['user:change-administrators'])).toMatchObject({ status: 403 })
  expect(await countOf(userId)).toBe(1)
  expect((await call('DELETE', `/users/${userId}/sessions/${id}`)).status).toBe(204)
})

test('the owner of a key does not learn the address of an administrator who acts as them', async () => {
  await addUser({ id: own.id, role: 'admin' })
  const impersonatedBy = await addUser({ role: 'admin' })
  await addSession(own.id, { impersonatedBy })
  const listed = await call('GET', `/users/${own.id}/sessions`)
  expect(listed.body.data).toMatchObject([{ ipAddress: null, isImpersonation: true }])
})

test('the sessions of an unknown user are not found', async () => {
  const at = `/users/${crypto.randomUUID()}/sessions`
  for (const [method, path] of [
    ['GET', at],
    ['DELETE', at],
    ['DELETE', `${at}/${crypto.randomUUID()}`],
  ] as const)
    expect((await call(method, path)).status).toBe(404)
})
