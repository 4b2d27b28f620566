import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationCaller } from '#api/test-operations.server.ts'
import { closeDatabase, database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { invitationOperations } from './invitations.api.server.ts'
import { userOperations } from './users.api.server.ts'

ownDatabase().isOfProcess()
afterAll(closeDatabase)

const callApi = operationCaller([...userOperations, ...invitationOperations], (actor) => contextOn(database(), actor))
const own = { id: crypto.randomUUID(), name: 'Chief' }
beforeAll(() =>
  database()
    .insert(user)
    .values({ ...own, email: 'chief@example.com', role: 'admin' }),
)
const call = (method: string, path: string, body?: unknown, lacking: string[] = []) =>
  callApi(own, method, path, { body, lacking })

async function addUser(values: object = {}): Promise<{ id: string; email: string }> {
  const email = `${crypto.randomUUID()}@example.com`
  return (await call('POST', '/users', { email, name: 'Ada', ...values })).body
}

test('a key invites a user, sends the invitation again in another language, and withdraws it, but keeps the user', async () => {
  const { id, email } = await addUser()
  expect((await call('GET', `/users/${id}/invitation`)).status).toBe(404)
  const sent = await call('POST', `/users/${id}/invitation`, {})
  expect(sent).toEqual({
    status: 200,
    body: {
      userId: id,
      email,
      language: 'en',
      mailState: 'queued',
      sentAt: expect.any(String),
      expiresAt: expect.any(String),
      isExpired: false,
      invitedBy: 'Chief',
      addsUser: false,
    },
  })
  expect((await call('GET', `/users/${id}`)).body.status).toBe('invited')
  const again = await call('POST', `/users/${id}/invitation`, { language: 'fr' })
  expect(again.body).toMatchObject({ userId: id, language: 'fr' })
  expect((await call('GET', `/users/${id}/invitation`)).body).toEqual(again.body)
  expect((await call('DELETE', `/users/${id}/invitation`)).status).toBe(204)
  expect((await call('DELETE', `/users/${id}/invitation`)).status).toBe(404)
  expect((await call('GET', `/users/${id}`)).status).toBe(200)
})

test('a user who is added with an invitation is listed with it, and deleted when it is withdrawn', async () => {
  const added = [
    await addUser({ invitation: 'sw' }),
    await addUser({ invitation: 'ar' }),
    await addUser({ invitation: 'fr' }),
  ]
  await addUser()
  const first = (await call('GET', '/invitations?limit=2')).body
  const second = (await call('GET', `/invitations?limit=2&after=${first.next}`)).body
  const listed = [...first.data, ...second.data]
  expect(listed.map(({ userId }) => userId)).toEqual(added.map(({ id }) => id).reverse())
  expect(listed.map(({ language, addsUser }) => [language, addsUser])).toEqual([
    ['fr', true],
    ['ar', true],
    ['sw', true],
  ])
  const [one] = added
  const found = (await call('GET', `/invitations?searchTerm=${one?.email}`)).body
  expect(found.data.map(({ userId }: { userId: string }) => userId)).toEqual([one?.id])
  expect((await call('DELETE', `/users/${one?.id}/invitation`)).status).toBe(204)
  expect((await call('GET', `/users/${one?.id}`)).status).toBe(404)
})

test('users who have signed in cannot be invited, and an invitation that they accepted is no longer pending', async () => {
  const { id } = await addUser({ invitation: 'en' })
  await database().update(user).set({ lastSignInAt: new Date() }).where(eq(user.id, id))
  expect(await call('POST', `/users/${id}/invitation`, {})).toMatchObject({ body: { code: 'CANNOT_BE_INVITED' } })
  for (const method of ['GET', 'DELETE']) expect((await call(method, `/users/${id}/invitation`)).status).toBe(404)
})

test('to withdraw the invitation of an administrator, a key needs the scope for administrators', async () => {
  const { id } = await addUser({ invitation: 'en', role: 'admin' })
  const refused = await call('DELETE', `/users/${id}/invitation`, undefined, ['user:change-administrators'])
  expect(refused).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
  expect((await call('GET', `/users/${id}/invitation`)).status).toBe(200)
})
