import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { beforeAll, expect, test, vi } from 'vitest'
import { describeApi } from '#api/description.server.ts'
import { registerBulkKinds } from '#bulk/bulk-kind.server.ts'
import { database } from '#db/client.ts'
import { organization } from '#db/schema.ts'
import { apiOperations, apiParts } from '#slots/api.server.ts'
import { serverFeatures } from '../../features.server.ts'
import { addApiClient, callApi, provideTestApi } from './test-api-client.server.ts'

// These tests send requests that deviate a little from the OpenAPI description.

const NOBODY = '0193e5a0-0000-4000-8000-0000000000ff'

provideTestApi(apiOperations)
registerBulkKinds(serverFeatures.flatMap((feature) => feature.bulkKinds ?? []))

let token: string

beforeAll(async () => {
  token = (await addApiClient()).token
})

test.each([
  ['PUT', `/repositories/${NOBODY}`, 405],
  ['DELETE', '/users', 405],
  ['DELETE', `/repositories/${NOBODY}`, 404],
  ['POST', `/users/${NOBODY}/unban`, 404],
])('%s %s treats an empty object as no body', async (method, path, status) => {
  for (const body of ['{}', ' { }\n', undefined]) {
    const headers = { 'content-length': String(body?.length ?? 0) }
    expect(await callApi(method, path, { token, body, headers })).toMatchObject({ status })
  }
})

test('an unexpected body is refused with the code unexpectedBody, and a large one with 413', async () => {
  const send = (body: unknown) => callApi('DELETE', `/users/${NOBODY}`, { token, body })
  expect(await send({ ids: [] })).toMatchObject({
    status: 422,
    body: { errors: [{ field: '', code: 'unexpectedBody' }] },
  })
  expect(await send(' '.repeat(70_000))).toMatchObject({ status: 413 })
})

test('a long URL is refused with 414 as application/problem+json', async () => {
  const { status, headers, body } = await callApi('GET', `/users?searchTerm=${'x'.repeat(9_000)}`)
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 414, type: 'application/problem+json' })
  expect(body).toMatchObject({ code: 'URI_TOO_LONG', detail: expect.any(String) })
})

test('an unknown action in the filter of the history is refused', async () => {
  const asked = async (actions: string) => callApi('GET', `/history?actions=${actions}`, { token })
  expect(await asked('user-created,nope')).toMatchObject({ status: 422, body: { errors: [{ field: 'actions' }] } })
  expect((await asked('user-created,user-deleted')).status).toBe(200)
})

test('error codes of fields have one style in all operations', async () => {
  const post = async (body: unknown) => (await callApi('POST', '/repositories', { token, body })).body.errors
  const name = crypto.randomUUID()
  await post({ name, link: 'a.example' })
  expect(await post({ name, link: 'a.example' })).toEqual([{ field: 'name', code: 'taken' }])
  expect(await post({ name, link: 'a.example', description: 1 })).toEqual([{ field: 'description', code: 'invalid' }])
  expect((await callApi('GET', '/users?limit=0', { token })).body.errors).toEqual([
    { field: 'limit', code: 'tooSmall', limit: 1 },
  ])
})

test('the end of a ban is accepted with any offset from UTC', async () => {
  const made = await callApi('POST', '/users', { token, body: { email: `${crypto.randomUUID()}@x.org`, name: 'B' } })
  const ban = (endsAt: string) =>
    callApi('POST', `/users/${made.body.id}/ban`, { token, body: { reason: 'x', endsAt } })
  expect((await ban('2999-01-01T02:30:00+03:00')).body.ban.endsAt).toBe('2998-12-31T23:30:00.000Z')
  expect((await ban('2000-01-01T02:30:00+03:00')).body.errors).toEqual([{ field: 'endsAt', code: 'dayPast' }])
})

