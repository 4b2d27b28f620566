import { expect, test } from 'vitest'
import { describeApi } from '#api/description.server.ts'
import { apiOperations } from '#slots/api.server.ts'
import { referenceOf } from './api-reference.server.ts'

test('the reference shows every operation with a curl command', () => {
  const reference = referenceOf(describeApi(apiOperations, 'https://example.com'))
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
  expect(call('updateRepository')).toBe(`curl -X PATCH ${key} ${json} -d '{"name":"Ada"}' /api/v1/repositories/$ID`)
})
