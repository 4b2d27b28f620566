import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeApi } from '#api/description.server.ts'
import { withoutReferences } from '#api/named-schemas.ts'
import { ALL_API_SCOPES } from '#api/api-scopes.ts'
import { registerBulkKinds } from '#bulk/bulk-kind.server.ts'
import { database } from '#db/client.ts'
import { organization, user } from '#db/schema.ts'
import { apiParts, apiOperations } from '#slots/api.server.ts'
import { serverFeatures } from '../../features.server.ts'
import { addApiClient, callApi, provideTestApi, type Answer } from './test-api-client.server.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  format?: string
  pattern?: string
  examples?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
}

interface Described {
  operationId: string
  description: string
  parameters: { in: string; name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, unknown> }>
}

const document = describeApi(apiOperations, 'http://localhost:3000', apiParts)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation: withoutReferences(operation, document.components.schemas) as Described,
  })),
)
type Operation = (typeof operations)[number]
const named = operations.map((operation) => [operation.operation.operationId, operation] as const)

/** The least number of requests with generated input that the tests send to all operations together. */
const MIN_GENERATED = 1_000
/** The number of requests with generated input that were sent so far, by operation. */
const generated = new Map<string, number>()

const ajv = new Ajv2020({
  strict: false,
  formats: { uuid: /^[0-9a-f-]{36}$/, date: /^\d{4}-\d\d-\d\d$/, 'date-time': /Z$/, email: /@/ },
})
ajv.addSchema(document, 'api')

function fitsSchema(pointer: string[], body: unknown): boolean {
  const escaped = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
  const check = ajv.getSchema(`api#/${escaped.join('/')}`)
  if (!check) throw new Error(`There is no schema at ${escaped.join('/')}`)
  return check(body) === true
}

/** Returns the difference between a response and its description; undefined if it matches. */
function undescribed({ path, method, operation }: Operation, { status, headers, body }: Answer): string | undefined {
  const said = `${status} ${JSON.stringify(body)}`
  const response = operation.responses[status]
  if (!response) return `no such status: ${said}`
  const [type] = Object.keys(response.content ?? {})
  if (headers.get('content-type') !== (type ?? null)) return `another type: ${headers.get('content-type')} ${said}`
  if (type === undefined) return body === null ? undefined : `a body: ${said}`
  if (status >= 400 && !response.description.split(', ').includes(body.code)) return `another code: ${said}`
  const pointer = ['paths', path, method, 'responses', String(status), 'content', type, 'schema']
  return fitsSchema(pointer, body) ? undefined : `another shape: ${said}`
}

const BODY = ['requestBody', 'content', 'application/json', 'schema']
const AT = ({ path, method }: Operation) => ['paths', path, method]

function successOf({ operation }: Operation): number {
  return Number(Object.keys(operation.responses).find((status) => status.startsWith('2')))
}

function bodySchemaOf({ operation }: Operation): Schema | undefined {
  return operation.requestBody?.content['application/json']?.schema
}

function queryOf({ operation }: Operation) {
  return operation.parameters.filter((parameter) => parameter.in === 'query')
}

/** Generates valid values of a schema, like those of real callers. */
function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.examples) return fc.constantFrom(...schema.examples)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fromSchema))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => fromSchema({ ...schema, type })))
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 })
  if (schema.type === 'object') return fc.record(fieldsFrom(schema), { requiredKeys: schema.required ?? [] })
  return PLAIN[schema.type ?? ''] ?? textFrom(schema)
}

const PLAIN: Record<string, fc.Arbitrary<unknown>> = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  number: fc.integer({ min: -1_000, max: 1_000 }).map((number) => number / 4),
}

function fieldsFrom({ properties = {} }: Schema): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, fromSchema(of)]))
}

/** The ID of an organization and of a user, because fields can refer only to rows that exist. */
const EXISTING_ID = '0193e5a0-0000-4000-8000-00000000000a'

