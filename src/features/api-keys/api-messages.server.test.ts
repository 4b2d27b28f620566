import { expect, test } from 'vitest'
import { breakingChanges } from './test-breaking-changes.ts'

type Json = Record<string, unknown>

const TEXT = { type: 'string' }
const object = (properties: Json, required = Object.keys(properties)) => ({ type: 'object', properties, required })
const change = object({ before: TEXT, after: TEXT })
const rest = { actor: object({ id: TEXT }), changes: { type: 'object', additionalProperties: change } }
const message = (of: string, data: Json) =>
  object({ type: { type: 'string', enum: [`${of}.banned`, `${of}.deleted`] }, timestamp: TEXT, data: object(data) })
const event = (schema: string) => ({
  post: { requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } } } },
})

/** A description with messages like those of the product, but independent of its features. */
const description: Json = {
  paths: {},
  webhooks: {
    'user.banned': event('UserMessage'),
    'user.deleted': event('UserMessage'),
    'repository.deleted': event('RepositoryMessage'),
  },
  components: {
    schemas: {
      UserMessage: message('user', { user: object({ id: TEXT }), ...rest }),
      RepositoryMessage: message('repository', {
        repository: object({ id: TEXT, organizationId: TEXT }, ['id']),
        ...rest,
      }),
    },
  },
}

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
  ['an event is removed', ['webhooks'], (events) => void delete events['user.deleted'], 'message user.deleted is gone'],
  ['all events are removed', [], (whole) => void delete whole.webhooks, 'message user.deleted is gone'],
  [
    'a field is removed',
    [...USER, 'data'],
    (data) => withoutField(data, 'actor'),
    'message.data.actor may be missing now',
  ],
  ['an optional field is removed', REPOSITORY, (one) => withoutField(one, 'organizationId'), 'organizationId is gone'],
  [
    'a field becomes optional',
    [...USER, 'data'],
    (data) => void (data.required = ['user', 'changes']),
    'actor may be missing now',
  ],
  ['a field gets another type', USER, (all) => void (all.timestamp = { type: 'number' }), 'message.timestamp: type'],
  [
    'a field can be null',
    USER,
    (all) => void (all.data = { anyOf: [all.data, { type: 'null' }] }),
    'message.data: type',
  ],
  [
    'a change gets another type',
    CHANGE,
    (one) => void (fields(one).after = { type: 'number' }),
    'changes.*.after: type',
  ],
])('breakingChanges finds problems of programs that receive messages: %s', (_change, path, change, said) => {
  const problems = problemsAfter(path, change)
  expect(problems).toContainEqual(expect.stringContaining(said))
})

test.each<[string, string[], (place: Json) => void]>([
  ['a new event', ['webhooks'], (events) => void (events['user.greeted'] = events['user.banned'])],
  ['a new type of message', USER, (all) => void (all.type as { enum: string[] }).enum.push('user.greeted')],
  ['a new field', [...USER, 'data'], (data) => void (fields(data).reason = { type: 'string' })],
])('breakingChanges finds no problem of programs that receive messages: %s', (_change, path, change) => {
  expect(problemsAfter(path, change)).toEqual([])
})
