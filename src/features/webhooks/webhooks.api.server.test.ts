import { expect, test } from 'vitest'
import { describeApi } from '#api/description.server.ts'
import { ownDatabase } from '#db/test-database.ts'
import { breakingChanges } from '#features/api-keys/test-breaking-changes.ts'
import { addEvent, addWebhook, deliver, startTarget } from './test-webhooks.server.ts'
import { userMessage, webhookMessages } from './webhooks.api.server.ts'

type Json = Record<string, unknown>

const own = ownDatabase()
const description = JSON.parse(JSON.stringify(describeApi([], 'http://localhost:3000', webhookMessages))) as Json

test(
  'a message matches its description',
  own.rolledBack(async (db) => {
    const { url, received } = await startTarget(204)
    const target = await addWebhook(db, url)
    await addEvent(db)
    await deliver(db, target)
    const message = JSON.parse(received[0]?.body ?? '') as object
    expect(userMessage.parse(message)).toEqual(message)
  }),
)

test('the messages to webhooks are described', () => {
  const schema = { $ref: '#/components/schemas/UserMessage' }
  expect(description.webhooks).toMatchObject({
    'user.banned': { post: { requestBody: { content: { 'application/json': { schema } } } } },
  })
})

const USER = ['components', 'schemas', 'UserMessage', 'properties']
const REPOSITORY = ['components', 'schemas', 'RepositoryMessage', 'properties', 'data', 'properties', 'repository']
const CHANGE = [...USER, 'data', 'properties', 'changes', 'additionalProperties']

/** Returns the problems that a change of the described messages causes for programs. */
function problemsAfter(path: string[], change: (place: Json) => void): string[] {
  const copy = structuredClone(description)
  change(path.reduce((part, name) => part[name] as Json, copy))
  return breakingChanges(description, copy)
}

const fields = (schema: Json) => schema.properties as Record<string, Json>
const withoutField = (schema: Json, name: string) => {
  delete fields(schema)[name]
  schema.required = (schema.required as string[]).filter((one) => one !== name)
}

test.each<[string, string[], (place: Json) => void, string]>([
  ['an event is removed', ['webhooks'], (events) => delete events['user.deleted'], 'message user.deleted is gone'],
  ['all events are removed', [], (whole) => delete whole.webhooks, 'message user.deleted is gone'],
  [
    'a field is removed',
    [...USER, 'data'],
    (data) => withoutField(data, 'actor'),
    'message.data.actor may be missing now',
  ],
  ['an optional field is removed', REPOSITORY, (one) => withoutField(one, 'organizationId'), 'organizationId is gone'],
  ['a field becomes optional', [...USER, 'data'], (data) => (data.required = ['user']), 'actor may be missing now'],
  ['a field gets another type', USER, (all) => (all.timestamp = { type: 'number' }), 'message.timestamp: type'],
  ['a field can be null', USER, (all) => (all.data = { anyOf: [all.data, { type: 'null' }] }), 'message.data: type'],
  ['a change gets another type', CHANGE, (one) => (fields(one).after = { type: 'number' }), 'changes.*.after: type'],
])('breakingChanges finds problems of programs that receive messages: %s', (_change, path, change, said) => {
  const problems = problemsAfter(path, change)
  expect(problems).toContainEqual(expect.stringContaining(said))
})

test.each<[string, string[], (place: Json) => void]>([
  ['a new event', ['webhooks'], (events) => (events['user.greeted'] = events['user.banned'])],
  ['a new type of message', USER, (all) => (all.type as { enum: string[] }).enum.push('user.greeted')],
  ['a new field', [...USER, 'data'], (data) => (fields(data).reason = { type: 'string' })],
])('breakingChanges finds no problem of programs that receive messages: %s', (_change, path, change) => {
  expect(problemsAfter(path, change)).toEqual([])
})