function textFrom({ format, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.uuid().map((name) => `${name}@example.com`)
  if (format === 'uuid') return fc.constant(EXISTING_ID)
  if (format === 'date')
    return fc.integer({ min: 1, max: 20_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
  if (format === 'date-time')
    return fc.integer({ min: 1, max: 1e9 }).map((ms) => new Date(Date.now() + 60_000 + ms).toISOString())
  // Letters that the database stores unchanged; the UUID makes the text unique.
  const letters = fc.string({
    unit: fc.constantFrom(...'aZé7ع字'),
    minLength: Math.max(minLength, 1),
    maxLength: Math.min(maxLength, 40),
  })
  return fc.tuple(letters, fc.uuid()).map(([text, id]) => `${text}${id}`.slice(0, maxLength))
}

/** Returns the path of an operation, with the ID of a row that the API has added with its required fields. */
async function addressOf({ path }: Operation, token: string): Promise<string> {
  const [list = ''] = path.split('/{id}')
  if (list === path) return path
  const adding = operations.find((one) => one.path === list && one.method === 'post')
  const { required = [], properties = {} } = (adding && bodySchemaOf(adding)) ?? {}
  const body = Object.fromEntries(required.map((name) => [name, fc.sample(fromSchema(properties[name] ?? {}), 1)[0]]))
  const added = await callApi('POST', list, { token, body })
  return path.replace('{id}', (added.body as { id: string }).id)
}

function withQuery(path: string, query: Record<string, unknown>): string {
  return `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`
}

provideTestApi(apiOperations)
registerBulkKinds(serverFeatures.flatMap((feature) => feature.bulkKinds ?? []))
beforeAll(async () => {
  await database().insert(organization).values({ id: EXISTING_ID, name: 'Readers' })
  await database().insert(user).values({ id: EXISTING_ID, email: 'reader@example.com' })
})

describe.each(named)('%s', (_id, of) => {
  const body = bodySchemaOf(of)
  const query = queryOf(of).filter(({ name }) => name !== 'after')
  const method = of.method.toUpperCase()
  const bodies = body ? fromSchema(body) : fc.constant(undefined)

  test('accepts input that matches its description, and its response matches the description', async () => {
    const { token } = await addApiClient()
    const queries = fc.record(Object.fromEntries(query.map(({ name, schema }) => [name, fromSchema(schema)])), {
      requiredKeys: [],
    })
    await fc.assert(
      fc.asyncProperty(queries, bodies, async (asked, sent) => {
        const answer = await callApi(method, withQuery(await addressOf(of, token), asked), { token, body: sent })
        expect(answer).toMatchObject({ status: successOf(of) })
        expect(undescribed(of, answer)).toBeUndefined()
      }),
      { numRuns: 12 },
    )
  })

  test('refuses input that its description does not allow, and names the field', async () => {
    const { token } = await addApiClient()
    const address = await addressOf(of, token)
    const wrongNames = query.map(({ name }) => name)
    for (const [name, value] of [['unknown', '1'], ...wrongNames.map((name) => [name, '\u0000'] as const)] as const) {
      const answer = await callApi(method, withQuery(address, { [name]: value }), { token, body: body && {} })
      expect(undescribed(of, answer)).toBeUndefined()
    }
    if (!body) return
    const { properties = {}, required = [] } = body
    const breaks: fc.Arbitrary<[string, unknown]>[] = [
      fc.constant(['unknown', 1]),
      ...Object.keys(properties).map((name) =>
        fc.constantFrom<[string, unknown]>([name, 1], [name, {}], [name, 'x'.repeat(2_049)], [name, ['?']]),
      ),
      ...required.map((name) => fc.constant<[string, unknown]>([name, undefined])),
    ]
    await fc.assert(
      fc.asyncProperty(bodies, fc.oneof(...breaks), async (valid, [name, value]) => {
        const sent = { ...(valid as object), [name]: value }
        // A number is a valid value of some fields.
        fc.pre(!fitsSchema([...AT(of), ...BODY], sent))
        const answer = await callApi(method, address, { token, body: sent })
        expect(answer.status).toBe(422)
        // If the problem is in an item of an array, the reported field ends with the item's index, which is removed here.
        expect(answer.body.errors.map(({ field }: { field: string }) => field.replace(/\.\d+$/, ''))).toEqual([name])
        expect(undescribed(of, answer)).toBeUndefined()
      }),
      { numRuns: 12 },
    )
  })

  test('responds to any input as described', async () => {
    const { token } = await addApiClient()
    const anything = fc.record({
      id: fc.oneof(
        fc.uuid(),
        fc
          .string({ unit: 'binary', maxLength: 40 })
          .map((text) => encodeURIComponent(text.toWellFormed()).replaceAll('.', '')),
      ),
      query: fc.dictionary(
        fc.oneof(fc.constantFrom('after', 'limit', 'searchTerm', 'sort', 'from', 'person'), fc.string()),
        fc.string({ unit: 'binary' }),
      ),
      body: fc.oneof(
        fc.string(),
        fc.json(),
        fc.dictionary(
          fc.constantFrom('name', 'email', 'link', 'reason', 'endsAt'),
          fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
        ),
      ),
      accept: fc.constantFrom('*/*', 'application/json', 'text/html', 'application/*;q=0', ';;'),
      tag: fc.constantFrom('*', '"x"', 'W/', ''),
    })
    await fc.assert(
      fc.asyncProperty(anything, async ({ id, query, body: sent, accept, tag }) => {
        fc.pre(id !== '')
        const headers = { accept, 'if-match': tag, 'if-none-match': tag, 'idempotency-key': tag }
        const answer = await callApi(method, withQuery(of.path.replace('{id}', id), query), {
          token,
          headers,
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: sent }),
        })
        generated.set(of.operation.operationId, (generated.get(of.operation.operationId) ?? 0) + 1)
        expect(answer.status).toBeLessThan(500)
        expect(undescribed(of, answer)).toBeUndefined()
        // Operations must not accept a body that their schema does not allow.
        const hasDone = answer.status < 300 && body !== undefined
        expect(hasDone && !fitsSchema([...AT(of), ...BODY], typeof sent === 'string' ? JSON.parse(sent) : sent)).toBe(
          false,
        )
      }),
      { numRuns: Math.ceil(MIN_GENERATED / operations.length) },
    )
  })
})

test('at least 1,000 requests with any input were answered without a server error, the same number for each operation', () => {
  const counts = operations.map(({ operation }) => generated.get(operation.operationId) ?? 0)
  expect(new Set(counts).size).toBe(1)
  expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(MIN_GENERATED)
})

test('the description has unique operation IDs, and names every scope that a key can have', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ajv.validateSchema({ $ref: 'api#/components/schemas/Problem' })).toBe(true)
  const named = (text = '') => ALL_API_SCOPES.filter((scope) => text.includes(`\`${scope}\``))
  const scopes = apiOperations.flatMap(({ scope, description }) => [
    ...(scope === null ? [] : [scope]),
    ...named(description),
  ])
  expect(new Set(scopes)).toEqual(new Set(ALL_API_SCOPES))
  for (const { path, operation } of operations)
    expect(operation.parameters.some((parameter) => parameter.in === 'path')).toBe(path.includes('{id}'))
})

