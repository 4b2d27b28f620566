import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { ALL_API_SCOPES } from '#api/api-scopes.ts'
import { registerBulkKinds } from '#bulk/bulk-kind.server.ts'
import { database, type Database } from '#db/client.ts'
import { apiKey, historyEvent, repository, user } from '#db/schema.ts'
import { apiOperations } from '#slots/api.server.ts'
import { serverFeatures } from '../../features.server.ts'
import { addApiClient, callApi, provideTestApi, type TestApiClient } from './test-api-client.server.ts'

const NOBODY = '0193e5a0-0000-4000-8000-0000000000ff'
const path = (of: string) => of.replaceAll(/\{\w+\}/g, NOBODY)

provideTestApi(apiOperations)
registerBulkKinds(serverFeatures.flatMap((feature) => feature.bulkKinds ?? []))

let db: Database
let program: TestApiClient

beforeAll(async () => {
  db = database()
  program = await addApiClient()
})

describe('authentication', () => {
  test('a missing or malformed key, and a key mixed from two keys, get the same response: 401', async () => {
    const other = await addApiClient()
    const [id, secret] = [program.token.slice(0, 36), other.token.slice(36)]
    for (const token of [undefined, '', 'x', 'lk_x', program.token.slice(0, -1), id + secret]) {
      const { status, headers, body } = await callApi('GET', '/users', { token })
      expect(status).toBe(401)
      const error = token !== undefined ? ', error="invalid_token"' : ''
      expect(headers.get('www-authenticate')).toBe(`Bearer realm="api"${error}`)
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(body).toEqual({
        type: 'about:blank',
        title: 'Unauthorized',
        status: 401,
        code: 'UNAUTHORIZED',
        detail: expect.any(String),
      })
    }
  })

  test('a key in a cookie or in the query is not accepted', async () => {
    const headers = { cookie: `latchkey.session_token=${program.token}` }
    expect((await callApi('GET', '/users', { headers })).status).toBe(401)
    expect((await callApi('GET', `/users?access_token=${program.token}`)).status).toBe(401)
  })

  test.each([
    ['has expired', { endsIn: -1 }],
    ['belongs to a banned user', { banned: true }],
    ['belongs to a user who is not an administrator', { role: 'user' }],
  ] as const)('a key that %s is refused as UNAUTHORIZED', async (_why, owner) => {
    const made = await addApiClient(owner)
    expect((await callApi('GET', '/repositories', { token: made.token })).body.code).toBe('UNAUTHORIZED')
  })

  test.each([
    ['demoted', { role: 'user' as const }],
    ['banned', { banned: true }],
  ])(
    'a key ends when its owner is %s, and stays invalid when the owner is an active administrator again',
    async (_what, change) => {
      const made = await addApiClient()
      expect((await callApi('GET', '/users?limit=1', { token: made.token })).status).toBe(200)
      await db.update(user).set(change).where(eq(user.id, made.ownerId))
      expect((await callApi('GET', '/users', { token: made.token })).status).toBe(401)
      await db.update(user).set({ role: 'admin', banned: false }).where(eq(user.id, made.ownerId))
      expect((await callApi('GET', '/users', { token: made.token })).status).toBe(401)
    },
  )

  test.each(
    apiOperations.flatMap(({ scope, ...rest }) => (scope === null ? [] : [[rest.id, { ...rest, scope }] as const])),
  )('%s requires its own scope and no other', async (_id, operation) => {
    const lacking = await addApiClient({ scopes: ALL_API_SCOPES.filter((scope) => scope !== operation.scope) })
    const refused = await callApi(operation.method, path(operation.path), { token: lacking.token })
    expect(refused).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
    expect(refused.headers.get('www-authenticate')).toContain(`scope="${operation.scope}"`)
    const having = await addApiClient({ scopes: [operation.scope] })
    const answered = await callApi(operation.method, path(operation.path), { token: having.token })
    expect([200, 404, 415]).toContain(answered.status)
  })

  test('a key with the scope user:create cannot add an administrator', async () => {
    const adder = await addApiClient({ scopes: ['user:create', 'user:list'] })
    const body = { email: `${crypto.randomUUID()}@example.com`, name: 'Eve', role: 'admin' }
    expect(await callApi('POST', '/users', { token: adder.token, body })).toMatchObject({
      status: 403,
      body: { code: 'INSUFFICIENT_SCOPE' },
    })
    expect(await db.$count(user, eq(user.email, body.email))).toBe(0)
  })
})

