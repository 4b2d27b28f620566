import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { describeApi } from '#api/description.server.ts'
import { apiOperations } from '#slots/api.server.ts'
import { toReferenceOperations } from './api-reference.server.ts'

test('the reference shows every operation with a curl command', () => {
  const reference = toReferenceOperations(describeApi(apiOperations, 'https://example.com'))
  expect(reference.map(({ id }) => id).toSorted()).toEqual(apiOperations.map(({ id }) => id).toSorted())
  const call = (id: string) => reference.find((operation) => operation.id === id)?.curl.replace(/ http.+\/api/, ' /api')
  const key = '-H "Authorization: Bearer $API_KEY"'
  expect(call('listUsers')).toBe(`curl ${key} /api/v1/users`)
  expect(call('deleteUser')).toBe(`curl -X DELETE ${key} /api/v1/users/$ID`)
  expect(call('removeMember')).toBe(`curl -X DELETE ${key} /api/v1/organizations/$ID/members/$USER_ID`)
  const json = '-H "Content-Type: application/json"'
  expect(call('createUser')).toBe(
    `curl -X POST ${key} ${json} -d '{"email":"ada@example.com","name":"Ada"}' /api/v1/users`,
  )
  const client = (id: string) => reference.find((operation) => operation.id === id)?.client
  expect(client('listUsers')).toBe("const { data } = await client.GET('/users')")
  expect(client('removeMember')).toBe(
    "const { data } = await client.DELETE('/organizations/{id}/members/{userId}', { params: { path: { id, userId } } })",
  )
  expect(client('createUser')).toBe(
    `const { data } = await client.POST('/users', { body: {"email":"ada@example.com","name":"Ada"} })`,
  )
  const limit = reference.find(({ id }) => id === 'listUsers')?.parameters.find(({ name }) => name === 'limit')
  expect(limit?.rules).toBe('integer, default: 20, minimum: 1, maximum: 100')
  expect(call('updateRepository')).toBe(`curl -X PATCH ${key} ${json} -d '{"name":"Ada"}' /api/v1/repositories/$ID`)
})

test('the example of each body is a valid input of its operation', () => {
  const reference = toReferenceOperations(describeApi(apiOperations, 'https://example.com'))
  const examples = new Map(reference.map(({ id, example }) => [id, example]))
  const refused = apiOperations.filter(({ id, body }) => {
    const { type, text } = examples.get(id) ?? { type: '', text: '' }
    return body ? !z.safeParse(body, type === 'application/json' ? JSON.parse(text) : text).success : type !== ''
  })
  expect(refused.map(({ id }) => id)).toEqual([])
})