test('each body and response has a named schema, to which later versions can add fields', () => {
  for (const methods of Object.values(document.paths))
    for (const { requestBody, responses, description } of Object.values(methods) as unknown as Described[]) {
      const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}))
      for (const content of contents)
        expect(content).toEqual({ schema: { $ref: expect.stringMatching(/^#\/components\/schemas\/[A-Z]\w+$/) } })
      expect(description).not.toBe('')
    }
  const { schemas } = document.components
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Problem', 'User', 'UserRow', 'NewUser', 'Ban', 'Repository', 'HistoryEntry']),
  )
  expect(schemas.User).toMatchObject({ properties: { ban: { anyOf: [{ $ref: '#/components/schemas/Ban' }, {}] } } })
  for (const [name, schema] of Object.entries(schemas)) {
    const isBody = /^New|Changes$/.test(name)
    expect({ name, closed: JSON.stringify(schema).includes('"additionalProperties":false') }).toEqual({
      name,
      closed: isBody,
    })
  }
  const ruled = ['NewUser email', 'NewUser name', 'NewBan reason', 'NewBan endsAt', 'NewRepository name']
  for (const [schema = '', field = ''] of ruled.map((names) => names.split(' ')))
    expect(schemas).toHaveProperty([schema, 'properties', field, 'description'], expect.any(String))
  expect(JSON.stringify(schemas)).not.toMatch(/"format":"[^"]+","pattern"/)
})
