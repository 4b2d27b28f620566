import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import type { ApiScope } from '#api/api-scopes.ts'
import { registerBulkKinds } from '#bulk/bulk-kind.server.ts'
import { database } from '#db/client.ts'
import { session, user } from '#db/schema.ts'
import { apiOperations } from '#slots/api.server.ts'
import { serverFeatures } from '../../features.server.ts'
import { addApiClient, callApi, provideTestApi } from './test-api-client.server.ts'

provideTestApi(apiOperations)
registerBulkKinds(serverFeatures.flatMap((feature) => feature.bulkKinds ?? []))

const ids = { user: crypto.randomUUID(), chief: crypto.randomUUID(), session: crypto.randomUUID() }
const selection = { ids: [ids.user] }
const administrators: ApiScope = 'user:change-administrators'

/** Calls, each with all scopes that it needs, and its status with them. */
const ACCESS: [string, string, object | undefined, ApiScope[], number][] = [
  ['GET', '/jobs', undefined, ['job:read'], 200],
  ['GET', `/jobs/${ids.user}`, undefined, ['job:read'], 404],
  ['GET', `/jobs/${ids.user}/problems`, undefined, ['job:read'], 404],
  ['POST', `/jobs/${ids.user}/undo`, undefined, ['job:manage'], 404],
  ['POST', '/jobs', { kind: 'user-ban', selection, reason: 'x' }, ['job:manage', 'user:ban', administrators], 201],
  ['POST', '/jobs', { kind: 'user-unban', selection }, ['job:manage', 'user:ban', administrators], 201],
  [
    'POST',
    '/jobs',
    { kind: 'user-role', selection, role: 'user' },
    ['job:manage', 'user:set-role', administrators],
    201,
  ],
  ['POST', '/jobs', { kind: 'user-end-sessions', selection }, ['job:manage', 'session:revoke', administrators], 201],
  ['POST', '/jobs', { kind: 'user-delete', selection }, ['job:manage', 'user:delete', administrators], 201],
  ['POST', '/jobs', { kind: 'repository-delete', selection }, ['job:manage', 'repository:delete'], 201],
  ['GET', `/users/${ids.chief}/sessions`, undefined, ['session:list'], 200],
  ['DELETE', `/users/${ids.chief}/sessions/${ids.session}`, undefined, ['session:revoke', administrators], 204],
  ['DELETE', `/users/${ids.chief}/sessions`, undefined, ['session:revoke', administrators], 204],
  ['GET', '/invitations', undefined, ['user:list'], 200],
  ['GET', `/users/${ids.user}/invitation`, undefined, ['user:list'], 404],
  ['POST', `/users/${ids.chief}/invitation`, {}, ['user:create'], 200],
  ['DELETE', `/users/${ids.chief}/invitation`, undefined, ['user:delete', administrators], 204],
  ['GET', `/users/${ids.chief}/passkeys`, undefined, ['passkey:list'], 200],
  ['DELETE', `/users/${ids.chief}/passkeys`, undefined, ['passkey:delete', administrators], 204],
]

beforeAll(async () => {
  const [one, chief] = [ids.user, ids.chief].map((id) => ({ id, email: `${id}@example.com`, name: 'Ada' }))
  await database()
    .insert(user)
    .values([one ?? {}, { ...chief, role: 'admin' }] as (typeof user.$inferInsert)[])
  const expiresAt = new Date(Date.now() + 86_400_000)
  await database().insert(session).values({ id: ids.session, userId: ids.chief, token: ids.session, expiresAt })
})

test.each(ACCESS)('%s %s with %o needs exactly the scopes %o', async (method, path, body, scopes, status) => {
  for (const lacking of scopes) {
    const { token } = await addApiClient({ scopes: scopes.filter((scope) => scope !== lacking) })
    expect(await callApi(method, path, { token, body })).toMatchObject({
      status: 403,
      body: { code: 'INSUFFICIENT_SCOPE' },
    })
  }
  const { token } = await addApiClient({ scopes })
  expect(await callApi(method, path, { token, body })).toMatchObject({ status })
})

test('a job that is started again with the same Idempotency-Key runs once', async () => {
  const { token } = await addApiClient()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { kind: 'user-unban', selection: { ids: [ids.chief] } }
  const first = await callApi('POST', '/jobs', { token, body, headers })
  const second = await callApi('POST', '/jobs', { token, body, headers })
  expect(first).toMatchObject({ status: 201, body: { status: 'done', total: 1, done: 1 } })
  expect(first.headers.get('location')).toBe(`/api/v1/jobs/${first.body.id}`)
  expect(second.body).toEqual(first.body)
  expect(
    (await callApi('GET', '/jobs', { token })).body.data.filter(({ id }: { id: string }) => id === first.body.id),
  ).toHaveLength(1)
})

test('the invalid field of a job is named, also in a union of kinds', async () => {
  const { token } = await addApiClient()
  const fieldsFor = async (body: object) =>
    (await callApi('POST', '/jobs', { token, body })).body.errors.map(({ field, code }: Record<string, string>) => [
      field,
      code,
    ])
  expect(await fieldsFor({ kind: 'nope', selection })).toEqual([['kind', 'invalid']])
  const fieldFor = async (selection: object) => (await fieldsFor({ kind: 'user-unban', selection }))[0]?.[0]
  expect(await fieldFor({ ids: [] })).toBe('selection.ids')
  expect(await fieldFor({ filter: { statuss: 'banned' } })).toBe('statuss')
  expect(await fieldFor({ ids: [ids.user], filter: {} })).toMatch(/^(ids|filter|selection)/)
  expect(await fieldsFor({ kind: 'user-ban', selection, reason: 'x', endsAt: '2000-01-01T00:00:00Z' })).toEqual([
    ['endsAt', 'dayPast'],
  ])
})

test.runIf(apiOperations.some(({ bodyType }) => bodyType !== undefined))(
  'a file is read only with a key and as its media type; its upload is repeated only without the same Idempotency-Key',
  async () => {
    const { token } = await addApiClient()
    const path = '/imports?kind=import-repositories&fileName=a.csv'
    const send = (body: string | Buffer, headers: Record<string, string>, key: string | undefined = token) =>
      callApi('POST', path, { token: key, body, headers: { 'content-type': 'text/csv; charset=utf-8', ...headers } })
    const file = `name,link\n${'x,https://a.example\n'.repeat(10_000)}`
    expect(await callApi('POST', path, { body: file, headers: { 'content-type': 'text/csv' } })).toMatchObject({
      status: 401,
    })
    expect(await send(file, { 'content-type': 'application/json' })).toMatchObject({ status: 415 })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await send(file, headers)
    expect(first).toMatchObject({ status: 201, body: { total: 10_000 } })
    expect(first.headers.get('location')).toBe(`/api/v1/imports/${first.body.id}`)
    const second = await send(file, headers)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    const zipped = await send(gzipSync(file), { 'content-encoding': 'gzip' })
    expect(zipped.body).toMatchObject({ total: 10_000 })
    expect(zipped.body.id).not.toBe(first.body.id)
    const other = await callApi('POST', path.replace('a.csv', 'b.csv'), {
      token,
      body: file,
      headers: { ...headers, 'content-type': 'text/csv' },
    })
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  },
)
