import { addKey } from '../support/api-keys.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

test('an API key gives access only to the API, not to pages, server functions or endpoints of better-auth', async ({
  app,
  visitor,
}) => {
  const { bearer } = await addKey(app)
  const read = await visitor.get('/api/v1/users?limit=1', bearer)
  expect(read).toMatchObject({ status: 200, body: { data: [{ id: expect.any(String) }] } })
  expect(read.headers.get('cache-control')).toBe('no-store')
  expect(read.headers.get('x-content-type-options')).toBe('nosniff')
  expect(read.headers.get('set-cookie')).toBeNull()

  expect((await visitor.get('/manager/users', bearer)).headers.get('location')).toContain('/login')
  const call = await visitor.get('/api/users.getUserCount?createServerFn=', { ...bearer, 'x-tsr-serverfn': 'true' })
  expect(call.status).toBe(401)
  expect((await visitor.get('/api/auth/get-session', bearer)).body).toBeNull()
})

test('a session cannot use the API, and the API sends no CORS headers to other sites', async ({ app, visitor }) => {
  const { chief, bearer } = await addKey(app)
  await visitor.signIn(chief.email)
  expect(await callFunction(visitor, 'users.getUserCount', { searchTerm: '', role: '', status: '' })).toMatchObject({
    status: 200,
  })
  expect(await visitor.get('/api/v1/users')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await new Visitor(app).send(method, '/api/v1/users', undefined, {
      ...bearer,
      origin: 'https://other.example',
    })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('the API answers HEAD with the headers of GET, and a body that is too large with a problem response', async ({
  app,
  visitor,
}) => {
  const { bearer } = await addKey(app)
  const head = await visitor.send('HEAD', '/api/v1/users?limit=1', undefined, bearer)
  expect({ status: head.status, body: head.body }).toEqual({ status: 200, body: '' })
  expect(head.headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
  const long = await visitor.get(`/api/v1/users?searchTerm=${'x'.repeat(9_000)}`, bearer)
  expect(long.status).toBeGreaterThanOrEqual(400)
  expect(long.status).toBeLessThan(500)
  const big = await visitor.send('POST', '/api/v1/users', 'x'.repeat(200_000), {
    ...bearer,
    'content-type': 'application/json',
  })
  expect(big).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE', status: 413 } })
})

test('a key created without a second factor is refused if administrators need one', async ({ app }) => {
  const node = await app.startNode({ ADMIN_SECOND_FACTOR: 'passkey' })
  const visitor = new Visitor(node)
  const [without, having] = [await addKey(app), await addKey(app, { hasSecondFactor: true })]
  expect(await visitor.get('/api/v1/users', without.bearer)).toMatchObject({
    status: 403,
    body: { code: 'SECOND_FACTOR_REQUIRED' },
  })
  expect((await visitor.get('/api/v1/users?limit=1', having.bearer)).status).toBe(200)
  await node.stop()
})

test('in demo mode, a key can read but not change data', async ({ app }) => {
  const node = await app.startNode({ DEMO_MODE: 'true', SMTP_URL: '', EMAIL_FROM: '' })
  const visitor = new Visitor(node)
  const { chief, bearer } = await addKey(app)
  expect((await visitor.get('/api/v1/users?limit=1', bearer)).status).toBe(200)
  for (const [method, path] of [
    ['POST', '/api/v1/users'],
    ['PATCH', `/api/v1/users/${chief.id}`],
    ['DELETE', `/api/v1/users/${chief.id}`],
  ] as const)
    expect((await visitor.send(method, path, undefined, bearer)).body).toMatchObject({ code: 'DEMO_MODE_ENABLED' })
  await node.stop()
})
