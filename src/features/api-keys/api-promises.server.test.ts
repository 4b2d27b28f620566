import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { breakingChanges } from './test-breaking-changes.ts'
import { describeApi } from '#api/description.server.ts'
import { DEPRECATION_DAYS, operation } from '#api/operation.ts'
import { apiOperations, apiParts } from '#slots/api.server.ts'
import { addApiClient, callApi, provideTestApi } from './test-api-client.server.ts'

/** The description of the last release. `RELEASED_API=write vitest run` on this file stores the current one. */
const RELEASED = 'src/features/api-keys/released-openapi.json'

type Json = Record<string, unknown>

const { info: _info, servers: _servers, ...described } = describeApi(apiOperations, 'http://localhost:3000', apiParts)
const now = JSON.parse(JSON.stringify(described)) as Json
if (process.env.RELEASED_API === 'write') await writeFile(RELEASED, `${JSON.stringify(now, null, 2)}\n`)
const released = JSON.parse(await readFile(RELEASED, 'utf8')) as Json

const deprecated = operation('GET /old', null, {
  id: 'getOld',
  summary: 'Get the old',
  description: 'It is old.',
  status: 204,
  deprecation: { since: '2026-01-01', until: '2026-07-01', instead: 'getNew' },
  handle: () => Promise.resolve(),
})
provideTestApi([deprecated])

test('each response of a deprecated operation has the headers Deprecation and Sunset', async () => {
  const { token } = await addApiClient()
  const headers = { Deprecation: '@1767225600', Sunset: 'Wed, 01 Jul 2026 00:00:00 GMT' }
  for (const path of ['/old', '/old?unknown=1']) {
    const answer = await callApi('GET', path, { token })
    expect(Object.fromEntries(Object.keys(headers).map((name) => [name, answer.headers.get(name)]))).toEqual(headers)
  }
})

test('the description says that an operation is deprecated, until when it works, and which one to use', () => {
  const { info, paths } = describeApi([deprecated], 'http://localhost:3000')
  expect(paths['/old']?.get).toMatchObject({
    deprecated: true,
    description: 'It is old. Deprecated since 2026-01-01. May be removed on or after 2026-07-01. Use `getNew` instead.',
    responses: { 204: { headers: { Deprecation: {}, Sunset: {} } } },
  })
  expect((info as Json).description).toContain(`at least ${DEPRECATION_DAYS} days`)
})

test('deprecated operations work for the promised time, and name an operation that exists', () => {
  const ids = apiOperations.map(({ id }) => id)
  for (const { id, deprecation } of apiOperations) {
    if (!deprecation) continue
    const { since, until, instead } = deprecation
    const days = (Date.parse(until) - Date.parse(since)) / 86_400_000
    expect({ id, isLongEnough: days >= DEPRECATION_DAYS, instead }).toEqual({
      id,
      isLongEnough: true,
      instead: ids.find((one) => one === instead),
    })
  }
})

test('no change of the API since the last release breaks existing programs', () => {
  expect(breakingChanges(released, now)).toEqual([])
})

const BODY = ['components', 'schemas', 'NewUser']
const ANSWER = ['components', 'schemas', 'UserList']

/** Returns a copy of the description with one change. */
function withChange(path: string[], change: (place: Json) => void): Json {
  const copy = structuredClone(now)
  change(path.reduce((part, name) => part[name] as Json, copy))
  return copy
}

const fields = (schema: Json) => schema.properties as Record<string, Json>

test.each<[string, string[], (place: Json) => void, string[]]>([
  ['an operation is removed', ['paths', '/users'], (path) => delete path.post, ['POST /users is gone']],
  ['a field is removed', BODY, (body) => delete fields(body).name, ['body.name is gone']],
  [
    'a new field is required',
    BODY,
    (body) => {
      fields(body).jobTitle = { type: 'string' }
      body.required = ['email', 'name', 'jobTitle']
    },
    ['body.jobTitle has to be there now'],
  ],
  ['a new field is optional', BODY, (body) => void (fields(body).jobTitle = { type: 'string' }), []],
  [
    'a text gets a smaller maximum length',
    BODY,
    (body) => void (fields(body).name = { type: 'string', maxLength: 2 }),
    ['maxLength'],
  ],
  ['a text becomes a number', BODY, (body) => void (fields(body).name = { type: 'number' }), ['body.name: type']],
  ['a value is no longer accepted', BODY, (body) => void (fields(body).role = { enum: ['user'] }), ['body.role: enum']],
  ['one more value is accepted', BODY, (body) => void (fields(body).role = { enum: ['user', 'admin', 'x'] }), []],
  [
    'a response lacks a field',
    ANSWER,
    (answer) => {
      delete fields(answer).next
      answer.required = (answer.required as string[]).filter((name) => name !== 'next')
    },
    ['answer 200.next may be missing now'],
  ],
  ['a response has one more field', ANSWER, (answer) => void (fields(answer).more = { type: 'string' }), []],
  [
    'a key can have one more scope',
    ['components', 'schemas', 'Me', 'properties', 'scopes', 'items'],
    (scope) => void (scope.enum as string[]).push('thing:read'),
    [],
  ],
  [
    'a response has one more value of an enum without new values',
    ['components', 'schemas', 'UserRow', 'properties', 'role'],
    (role) => void (role.enum as string[]).push('x'),
    ['answer 200.data[].role: enum'],
  ],
  [
    'a response has a value of another type',
    ANSWER,
    (answer) => void (fields(answer).next = { type: ['string', 'null', 'number'] }),
    ['answer 200.next: type'],
  ],
  [
    'a filter is removed',
    ['paths', '/users', 'get'],
    (list) => void (list.parameters = (list.parameters as Json[]).filter(({ name }) => name !== 'role')),
    ['parameter query role is gone'],
  ],
])('breakingChanges compares the descriptions of two releases: %s', (_what, path, change, said) => {
  const problems = breakingChanges(now, withChange(path, change))
  expect(problems).toEqual(said.map((words) => expect.stringContaining(words) as string))
})