test('a repository can be written back exactly as it was read, and the list shows the time of its last change', async () => {
  const given = { name: `api-${crypto.randomUUID()}`, link: 'example.com/x' }
  const made = await callApi('POST', '/repositories', { token, body: { ...given, language: null } })
  const { id, name, link, description, language, topics } = made.body
  expect({ description, language }).toEqual({ description: null, language: null })
  const body = { name, link, description, language, topics }
  const kept = await callApi('PATCH', `/repositories/${id}`, { token, body })
  expect(kept).toMatchObject({ status: 200, body })
  await callApi('PATCH', `/repositories/${id}`, { token, body: { description: 'x', language: 'C' } })
  const emptied = await callApi('PATCH', `/repositories/${id}`, { token, body: { description: null, language: null } })
  expect(emptied).toMatchObject({ status: 200, body: { description: null, language: null } })
  const listed = await callApi('GET', `/repositories?searchTerm=${given.name}`, { token })
  expect(listed.body.data).toMatchObject([{ id, organizationId: null, updatedAt: emptied.body.updatedAt }])
})

test('a repository is added for an organization, whose list alone shows it; an unknown organization is refused', async () => {
  const organizationId = crypto.randomUUID()
  await database().insert(organization).values({ id: organizationId, name: 'Readers' })
  const given = { name: `api-${crypto.randomUUID()}`, link: 'example.com/x' }
  const made = await callApi('POST', '/repositories', { token, body: { ...given, organizationId } })
  expect(made).toMatchObject({ status: 201, body: { organization: { id: organizationId, name: 'Readers' } } })
  const countIn = async (query: string) =>
    (await callApi('GET', `/repositories?searchTerm=${given.name}${query}`, { token })).body.data.length
  expect([await countIn(''), await countIn(`&organizationId=${organizationId}`)]).toEqual([0, 1])
  const unknown = await callApi('POST', '/repositories', { token, body: { ...given, organizationId: NOBODY } })
  expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect((await callApi('POST', '/repositories', { token, body: { ...given, organizationId: null } })).status).toBe(201)
})

test('with expand, a list of repositories has the named parts of each, read with one statement', async () => {
  const { token, ownerId } = await addApiClient()
  const organizationId = crypto.randomUUID()
  await database().insert(organization).values({ id: organizationId, name: 'Readers' })
  const word = crypto.randomUUID()
  for (const nr of [1, 2, 3])
    await callApi('POST', '/repositories', {
      token,
      body: { name: `${nr} ${word}`, link: 'a.example', organizationId },
    })
  const statements = async (expand: string) => {
    let count = 0
    const add = () => (count += 1)
    subscribe('app.statement', add)
    const path = `/repositories?organizationId=${organizationId}&expand=${expand}`
    const { body, status } = await callApi('GET', path, { token })
    unsubscribe('app.statement', add)
    return { status, count, rows: body.data as Record<string, unknown>[] }
  }
  const plain = await statements('')
  expect(plain.rows[0]).not.toHaveProperty('createdBy')
  expect(plain.rows[0]).not.toHaveProperty('organization')
  const both = await statements('organization,createdBy')
  expect(both.rows).toHaveLength(3)
  for (const row of both.rows)
    expect(row).toMatchObject({
      createdBy: { id: ownerId, name: 'Ada' },
      organization: { id: organizationId, name: 'Readers' },
    })
  expect(both.count).toBe(plain.count + 1)
  expect((await statements('organization')).rows[0]).not.toHaveProperty('createdBy')
  const wrong = await callApi('GET', '/repositories?expand=owner', { token })
  expect(wrong.body.errors).toEqual([{ field: 'expand', code: 'choice' }])
})

