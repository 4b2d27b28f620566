import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationCaller } from '#api/test-operations.server.ts'
import { closeDatabase, database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { savedViewOperations } from './saved-views.api.server.ts'

ownDatabase().isOfProcess()
afterAll(closeDatabase)

const callApi = operationCaller(savedViewOperations, (actor) => contextOn(database(), actor))
const [ada, bo] = ['Ada', 'Bo'].map((name) => ({ id: crypto.randomUUID(), name })) as [Actor, Actor]
type Actor = { id: string; name: string }
const BANNED = { list: 'users', name: 'Banned', search: { status: 'banned', nope: 'x', sort: 'newest' } }

beforeAll(() =>
  database()
    .insert(user)
    .values([ada, bo].map((one) => ({ ...one, email: `${one.id}@example.com`, role: 'admin' as const }))),
)

test('a key saves, lists, renames and deletes views of its owner, and no others', async () => {
  const made = await callApi(ada, 'POST', '/saved-views', { body: BANNED })
  const { id } = made.body
  const view = { id, list: 'users', name: 'Banned', search: { status: 'banned' } }
  expect(made).toEqual({ status: 201, body: view })
  expect((await callApi(ada, 'GET', '/saved-views?list=users')).body).toEqual({ data: [view], next: null })
  expect((await callApi(ada, 'GET', '/saved-views')).body).toEqual({ data: [view], next: null })
  expect((await callApi(ada, 'GET', '/saved-views?list=repositories')).body.data).toEqual([])
  expect((await callApi(ada, 'GET', `/saved-views/${id}`)).body).toEqual(view)

  expect((await callApi(bo, 'GET', '/saved-views?list=users')).body.data).toEqual([])
  for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const)
    expect(await callApi(bo, method, `/saved-views/${id}`, { body })).toMatchObject({ status: 404 })

  const renamed = await callApi(ada, 'PATCH', `/saved-views/${id}`, { body: { name: 'Shut out' } })
  expect(renamed).toEqual({ status: 200, body: { ...view, name: 'Shut out' } })
  expect((await callApi(ada, 'PATCH', `/saved-views/${id}`, { body: {} })).body).toEqual(renamed.body)
  expect((await callApi(ada, 'DELETE', `/saved-views/${id}`, { ifMatch: view })).status).toBe(412)
  expect((await callApi(ada, 'DELETE', `/saved-views/${id}`, { ifMatch: renamed.body })).status).toBe(204)
  expect((await callApi(ada, 'DELETE', `/saved-views/${id}`)).status).toBe(404)
})

test('a name that another view of the list has is refused', async () => {
  const add = (name: string) => callApi(ada, 'POST', '/saved-views', { body: { ...BANNED, name } })
  await add('One')
  const { id } = (await add('Two')).body
  expect((await add('ONE')).body).toMatchObject({ code: 'TAKEN' })
  const renamed = await callApi(ada, 'PATCH', `/saved-views/${id}`, { body: { name: 'one' } })
  expect(renamed.body).toMatchObject({ code: 'TAKEN' })
})
