import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeApi } from '#api/description.server.ts'
import { inlineReferences } from '#api/named-schemas.ts'
import { ALL_API_SCOPES } from '#api/api-scopes.ts'
import { registerBulkKinds } from '#bulk/bulk-kind.server.ts'
import { database } from '#db/client.ts'
import { organization, user } from '#db/schema.ts'
import { apiParts, apiOperations } from '#slots/api.server.ts'
import { serverFeatures } from '../../features.server.ts'
import { addApiClient, callApi, provideTestApi, type Answer } from './test-api-client.server.ts'
import { addRows } from './test-api-rows.server.ts'
import { EXISTING_ID, fromSchema, type Schema } from './test-api-values.ts'

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
    operation: inlineReferences(operation, document.components.schemas) as Described,
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
const JSON_TYPE = 'application/json'
const AT = ({ path, method }: Operation) => ['paths', path, method]

function successOf({ operation }: Operation): number {
  return Number(Object.keys(operation.responses).find((status) => status.startsWith('2')))
}

function bodySchemaOf({ operation }: Operation): Schema | undefined {
  return Object.values(operation.requestBody?.content ?? {})[0]?.schema
}

/** Returns the media type of an operation's body. */
function typeOf({ operation }: Operation): string {
  return Object.keys(operation.requestBody?.content ?? {})[0] ?? JSON_TYPE
}

function queryOf({ operation }: Operation) {
  return operation.parameters.filter((parameter) => parameter.in === 'query')
}

/** Returns a call of an operation with the IDs of existing rows and the key of a new administrator, who has not called the API yet. */
async function callOf({ path }: Operation): Promise<{ path: string; token: string }> {
  const { token, ownerId } = await addApiClient()
  const [, kind = ''] = path.split('/')
  const ids = path.includes('{') ? ((await addRows(kind, ownerId)) ?? (await addByApi(`/${kind}`, token))) : {}
  return { path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ''), token }
}

/** Adds a row of a generated feature with its required fields. @returns its ID */
async function addByApi(list: string, token: string): Promise<Record<string, string>> {
  const adding = operations.find((one) => one.path === list && one.method === 'post')
  const { required = [], properties = {} } = (adding && bodySchemaOf(adding)) ?? {}
  const body = Object.fromEntries(required.map((name) => [name, fc.sample(fromSchema(properties[name] ?? {}), 1)[0]]))
  const added = await callApi('POST', list, { token, body })
  return { id: (added.body as { id: string }).id }
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
  const requiredQuery = query.filter(({ required }) => required).map(({ name }) => name)
  const type = typeOf(of)
  const method = of.method.toUpperCase()
  const bodies = body ? fromSchema(body) : fc.constant(undefined)

  test('the operation accepts input that matches its description, and its response matches the description', async () => {
    const queries = fc.record(Object.fromEntries(query.map(({ name, schema }) => [name, fromSchema(schema)])), {
      requiredKeys: requiredQuery,
    })
    await fc.assert(
      fc.asyncProperty(queries, bodies, async (asked, sent) => {
        const { path, token } = await callOf(of)
        const headers = { 'content-type': type }
        const answer = await callApi(method, withQuery(path, asked), { token, headers, body: sent })
        expect(answer).toMatchObject({ status: successOf(of) })
        expect(undescribed(of, answer)).toBeUndefined()
      }),
      { numRuns: 12 },
    )
  })

  test('refuses input that its description does not allow, and names the field', async () => {
    const { path: address, token } = await callOf(of)
    const wrongNames = query.map(({ name }) => name)
    for (const [name, value] of [['unknown', '1'], ...wrongNames.map((name) => [name, '\u0000'] as const)] as const) {
      const answer = await callApi(method, withQuery(address, { [name]: value }), { token, body: body && {} })
      expect(undescribed(of, answer)).toBeUndefined()
    }
    if (!body || type !== JSON_TYPE) return
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
        // Skip bodies that are still valid, for example because the field accepts the number.
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
        const headers = { 'content-type': type, accept, 'if-match': tag, 'if-none-match': tag, 'idempotency-key': tag }
        const answer = await callApi(method, withQuery(of.path.replaceAll(/\{\w+\}/g, id), query), {
          token,
          headers,
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: sent }),
        })
        generated.set(of.operation.operationId, (generated.get(of.operation.operationId) ?? 0) + 1)
        expect(answer.status).toBeLessThan(500)
        expect(undescribed(of, answer)).toBeUndefined()
        // Operations must not accept a body that their schema does not allow.
        const hasDone = answer.status < 300 && body !== undefined && type === JSON_TYPE
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
    expect(operation.parameters.flatMap(({ in: place, name }) => (place === 'path' ? [`{${name}}`] : []))).toEqual(
      path.match(/\{\w+\}/g) ?? [],
    )
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