test('with count=true, a list also has the number of all rows that match, on every page', async () => {
  const word = crypto.randomUUID()
  for (const nr of [1, 2, 3]) {
    await callApi('POST', '/users', { token, body: { email: `${nr}-${word}@x.org`, name: 'B' } })
    await callApi('POST', '/repositories', { token, body: { name: `${nr} ${word}`, link: 'example.com/x' } })
  }
  for (const path of ['/users', '/repositories']) {
    const first = await callApi('GET', `${path}?searchTerm=${word}&count=true&limit=2`, { token })
    expect({ rows: first.body.data.length, total: first.body.total }).toEqual({ rows: 2, total: 3 })
    const second = await callApi('GET', `${path}?searchTerm=${word}&count=true&limit=2&after=${first.body.next}`, {
      token,
    })
    expect({ rows: second.body.data.length, total: second.body.total }).toEqual({ rows: 1, total: 3 })
    expect((await callApi('GET', `${path}?searchTerm=${word}`, { token })).body).not.toHaveProperty('total')
  }
})

test('with updatedAfter, lists have only later changes, and the time for the next call', async () => {
  const name = `sync-${crypto.randomUUID()}`
  for (const [path, body] of [
    ['/users', { email: `${name}@x.org`, name }],
    ['/repositories', { name, link: 'a.example' }],
  ] as const) {
    const read = async (updatedAfter: string, more = '') =>
      (await callApi('GET', `${path}?updatedAfter=${encodeURIComponent(updatedAfter)}${more}`, { token })).body
    const namesAfter = async (time: string) => (await read(time)).data.map((row: { name: string }) => row.name)
    const made = await callApi('POST', path, { token, body })
    await vi.waitFor(async () => expect(await namesAfter('2000-01-01T00:00:00+03:00')).toContain(name))
    const { syncedUntil } = await read('2000-01-01T00:00:00Z')
    expect(await namesAfter(syncedUntil)).toEqual([])
    await callApi('PATCH', `${path}/${made.body.id}`, { token, body: { name: `${name}!` } })
    await vi.waitFor(async () => expect(await namesAfter(syncedUntil)).toEqual([`${name}!`]))
    expect(await read(syncedUntil, '&searchTerm=missing&count=true')).toMatchObject({ data: [], next: null, total: 0 })
    expect((await read(syncedUntil, '&count=true')).total).toBe(1)
    for (const bad of ['', 'yesterday', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00'])
      expect((await read(bad)).errors).toMatchObject([{ field: 'updatedAfter' }])
  }
})

test('every key can read its own scopes, owner, end and rate limits, and no other key', async () => {
  const { ownerId, keyId, token } = await addApiClient({ scopes: ['user:list'], endsIn: 7 })
  await callApi('GET', '/users?limit=1', { token })
  const answered = await callApi('GET', '/me', { token })
  expect(answered).toMatchObject({
    status: 200,
    body: { id: keyId, name: 'CI', scopes: ['user:list'], user: { id: ownerId, name: 'Ada' } },
  })
  expect(Date.parse(answered.body.expiresAt) - Date.now()).toBeGreaterThan(6 * 86_400_000)
  const { reads, writes } = answered.body.rateLimits
  expect(reads.remaining).toBeLessThan(reads.limit)
  expect(writes).toEqual({ limit: writes.limit, remaining: writes.limit, secondsUntilFull: 0 })
  expect(JSON.stringify(answered.body)).not.toContain(token.slice(-20))
  const scopeless = await addApiClient({ scopes: [] })
  expect((await callApi('GET', '/me', scopeless)).body).toMatchObject({ id: scopeless.keyId, scopes: [] })
  expect((await callApi('GET', '/me')).status).toBe(401)
})

test('the API description is public', async () => {
  const { status, headers, body } = await callApi('GET', '/openapi.json')
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'application/json' })
  expect(body).toEqual(JSON.parse(JSON.stringify(describeApi(apiOperations, 'http://localhost:3000', apiParts))))
  // Tools of other sites load the description in the browser.
  expect(headers.get('access-control-allow-origin')).toBe('*')
  const again = await callApi('GET', '/openapi.json', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect(again).toMatchObject({ status: 304, body: null })
})
