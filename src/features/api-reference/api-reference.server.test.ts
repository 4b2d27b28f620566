import { expect, test } from 'vitest'
import { fromJSONSchema } from 'zod'
import * as z from 'zod/mini'
import { describeApi } from '#api/description.server.ts'
import { apiOperations } from '#slots/api.server.ts'
import { toReferenceOperations } from './api-reference.server.ts'

test('the reference shows every operation with a curl command', () => {
  const reference = toReferenceOperations(describeApi(apiOperations, 'https://example.com'))
  expect(reference.map(({ id }) => id).toSorted()).toEqual(apiOperations.map(({ id }) => id).toSorted())
  const call = (id: string) => reference.find((operation) => operation.id === id)?.curl.replace(/ http.+\/api/, ' /api')
  const key = '\\\n  -H "Authorization: Bearer $API_KEY"'
  expect(call('listUsers')).toBe(`curl /api/v1/users ${key}`)
  expect(call('deleteUser')).toBe(`curl -X DELETE /api/v1/users/$ID ${key}`)
  expect(call('removeMember')).toBe(`curl -X DELETE /api/v1/organizations/$ID/members/$USER_ID ${key}`)
  const json = '\\\n  -H "Content-Type: application/json"'
  expect(call('createUser')).toBe(
    `curl -X POST /api/v1/users ${key} ${json} \\\n  -d '{"email":"ada@example.com","name":"Ada"}'`,
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
  expect(call('updateRepository')).toBe(
    `curl -X PATCH /api/v1/repositories/$ID ${key} ${json} \\\n  -d '{"name":"Ada"}'`,
  )
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

test('the example of each response matches the schema of the response', () => {
  const reference = toReferenceOperations(describeApi(apiOperations, 'https://example.com'))
  const wrong = reference.filter(({ answer: { status, text }, answers }) => {
    const { schema = '' } = answers.find((answer) => answer.status === status) ?? {}
    return schema === '' ? text !== '' : !fromJSONSchema(JSON.parse(schema)).safeParse(JSON.parse(text)).success
  })
  expect(wrong.map(({ id }) => id)).toEqual([])
  const answer = reference.find(({ id }) => id === 'listUsers')?.answer.text
  expect(JSON.parse(answer ?? '')).toMatchObject({
    data: [{ email: 'ada@example.com', name: 'Ada', role: 'admin', lastSignInAt: null }],
    next: null,
  })
})