describe('HTTP', () => {
  test('an unknown path is refused with 404, and an unsupported method with 405 and the Allow header', async () => {
    const { token } = program
    for (const unknown of ['', '/', '/user', '/users/', `/users/${NOBODY}/x`, '/users/..%2f'])
      expect((await callApi('GET', unknown, { token })).status).toBe(404)
    const refused = await callApi('PUT', '/repositories', { token })
    expect(refused).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
    expect(refused.headers.get('allow')).toBe('GET, HEAD, POST')
    expect((await callApi('OPTIONS', '/users')).headers.get('access-control-allow-origin')).toBeNull()
    expect((await callApi('GET', '/users/no-id', { token })).status).toBe(404)
  })

  test('invalid bodies are refused with 400, 413 or 415, and an Accept header without JSON with 406', async () => {
    const { token } = program
    const post = (body: unknown, headers?: Record<string, string>) =>
      callApi('POST', '/repositories', { token, body, ...(headers && { headers }) })
    expect(await post('{}', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
    expect(await post('{')).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } })
    expect(await post(`{"name":"${'x'.repeat(70_000)}"}`)).toMatchObject({ status: 413 })
    const accepting = async (accept: string) => (await callApi('GET', '/users', { token, headers: { accept } })).status
    expect(await accepting('text/html')).toBe(406)
    expect(await accepting('application/json;charset=utf-8;q=0')).toBe(406)
    for (const accept of ['text/html, */*;q=0.1', 'application/json; charset=UTF-8', ''])
      expect(await accepting(accept)).toBe(200)
  })

  test('malformed text is refused, and never stored in a changed form', async () => {
    const { token } = program
    const fields = { name: 'A', link: 'https://a.example/', description: 'A', topics: [] }
    for (const field of ['name', 'link', 'description'] as const) {
      const body = { ...fields, [field]: `${fields[field]}\uD800` }
      expect(await callApi('POST', '/repositories', { token, body })).toMatchObject({
        status: 422,
        body: { errors: [{ field }] },
      })
    }
    const body = Buffer.from(JSON.stringify({ ...fields, description: 'naïve' }), 'latin1')
    expect(await callApi('POST', '/repositories', { token, body })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_JSON' },
    })
  })

  test('topics are a list, which is stored without duplicates and in lower case', async () => {
    const { token } = program
    const post = (topics: unknown) =>
      callApi('POST', '/repositories', {
        token,
        body: { name: crypto.randomUUID(), link: 'https://a.example/', topics },
      })
    expect(await post(['Web', 'cli', 'web'])).toMatchObject({ status: 201, body: { topics: ['web', 'cli'] } })
    for (const topics of [['a b'], [''], ['#'], ['a,b']])
      expect(await post(topics)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'topics', code: 'topicsInvalid' }] },
      })
  })

  test('all problems of an input are reported at once, by field', async () => {
    const { token } = program
    const { status, body } = await callApi('POST', '/repositories', {
      token,
      body: { name: 'x'.repeat(101), link: 'a', colour: 'red', constructor: 1 },
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { field: 'name', code: 'nameTooLong', limit: 100 },
        { field: 'link', code: 'linkTooShort', limit: 4 },
        { field: 'colour', code: 'unknownField' },
        { field: 'constructor', code: 'unknownField' },
      ]),
    )
    const wrong = await callApi('GET', '/users?limit=0&sort=age&q=x', { token })
    expect(wrong.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['limit', 'q', 'sort'])
    expect((await callApi('GET', '/users?limit=1&limit=2', { token })).body.errors).toEqual([
      { field: 'limit', code: 'repeated' },
    ])
    expect((await callApi('GET', '/users?after=x', { token })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'after' }],
    })
  })

  test('each key has its own rate limit, which every response reports', async () => {
    const greedy = await addApiClient()
    const { headers } = await callApi('GET', '/repositories?limit=1', { token: greedy.token })
    expect(headers.get('ratelimit-policy')).toBe('"reads";q=300;w=30')
    // The rate limit might have refilled before the response is sent.
    expect(headers.get('ratelimit')).toMatch(/^"reads";r=(299|300);t=\d+$/)
    const call = () => callApi('POST', '/repositories', { token: greedy.token, body: {} })
    let answer = await call()
    // The rate limit refills every second, so on a slow machine it takes more calls than the limit to exceed it.
    for (let calls = 1; answer.status === 422 && calls < 1_000; calls += 1) answer = await call()
    expect({ status: answer.status, wait: answer.headers.get('retry-after') }).toEqual({ status: 429, wait: '1' })
    expect((await callApi('POST', '/repositories', { token: program.token, body: {} })).status).toBe(422)
  })
})

function aRepository() {
  return { name: `api-${crypto.randomUUID()}`, link: 'example.com/x' }
}

