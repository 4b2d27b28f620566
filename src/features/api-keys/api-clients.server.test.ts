import { beforeAll, expect, test } from 'vitest'
import { provideBulkKinds } from '#bulk/bulk-kind.server.ts'
import { apiOperations } from '#slots/api.server.ts'
import { serverFeatures } from '../../features.server.ts'
import { addProgram, callApi, ownApi } from './test-program.server.ts'

// Requests of clients that are a little different from those that the description is read by.

const NOBODY = '0193e5a0-0000-4000-8000-0000000000ff'

ownApi(apiOperations)
provideBulkKinds(serverFeatures.flatMap((feature) => feature.bulkKinds ?? []))

let token: string

beforeAll(async () => {
  token = (await addProgram()).token
})

test.each([
  ['PUT', `/repositories/${NOBODY}`, 405],
  ['DELETE', '/users', 405],
  ['DELETE', `/repositories/${NOBODY}`, 404],
  ['POST', `/users/${NOBODY}/unban`, 404],
])('%s %s takes an empty object as no body', async (method, path, status) => {
  for (const body of [{}, ' { }\n', undefined]) expect(await callApi(method, path, { token, body })).toMatchObject({ status })
})

test('a body that no operation expects is refused by name, and a large one by its size', async () => {
  const send = (body: unknown) => callApi('DELETE', `/users/${NOBODY}`, { token, body })
  expect(await send({ ids: [] })).toMatchObject({
    status: 422,
    body: { errors: [{ field: '', code: 'unexpectedBody' }] },
  })
  expect(await send(' '.repeat(70_000))).toMatchObject({ status: 413 })
})

test('a long URL is refused as a problem', async () => {
  const { status, headers, body } = await callApi('GET', `/users?searchTerm=${'x'.repeat(9_000)}`)
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 414, type: 'application/problem+json' })
  expect(body).toMatchObject({ code: 'URI_TOO_LONG', detail: expect.any(String) })
})

test('an action that no history has is refused', async () => {
  const asked = async (actions: string) => callApi('GET', `/history?actions=${actions}`, { token })
  expect(await asked('user-created,nope')).toMatchObject({ status: 422, body: { errors: [{ field: 'actions' }] } })
  expect((await asked('user-created,user-deleted')).status).toBe(200)
})
