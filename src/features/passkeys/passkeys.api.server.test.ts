import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { operationCaller } from '#api/test-operations.server.ts'
import { closeDatabase, database } from '#db/client.ts'
import { historyEvent, passkey, recoveryCode, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { passkeyOperations } from './passkeys.api.server.ts'

ownDatabase().isOfProcess()
afterAll(closeDatabase)

const callApi = operationCaller(passkeyOperations, (actor) => contextOn(database(), actor))
const own = { id: crypto.randomUUID(), name: 'Chief' }
const call = (method: string, id: string, lacking: string[] = []) =>
  callApi(own, method, `/users/${id}/passkeys`, { lacking })

async function addUser(values: Partial<typeof user.$inferInsert> = {}): Promise<string> {
  const id = values.id ?? crypto.randomUUID()
  const db = database()
  await db.insert(user).values({ id, email: `${id}@example.com`, name: 'Ada', ...values })
  const made = { userId: id, publicKey: new Uint8Array([1]), counter: 0, transports: [] }
  await db.insert(passkey).values({ ...made, credentialId: id, name: 'Phone' })
  await db.insert(recoveryCode).values({ userId: id, codeHash: id })
  return id
}

test('a key lists the passkeys of a user without their keys, and removes them with the recovery codes', async () => {
  const id = await addUser()
  const listed = await call('GET', id)
  expect(listed.body).toEqual({
    data: [{ id: expect.any(String), name: 'Phone', createdAt: expect.any(String), lastUsedAt: null }],
    next: null,
    hasRecoveryCodes: true,
    isLost: false,
  })
  const stranger = await addUser()
  expect((await call('DELETE', id)).status).toBe(204)
  expect((await call('GET', id)).body).toMatchObject({ data: [], hasRecoveryCodes: false })
  expect((await call('GET', stranger)).body.data).toHaveLength(1)
  const [event] = await database().select().from(historyEvent).where(eq(historyEvent.subjectId, id))
  expect(event).toMatchObject({ action: 'passkey-removed', actorId: own.id, before: { passkey: 'Phone' } })
})

test('a key cannot remove the passkeys of its owner, of a recent administrator, or without permission of an administrator', async () => {
  await addUser({ id: own.id, role: 'admin' })
  const chief = await addUser({ role: 'admin' })
  const former = await addUser({ lostAdminAt: new Date() })
  expect((await call('DELETE', own.id)).body).toMatchObject({ code: 'NOT_ON_YOURSELF' })
  expect((await call('DELETE', former)).body).toMatchObject({ code: 'ADMINISTRATOR_UNTIL_RECENTLY' })
  expect((await call('DELETE', chief, ['user:change-administrators'])).body).toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
  })
  for (const id of [own.id, chief, former]) expect((await call('GET', id)).body.data).toHaveLength(1)
  expect((await call('DELETE', chief)).status).toBe(204)
})

test('the passkeys of an unknown user are not found', async () => {
  for (const method of ['GET', 'DELETE']) expect((await call(method, crypto.randomUUID())).status).toBe(404)
})