describe('changes', () => {
  test('a user is created, changed and deleted, with history under the owner and the key', async () => {
    const { token, ownerId } = program
    const email = `${crypto.randomUUID()}@example.com`
    const made = await callApi('POST', '/users', { token, body: { email: ` ${email.toUpperCase()}`, name: 'Bo' } })
    expect(made).toMatchObject({ status: 201, body: { email, name: 'Bo', role: 'user', status: 'active', ban: null } })
    const at = `/users/${made.body.id}`
    expect(made.headers.get('location')).toBe(`/api/v1${at}`)
    expect((await callApi('GET', at, { token })).body).toEqual(made.body)
    expect((await callApi('PATCH', at, { token, body: { name: 'Bob' } })).body).toEqual({ ...made.body, name: 'Bob' })
    const ban = { reason: 'spam', endsAt: new Date(Date.now() + 1e9).toISOString() }
    expect((await callApi('POST', `${at}/ban`, { token, body: ban })).body).toMatchObject({ status: 'banned', ban })
    expect((await callApi('POST', `${at}/unban`, { token })).body).toMatchObject({ status: 'active', ban: null })
    expect(await callApi('DELETE', at, { token })).toMatchObject({ status: 204, body: null })
    expect((await callApi('GET', at, { token })).status).toBe(404)
    const told = await db
      .select({ action: historyEvent.action, actor: historyEvent.actorId, device: historyEvent.device })
      .from(historyEvent)
      .where(eq(historyEvent.subjectId, made.body.id))
      .orderBy(historyEvent.id)
    const actions = ['user-created', 'user-updated', 'user-banned', 'user-unbanned', 'user-deleted']
    expect(told).toEqual(
      actions.map((action) => ({ action, actor: ownerId, device: { browser: 'API: CI', system: '' } })),
    )
  })

  test('a key cannot delete, ban or demote its own owner', async () => {
    const { token, ownerId } = program
    for (const [method, at, body] of [
      ['DELETE', `/users/${ownerId}`, undefined],
      ['POST', `/users/${ownerId}/ban`, { reason: 'x' }],
      ['PATCH', `/users/${ownerId}`, { role: 'user' }],
    ] as const)
      expect(await callApi(method, at, { token, body })).toMatchObject({
        status: 409,
        body: { code: 'NOT_ON_YOURSELF' },
      })
  })

  test('an If-Match header with an outdated tag is refused', async () => {
    const { token } = program
    const made = await callApi('POST', '/repositories', { token, body: aRepository() })
    const at = `/repositories/${made.body.id}`
    const tag = made.headers.get('etag') ?? ''
    expect((await callApi('GET', at, { token, headers: { 'if-none-match': tag } })).status).toBe(304)
    const change = (headers: Record<string, string>, description: string) =>
      callApi('PATCH', at, { token, headers, body: { description } })
    const outcomes = await Promise.all(['one', 'two', 'three'].map((text) => change({ 'if-match': tag }, text)))
    expect(outcomes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412, 412])
    expect(await callApi('DELETE', at, { token, headers: { 'if-match': tag } })).toMatchObject({ status: 412 })
    expect((await change({ 'if-match': '*' }, 'four')).body.description).toBe('four')
    expect((await change({}, '')).body.description).toBeNull()
    expect((await callApi('DELETE', at, { token })).status).toBe(204)
  })
})

test('paging lists every entry once, even if entries are added and deleted meanwhile', async () => {
  const { token } = program
  const word = `page${crypto.randomUUID().slice(0, 8)}`
  const names = Array.from({ length: 25 }, (_, place) => `${word} ${String(place).padStart(2, '0')}`)
  for (const name of names)
    await db.insert(repository).values({ name, link: 'https://example.com', createdById: program.ownerId })
  const seen: string[] = []
  let next: string | null = `/repositories?searchTerm=${word}&sort=name&limit=10`
  while (next !== null) {
    const { headers, body } = await callApi('GET', next, { token })
    seen.push(...body.data.map(({ name }: { name: string }) => name))
    const link: string | null = headers.get('link')
    expect(link === null).toBe(body.next === null)
    next = link && (/^<\/api\/v1(.+)>; rel="next"$/.exec(link)?.[1] ?? null)
    // The added and the deleted row are both sorted before the next page.
    await db.insert(repository).values({ name: `${word} 00 ${seen.length}`, link: 'https://example.com' })
    await db.delete(repository).where(eq(repository.name, `${word} 03`))
  }
  expect(seen).toEqual(names)
})

test('the time of the last use of a key is stored, but not at each call', async () => {
  const made = await addApiClient()
  const lastUsed = async () => {
    const [row] = await db.select({ at: apiKey.lastUsedAt }).from(apiKey).where(eq(apiKey.id, made.keyId))
    return row?.at ?? null
  }
  expect(await lastUsed()).toBeNull()
  await callApi('GET', '/users?limit=1', { token: made.token })
  await expect.poll(lastUsed).not.toBeNull()
  const first = await lastUsed()
  await callApi('GET', '/users?limit=1', { token: made.token })
  expect(await lastUsed()).toEqual(first)
})
